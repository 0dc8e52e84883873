/** What many short recordings take beside the restoration itself: starting processes, uploading, recording, checking, exporting. */

import { rmSync } from 'node:fs';
import path from 'node:path';
import { MODEL_IDS, type ModelId } from '../../shared/domain/models.ts';
import { denoiseClips, makeClips, restoreClips } from '../harness/load/clips.ts';
import type { WholeCommand } from '../harness/load/whole-command.ts';
import type { Bench } from './bench.ts';

const CLIPS = 1000;
const CLIPS_OF_BOTH = 100;

export const bench: Bench = {
  measures: `Processor time of all processes for ${CLIPS} clips of two seconds, restored by the command line through the local service with service-2, against ffmpeg's afftdn with a process for each clip`,
  unit: '× afftdn',
  target: 2.2,
  better: 'lower',
  run: async (folder) => {
    const many = await compare(path.join(folder, 'many'), CLIPS, ['service-2']);
    const both = await compare(path.join(folder, 'both'), CLIPS_OF_BOTH, MODEL_IDS);
    return {
      value: many.ratio,
      details: { ...prefixed('service-2, 1000 clips', many), ...prefixed('both models, 100 clips', both) },
    };
  },
};

async function compare(folder: string, count: number, models: readonly ModelId[]) {
  const clips = makeClips(folder, count);
  const denoised = await denoiseClips(folder, clips);
  const restored = await restoreClips(folder, clips, models);
  rmSync(folder, { recursive: true });
  return {
    ratio: rounded(restored.processorSeconds / denoised.processorSeconds),
    'processor seconds': rounded(restored.processorSeconds),
    'processor seconds of afftdn': rounded(denoised.processorSeconds),
    'seconds for ten clips': rounded((restored.seconds / count) * 10),
    ...memoryOf(restored),
  };
}

/** The most at any moment, and how much more the last quarter holds than the second. */
function memoryOf({ memory }: WholeCommand) {
  const quarter = (number: number) =>
    median(memory.slice((memory.length * (number - 1)) / 4, (memory.length * number) / 4));
  return { 'most MiB': rounded(Math.max(...memory)), 'growth in MiB': rounded(quarter(4) - quarter(2)) };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function prefixed(prefix: string, figures: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}: ${name}`, value]));
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
