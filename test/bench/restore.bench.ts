/** How fast the models restore, against the playing time and against FFmpeg's own denoiser. */

import { MODEL_IDS } from '../../shared/domain/models.ts';
import { afftdnFactor, makeNoisyRecording, restoreFactor } from '../harness/engine/engine-speed.ts';
import type { Bench } from './bench.ts';

const ROUNDS = 3;
/** Seconds of one processor for a second of recording. */
const TARGETS = { 'service-2': { mono: 0.035, stereo: 0.05 }, 'service-3.5': { mono: 0.12, stereo: 0.14 } } as const;

export const bench: Bench = {
  measures: `The worst of the models' real-time factors against its target: service-2 0.035 mono and 0.05 stereo, service-3.5 0.12 and 0.14; processor time of noisy speech at 48 kHz, WAV to WAV, the best of ${ROUNDS} rounds`,
  unit: '× its target',
  target: 1,
  better: 'lower',
  run: async (folder) => {
    const details: Record<string, number> = {};
    let worst = 0;
    for (const [layout, channels] of [['mono', 1] as const, ['stereo', 2] as const]) {
      const input = makeNoisyRecording(folder, channels);
      for (const model of MODEL_IDS) {
        const factor = await best(() => restoreFactor(folder, input, model));
        details[`${model} ${layout}`] = rounded(factor);
        worst = Math.max(worst, factor / TARGETS[model][layout]);
      }
      details[`afftdn ${layout}`] = rounded(await best(async () => afftdnFactor(folder, input)));
    }
    return { value: worst, details };
  },
};

async function best(measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) least = Math.min(least, await measure());
  return least;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
