/** Runs a batch on a real desk and its real service, writes down what the desk says is left, and compares that with what was. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskClient } from '../../../shared/contract/index.ts';
import type { TimeSpan } from '../../../shared/contract/views.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import type { ModelId } from '../../../shared/domain/models.ts';

const LOOK_MS = 100;

export interface Batch {
  readonly models: readonly ModelId[];
  /** Lengths in seconds, in the queue's order. */
  readonly lengths: readonly number[];
}

/** When the bar has reached a share. */
interface Judgment {
  /** How far the time left was off, as a share of the true one; negative when it was too short. */
  readonly off: number;
  /** Rows that wait, and how many of them promised to be done in less than 70 % of their true time. */
  readonly rows: number;
  readonly tooEarly: number;
}

interface Look {
  readonly at: number;
  /** As the bar shows it, 0 to 1. */
  readonly progress: number;
  readonly whole: TimeSpan | null;
  readonly rows: ReadonlyMap<string, TimeSpan>;
}

const middle = ({ least, most }: TimeSpan) => (least + most) / 2;

/** @param shares of the bar at which it looks, 0 to 1 @returns one judgment for each; `off` is infinite where nothing was said */
export async function judgeBatch(
  client: DeskClient,
  folder: string,
  batch: Batch,
  shares: readonly number[],
): Promise<{ readonly seconds: number; readonly judgments: readonly Judgment[] }> {
  const paths = batch.lengths.map((seconds, index) => {
    const file = path.join(folder, `take ${index}.wav`);
    // The digits behind the point make each content its own.
    writeFileSync(file, `${seconds}.${String(index).padStart(6, '0')}`);
    return file;
  });
  const output = { kind: 'folder' as const, path: path.join(folder, 'out') };
  const preset = { ...DEFAULT_BATCH_PRESET, models: [...batch.models], output };
  const began = performance.now();
  const { jobIds } = await client.queue.add({ paths, preset, start: true });
  const looks: Look[] = [];
  const doneAt = new Map<string, number>();
  while (doneAt.size < jobIds.length) {
    await sleep(LOOK_MS);
    const { jobs, totals } = await client.queue.list({ offset: 0, limit: 1000 });
    const at = performance.now();
    const rows = new Map<string, TimeSpan>();
    for (const job of jobs) {
      if (job.state.kind === 'failed') throw new Error(`A recording failed: ${job.state.error.code}`);
      if (job.state.kind === 'done' && !doneAt.has(job.id)) doneAt.set(job.id, at);
      if (job.state.kind !== 'generating' && job.secondsLeft !== null) rows.set(job.id, job.secondsLeft);
    }
    looks.push({ at, progress: totals.run?.progress ?? 0, whole: totals.run?.secondsLeft ?? null, rows });
  }
  const end = Math.max(...doneAt.values());
  const judgments = shares.map((share) => {
    const look = looks.find(({ progress }) => progress >= share) ?? looks.at(-1);
    if (look === undefined) throw new Error('The batch ended before anybody looked');
    const left = (end - look.at) / 1000;
    const early = [...look.rows].filter(
      ([id, span]) => span.most < (0.7 * ((doneAt.get(id) ?? 0) - look.at)) / 1000 - 1,
    );
    const off = look.whole === null ? Number.POSITIVE_INFINITY : (middle(look.whole) - left) / left;
    return { off, rows: look.rows.size, tooEarly: early.length };
  });
  return { seconds: (end - began) / 1000, judgments };
}

/** Lengths between two bounds, spread evenly over their logarithms. */
export function mixedLengths(count: number, least: number, most: number, random: () => number): number[] {
  return Array.from({ length: count }, () => Math.round(least * (most / least) ** random()));
}
