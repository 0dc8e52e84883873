/** Judges pieces that the main thread sends, one after the other. */

import { parentPort, workerData } from 'node:worker_threads';
import type { Piece } from '../../fixtures/quality/material.ts';
import { createJudge } from './judge.ts';
import type { JudgeWork } from './judge-all.ts';

const { folder, models, methods } = workerData as JudgeWork;
const judge = await createJudge(folder, models, (method) => methods === null || methods.includes(method));

parentPort?.on('message', async (piece: Piece) => {
  // A failure ends the worker, which the main thread is told.
  parentPort?.postMessage(await judge.outcomesOf(piece));
});
