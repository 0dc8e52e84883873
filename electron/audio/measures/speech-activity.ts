/** Finds the slots with speech as in ITU-T P.56: above a threshold, or within a hangover time after it. */

import { createNumberList } from '../dsp/number-list.ts';

export interface SpeechActivity {
  /** Mean squares of the next slots. */
  add(powers: Float64Array): void;
  /** Mean squares of all slots since the last call. */
  take(): Float64Array;
  /** @param noise mean square of the noise @returns the active slots, and the sum of their mean squares above the noise */
  judge(powers: Float64Array, noise: number): { readonly speech: number; readonly activeSlots: number };
  /** @param noise mean square of the noise @returns 1 for each active slot, 0 for the others */
  mark(powers: Float64Array, noise: number): Uint8Array;
}

/** Smoothing of the powers; with less, noise alone exceeds the threshold. */
const SMOOTHING_SECONDS = 0.05;
/** Shorter pauses count as speech. */
const HANGOVER_SECONDS = 0.2;
/** Active slots exceed the noise by this factor. */
const ABOVE_NOISE = 2;
/** Active slots are at least this fraction of the strongest, which matters when there is hardly any noise. */
const BELOW_SPEECH = 10 ** -3;
/** Quantile for the strongest slots, so that a knock on the table does not count. */
const LOUD_QUANTILE = 0.95;

/** @param slotSeconds length of a slot */
export function createSpeechActivity(slotSeconds: number): SpeechActivity {
  const reach = Math.max(1, Math.round(SMOOTHING_SECONDS / slotSeconds / 2));
  const hangover = Math.round(HANGOVER_SECONDS / slotSeconds);
  let slots = createNumberList();

  function mark(powers: Float64Array, noise: number): Uint8Array {
    const smooth = smoothed(powers, reach);
    const loud = smooth.toSorted()[Math.floor((smooth.length - 1) * LOUD_QUANTILE)] ?? 0;
    const threshold = Math.max(noise * ABOVE_NOISE, loud * BELOW_SPEECH);
    let lastLoud = Number.NEGATIVE_INFINITY;
    return Uint8Array.from(smooth, (power, slot) => {
      if (power > threshold) lastLoud = slot;
      return slot - lastLoud > hangover ? 0 : 1;
    });
  }

  return {
    add: (powers) => {
      for (const power of powers) slots.push(power);
    },
    take: () => {
      const taken = slots.values();
      slots = createNumberList();
      return taken;
    },
    judge: (powers, noise) => {
      let speech = 0;
      let activeSlots = 0;
      for (const [slot, active] of mark(powers, noise).entries()) {
        if (active === 0) continue;
        activeSlots += 1;
        speech += (powers[slot] as number) - noise;
      }
      return { speech: Math.max(0, speech), activeSlots };
    },
    mark,
  };
}

function smoothed(powers: Float64Array, reach: number): Float64Array {
  const smooth = new Float64Array(powers.length);
  let sum = 0;
  let inReach = 0;
  for (let i = 0; i < powers.length + reach; i++) {
    if (i < powers.length) {
      sum += powers[i] as number;
      inReach += 1;
    }
    if (i - 2 * reach - 1 >= 0) {
      sum -= powers[i - 2 * reach - 1] as number;
      inReach -= 1;
    }
    if (i >= reach) smooth[i - reach] = sum / inReach;
  }
  return smooth;
}
