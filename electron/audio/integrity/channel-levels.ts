/** Level of one channel over time, in the columns of band levels: enough to tell which channel a voice is on, and cheaper than bands. */

import { HOP_FRAMES, LEVEL_RATE } from './band-levels.ts';

/** Removes rumble, which no restoration keeps, below this frequency in Hz. */
const HIGH_PASS = 150;
const KEPT = Math.exp((-2 * Math.PI * HIGH_PASS) / LEVEL_RATE);
/** Mean square of digital silence: -127 dBFS. */
const SILENCE = 2e-13;

export interface ChannelLevelCollector {
  /** The next samples of the channel at LEVEL_RATE. */
  push(samples: Float32Array): void;
  /** Mean square of each column in dBFS. Add nothing afterwards. */
  finish(): Float32Array;
}

export function createChannelLevelCollector(): ChannelLevelCollector {
  let levels = new Float32Array(4096);
  let columns = 0;
  let filled = 0;
  let power = 0;
  let before = 0;
  let passed = 0;

  function closeColumn(): void {
    if (columns === levels.length) {
      const larger = new Float32Array(levels.length * 2);
      larger.set(levels);
      levels = larger;
    }
    levels[columns++] = 10 * Math.log10(power / HOP_FRAMES + SILENCE);
    filled = 0;
    power = 0;
  }

  return {
    push: (samples) => {
      for (let i = 0; i < samples.length; i++) {
        const sample = samples[i] as number;
        passed = sample - before + KEPT * passed;
        before = sample;
        power += passed * passed;
        if (++filled === HOP_FRAMES) closeColumn();
      }
    },
    finish: () => {
      closeColumn();
      return levels.subarray(0, columns);
    },
  };
}
