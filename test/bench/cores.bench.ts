/** How much sooner one recording is done when its restoration has all cores. */

import path from 'node:path';
import { MODEL_IDS } from '../../shared/domain/models.ts';
import { secondsOfRestoring } from '../harness/engine/engine-clock.ts';
import { makeNoisyRecording } from '../harness/engine/engine-speed.ts';
import type { Bench } from './bench.ts';

const ROUNDS = 3;

export const bench: Bench = {
  measures: `Time by the clock that one recording of a minute and a half takes on all cores, of that on one core; the worse model, mono and stereo, the best of ${ROUNDS} rounds each`,
  unit: '× the time on one core',
  target: 0.75,
  better: 'lower',
  run: async (folder) => {
    const output = path.join(folder, 'restored.wav');
    const details: Record<string, number> = {};
    let value = 0;
    for (const [layout, channels] of [['mono', 1] as const, ['stereo', 2] as const]) {
      const input = makeNoisyRecording(folder, channels);
      for (const model of MODEL_IDS) {
        const least = { one: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY };
        for (let round = 0; round < ROUNDS; round++) {
          for (const cores of ['one', 'all'] as const) {
            least[cores] = Math.min(least[cores], await secondsOfRestoring(input, output, model, cores));
          }
        }
        details[`${model} ${layout}, seconds on one core`] = Number(least.one.toFixed(2));
        details[`${model} ${layout}, seconds on all`] = Number(least.all.toFixed(2));
        value = Math.max(value, least.all / least.one);
      }
    }
    return { value, details };
  },
};
