/** How well a running restoration is in hand: how soon it is gone when it is cancelled, and how often and how honestly it tells its progress. */

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnNodeHelper } from '../../electron/hosts/common/processes/node-helpers.ts';
import { silentLog } from '../../electron/platform/log.ts';
import { createEngineClient } from '../../electron/platform/processes/engine-client.ts';
import { MODEL_IDS, type ModelId } from '../../shared/domain/models.ts';
import type { EngineProgress } from '../../shared/engine-api/messages.ts';
import { decode } from '../fixtures/audio/media.ts';
import { writeWav } from '../fixtures/audio/signals.ts';
import { inRoom, room } from '../fixtures/quality/noises.ts';
import { makeNoisyRecording } from '../harness/engine/engine-speed.ts';
import type { Bench } from './bench.ts';

const RATE = 48_000;
const CANCEL_MS = 100;
const PROGRESS_MS = 200;
const CANCELLED_RUNS = 20;

export const bench: Bench = {
  measures: `The worst by what is allowed of: cancelling until the process is gone (${CANCEL_MS} ms, the slowest of ${CANCELLED_RUNS} for each model), and from one report of progress to the next (${PROGRESS_MS} ms, 95 of 100 while restoring; every model and kind of damage)`,
  unit: '× what is allowed',
  target: 1,
  better: 'lower',
  run: async (folder) => {
    const recordings = await makeRecordings(folder);
    const details: Record<string, number> = {};
    let worst = 0;
    for (const model of MODEL_IDS) {
      const slowest = await slowestCancelling(folder, recordings.noisy as string, model);
      details[`${model} cancelled within ms`] = rounded(slowest);
      worst = Math.max(worst, slowest / CANCEL_MS);
      for (const [kind, file] of Object.entries(recordings)) {
        const { gaps, dishonesty } = await watched(folder, file, model);
        const usual = gaps[Math.floor(gaps.length * 0.95)] as number;
        details[`${model} ${kind} ms between reports, 95 of 100`] = rounded(usual);
        details[`${model} ${kind} ms between reports, longest`] = rounded(gaps.at(-1) as number);
        details[`${model} ${kind} progress off the time by`] = rounded(dishonesty);
        worst = Math.max(worst, usual / PROGRESS_MS);
      }
    }
    return { value: worst, details };
  },
};

/** Each sets other stages to work. */
async function makeRecordings(folder: string): Promise<Readonly<Record<string, string>>> {
  const noisy = makeNoisyRecording(folder, 1);
  const [samples = new Float32Array(0)] = decode(noisy, { channels: 1 }).channels;
  const reverberant = path.join(folder, 'reverberant.wav');
  writeWav(reverberant, [await inRoom(samples, room(0.8, 1, RATE))], RATE);
  const clipped = path.join(folder, 'clipped.wav');
  writeWav(clipped, [samples.map((value) => Math.max(-0.1, Math.min(0.1, value)))], RATE);
  return { noisy, reverberant, clipped, stereo: makeNoisyRecording(folder, 2) };
}

function startRestoring(folder: string, input: string, model: ModelId, onProgress: (progress: EngineProgress) => void) {
  const engine = createEngineClient(spawnNodeHelper('engine', {}), silentLog);
  const outputs = [{ path: path.join(folder, 'restored.wav'), format: 'source' as const }];
  return { engine, done: engine.request('restore', { input, model, outputs }, onProgress) };
}

async function slowestCancelling(folder: string, input: string, model: ModelId): Promise<number> {
  let slowest = 0;
  for (let run = 0; run < CANCELLED_RUNS; run++) {
    const begun = Promise.withResolvers<void>();
    const { engine, done } = startRestoring(folder, input, model, () => begun.resolve());
    const ended = done.catch(() => undefined);
    await begun.promise;
    await sleep(run * 50);
    const asked = performance.now();
    await engine.stop();
    slowest = Math.max(slowest, performance.now() - asked);
    await ended;
  }
  return slowest;
}

/** @returns gaps in ms, the longest last, and the largest difference between what was told and the part of the time that had passed */
async function watched(folder: string, input: string, model: ModelId) {
  const told: { readonly at: number; readonly fraction: number }[] = [];
  const { engine, done } = startRestoring(folder, input, model, ({ fraction }) =>
    told.push({ at: performance.now(), fraction }),
  );
  await done;
  const end = performance.now();
  await engine.stop();
  const start = told[0]?.at ?? end;
  const gaps = told.slice(1).map(({ at }, index) => at - (told[index]?.at ?? at));
  const off = told.map(({ at, fraction }) => Math.abs(fraction - (at - start) / (end - start)));
  return { gaps: gaps.toSorted((one, other) => one - other), dishonesty: Math.max(...off) };
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
