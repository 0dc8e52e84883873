/** Levels of a few frequency bands over time: what a recording and its result are compared by. Small enough to keep for hours. */

import { createSlidingSpectra } from '../dsp/spectra/sliding-spectra.ts';
import type { Block } from '../dsp/stage.ts';

/** Hz; speech needs no more. */
export const LEVEL_RATE = 16_000;
/** Frames at LEVEL_RATE from one column to the next: 16 ms. */
export const HOP_FRAMES = 256;
const WINDOW_FRAMES = 512;

/** Edges of the bands in Hz: the fundamental and the first three formants of a voice. */
const EDGES = [150, 300, 450, 650, 900, 1250, 1700, 2300, 3100, 4200] as const;
export const BANDS = EDGES.length - 1;

const LOWEST_DECIBELS = -127;
export const STEPS_A_DECIBEL = 2;
/** Levels are distinguished in this many steps. */
export const STEPS = 256;
const MOST_STEP = STEPS - 1;
const TINY = 1e-13;

export interface BandLevels {
  readonly columns: number;
  /** Column by column, lowest band first, in steps of half a decibel above -127 dBFS. */
  readonly steps: Uint8Array;
}

/** @param step a level of BandLevels @returns mean square in dBFS */
export function decibelsOfStep(step: number): number {
  return LOWEST_DECIBELS + step / STEPS_A_DECIBEL;
}

/** The level of BandLevels that is nearest to a mean square in dBFS. */
export function stepAt(decibels: number): number {
  return Math.max(0, Math.min(MOST_STEP, Math.round((decibels - LOWEST_DECIBELS) * STEPS_A_DECIBEL)));
}

export interface BandLevelCollector {
  /** The next samples of all channels at LEVEL_RATE. */
  push(block: Block): void;
  /** Pads the last column with silence. Add nothing afterward. */
  finish(): BandLevels;
  close(): void;
}

/** Of the mean power of the channels: in a mean of their samples, channels of opposite polarity would cancel. */
export async function createBandLevelCollector(channels: number): Promise<BandLevelCollector> {
  const bins = EDGES.map((edge) => Math.round((edge * WINDOW_FRAMES) / LEVEL_RATE));
  const powers = new Float64Array(BANDS);
  let steps = new Uint8Array(BANDS * 4096);
  let used = 0;

  function addPowers(real: Float32Array, imaginary: Float32Array): void {
    for (let band = 0; band < BANDS; band++) {
      let power = 0;
      for (let bin = bins[band] as number; bin < (bins[band + 1] as number); bin++)
        power += (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
      powers[band] = (powers[band] as number) + power;
    }
  }

  function closeColumn(): void {
    if (used + BANDS > steps.length) {
      const larger = new Uint8Array(steps.length * 2);
      larger.set(steps);
      steps = larger;
    }
    const scale = 2 / (channels * WINDOW_FRAMES * spectra.windowPower);
    for (const power of powers) steps[used++] = stepAt(10 * Math.log10(power * scale + TINY));
    powers.fill(0);
  }

  const spectra = await createSlidingSpectra({
    channels,
    windowFrames: WINDOW_FRAMES,
    hopFrames: HOP_FRAMES,
    onSpectrum: addPowers,
    onWindow: closeColumn,
  });
  return {
    push: spectra.push,
    finish: () => {
      spectra.finish();
      return { columns: used / BANDS, steps: steps.subarray(0, used) };
    },
    close: spectra.close,
  };
}
