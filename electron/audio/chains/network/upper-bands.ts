/**
 * Bands above the network's 8 kHz. Noise there is learned in the moments in which the network hears no speech just below. What rises above
 * it in a band, and what the network leaves just below, decide together how much of the band passes: Wiener's gain for a band, narrowed as the
 * network narrows what is below, and never louder than a voice that is as loud below.
 */

import type { Spectrum } from '../overlap-add.ts';

/** What the network hears and leaves just below 8 kHz in one window. */
export interface HeardBelow {
  /** The amplitude that is left: 1 where all of it is speech. */
  readonly presence: number;
  /** Of what is left, in the mono mix. */
  readonly energy: number;
}

export interface UpperBands {
  /** Learns the noise of the first windows before they pass. */
  learn(windows: readonly (readonly Spectrum[])[], heard: readonly HeardBelow[]): void;
  /** In place. @param passing part that passes as it came */
  pass(window: readonly Spectrum[], heard: HeardBelow, passing?: number): void;
}

/** Of the way from window to window: quick to open, so that sibilants keep their edge, slower to close. */
const OPENING = 0.8;
const CLOSING = 0.4;
/** How fast the noise is followed where no speech is. */
const NOISE_PACE = 0.06;
/** Bins of a band, about 1 kHz: sibilants are broad, and the mean of so many bins wavers little. */
const BAND = 32;
/** Of the noise, what its wavering reaches anyway. */
const WAVERING = 1.1;
const TINY = 1e-12;

/** @param from first bin @param to behind the last bin @param mix weight of each channel @param floor amplitude that is left of noise */
export function upperBands(from: number, to: number, mix: readonly number[], floor: number): UpperBands {
  const count = Math.max(0, to - from);
  const bands = Math.ceil(count / BAND);
  const power = new Float64Array(bands);
  const noise = new Float64Array(bands);
  const gains = new Float64Array(bands);
  let openness = 1;

  function measure(window: readonly Spectrum[]): void {
    power.fill(0);
    for (let bin = 0; bin < count; bin++) {
      let [real, imaginary] = [0, 0];
      for (let channel = 0; channel < window.length; channel++) {
        const spectrum = window[channel] as Spectrum;
        real += (mix[channel] as number) * (spectrum.real[from + bin] as number);
        imaginary += (mix[channel] as number) * (spectrum.imaginary[from + bin] as number);
      }
      const band = Math.floor(bin / BAND);
      power[band] = (power[band] as number) + real * real + imaginary * imaginary;
    }
  }

  /** Wiener's gain of each band. @param most energy that speech can have here */
  function decide(most: number): void {
    let energy = 0;
    for (let band = 0; band < bands; band++) {
      const above = Math.max(0, (power[band] as number) / ((noise[band] as number) + TINY) - WAVERING);
      const gain = floor + (1 - floor) * (above / (1 + above)) * openness ** 2;
      gains[band] = gain;
      energy += gain ** 2 * (power[band] as number);
    }
    // A click is as loud here as below, where the network has taken it away.
    const limit = Math.min(1, Math.sqrt(most / ((1 - openness) ** 2 * energy + TINY)));
    for (let band = 0; band < bands; band++) gains[band] = limit * (gains[band] as number);
  }

  return {
    learn: (windows, heard) => {
      let sum = 0;
      noise.fill(0);
      for (const [index, window] of windows.entries()) {
        const absence = (1 - (heard[index] as HeardBelow).presence) ** 2;
        measure(window);
        for (let band = 0; band < bands; band++)
          noise[band] = (noise[band] as number) + absence * (power[band] as number);
        sum += absence;
      }
      // Where all of it is speech, next to nothing is noise.
      for (let band = 0; band < bands; band++) noise[band] = (noise[band] as number) / Math.max(1, sum);
    },
    pass: (window, { energy, presence }, passing = 0) => {
      measure(window);
      openness += (presence - openness) * (presence > openness ? OPENING : CLOSING);
      const pace = NOISE_PACE * (1 - passing) * (1 - presence) ** 2;
      for (let band = 0; band < bands; band++)
        noise[band] = (noise[band] as number) + pace * ((power[band] as number) - (noise[band] as number));
      decide(energy);
      for (let bin = 0; bin < count; bin++) {
        const gain = passing + (1 - passing) * gainAt(gains, bin);
        for (let channel = 0; channel < window.length; channel++) {
          const { imaginary, real } = window[channel] as Spectrum;
          real[from + bin] = gain * (real[from + bin] as number);
          imaginary[from + bin] = gain * (imaginary[from + bin] as number);
        }
      }
    },
  };
}

/** Between the middles of two bands. */
function gainAt(gains: Float64Array, bin: number): number {
  const place = Math.min(gains.length - 1, Math.max(0, (bin + 0.5) / BAND - 0.5));
  const low = Math.floor(place);
  const part = place - low;
  return (1 - part) * (gains[low] as number) + part * (gains[Math.min(gains.length - 1, low + 1)] as number);
}
