/** Rumble below 47 Hz, which the network was not trained with: it is limited to what a voice may have there, unless the recording is clean. */

import { energyOf, type Spectrum } from '../overlap-add.ts';

/** Bins of 31.25 Hz: rumble, what the network knows just above it, and what a voice has most of. */
const RUMBLE = { from: 0, to: 1 };
const ABOVE = { from: 2, to: 5 };
const VOICE = { from: 3, to: 10 };
/** Amplitude of rumble against a voice: most voices stay below it. */
const MOST_RUMBLE = 0.1;
/** Of the amplitude just above, the network leaves so much in a recording without noise there; with less than the other, all rumble is limited. */
const CLEAN = 0.95;
const NOISY = 0.85;
/** Of the way from window to window: about a second. */
const PACE = 0.02;
const TINY = 1e-9;

/** @returns limits `masked`, what the network left of `spectrum`, window by window */
export function rumbleLimit(): (spectrum: Spectrum, masked: Spectrum) => void {
  let left = 1;
  return (spectrum, masked) => {
    const now = Math.sqrt((energyOf(masked, ABOVE) + TINY) / (energyOf(spectrum, ABOVE) + TINY));
    left += (Math.min(1, now) - left) * PACE;
    const strength = Math.min(1, Math.max(0, (CLEAN - left) / (CLEAN - NOISY)));
    const most = MOST_RUMBLE * Math.sqrt(energyOf(masked, VOICE) / (VOICE.to - VOICE.from + 1));
    for (let bin = RUMBLE.from; bin <= RUMBLE.to; bin++) {
      const [real, imaginary] = [masked.real[bin] as number, masked.imaginary[bin] as number];
      const limited = Math.min(1, most / (Math.hypot(real, imaginary) + TINY));
      const gain = 1 - strength * (1 - limited);
      masked.real[bin] = gain * real;
      masked.imaginary[bin] = gain * imaginary;
    }
  };
}
