/** Judges many pieces on all cores. Figures don't depend on how many there are: how long a method takes is measured by other benchmarks. */

import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Piece } from '../../fixtures/quality/material.ts';
import type { Outcome } from './judge.ts';

export interface JudgeWork {
  /** For what is made on the way. */
  readonly folder: string;
  /** Where the files of others' networks are. */
  readonly models: string | undefined;
  /** Null for all. */
  readonly methods: readonly string[] | null;
}

/** @returns in the order of `pieces` */
export async function judgeAll(work: JudgeWork, pieces: readonly Piece[]): Promise<readonly Outcome[]> {
  const outcomes: (readonly Outcome[])[] = [];
  let next = 0;
  const workers = Array.from({ length: Math.min(availableParallelism(), pieces.length) }, async (_, index) => {
    const folder = path.join(work.folder, `judge-${index}`);
    mkdirSync(folder);
    const worker = new Worker(new URL('judge-worker.ts', import.meta.url), { workerData: { ...work, folder } });
    try {
      for (let at = next++; at < pieces.length; at = next++) outcomes[at] = await answerOf(worker, pieces[at] as Piece);
    } finally {
      await worker.terminate();
    }
  });
  await Promise.all(workers);
  return outcomes.flat();
}

function answerOf(worker: Worker, piece: Piece): Promise<readonly Outcome[]> {
  return new Promise((resolve, reject) => {
    const fail = (failure: Error) => reject(new Error(`${piece.name}: ${failure.message}`, { cause: failure }));
    worker.once('error', fail);
    worker.once('message', (outcomes: readonly Outcome[]) => {
      worker.off('error', fail);
      resolve(outcomes);
    });
    worker.postMessage(piece);
  });
}
