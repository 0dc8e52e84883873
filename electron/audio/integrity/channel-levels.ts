/** Level of one channel over time, in the columns of band levels: enough to tell which channel a voice is on, and cheaper than bands. */

import { HOP_FRAMES, LEVEL_RATE } from './band-levels.ts';

/** Removes rumble, which no restoration keeps, below this frequency in Hz. */
const HIGH_PASS = 150;
/** Only every second sample counts: a level needs no more. */
const STRIDE = 2;
const COUNTED = HOP_FRAMES / STRIDE;
const KEPT = Math.exp((-2 * Math.PI * HIGH_PASS * STRIDE) / LEVEL_RATE);
/** Mean square of digital silence: -127 dBFS. */
const SILENCE = 2e-13;

export interface ChannelLevelCollector {
  /** The next samples of the channel at LEVEL_RATE: an even number, but for the last. */
  push(samples: Float32Array): void;
  /** Mean square of each column in dBFS. Add nothing afterward. */
  finish(): Float32Array;
}

export function createChannelLevelCollector(): ChannelLevelCollector {
  let levels = new Float32Array(4096);
  let columns = 0;
  let filled = 0;
  /** Of the open column, and the filter's memory: last sample in, last sample out. Outside of an array, each would be allocated anew. */
  const state = new Float64Array(3);

  function closeColumn(power: number): void {
    if (columns === levels.length) {
      const larger = new Float32Array(levels.length * 2);
      larger.set(levels);
      levels = larger;
    }
    levels[columns++] = 10 * Math.log10(power / COUNTED + SILENCE);
  }

  return {
    push: (samples) => {
      let [power, before, passed] = state as unknown as [number, number, number];
      let count = filled;
      for (let i = 0; i < samples.length; i += STRIDE) {
        const sample = samples[i] as number;
        passed = sample - before + KEPT * passed;
        before = sample;
        power += passed * passed;
        count += 1;
        if (count < COUNTED) continue;
        closeColumn(power);
        count = 0;
        power = 0;
      }
      filled = count;
      state.set([power, before, passed]);
    },
    finish: () => {
      closeColumn(state[0] as number);
      return levels.subarray(0, columns);
    },
  };
}
