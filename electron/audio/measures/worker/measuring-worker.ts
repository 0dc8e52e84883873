/** The measuring worker: measures in a thread of its own, so that a long scan takes little more time than decoding. */

import path from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  BLOCK_FRAMES,
  BLOCKS,
  type Block,
  buffersOf,
  type FromMeasuringWorker,
  type MeasuringWorkerStart,
  type ToMeasuringWorker,
} from './messages.ts';
import type { SampleMeasurer, ScanMeasures, SoundShape } from './sample-measures.ts';

/** Next to this file, or next to the bundle that contains it. */
const THREAD = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'measuring-thread.ts' : 'measuring.js',
);

/** Null where threads cannot be started; measure in this thread then. @param thread the worker's code */
export async function startMeasuringWorker(shape: SoundShape, thread = THREAD): Promise<SampleMeasurer | null> {
  const worker = new Worker(thread, { workerData: shape satisfies MeasuringWorkerStart, env: {} });
  const isReady = await new Promise<boolean>((resolve) => {
    worker.once('message', () => resolve(true));
    worker.once('error', () => resolve(false));
    worker.once('exit', () => resolve(false));
  });
  if (!isReady) return null;

  const free: Block[] = Array.from({ length: BLOCKS }, () =>
    Array.from({ length: shape.channels }, () => new Float32Array(BLOCK_FRAMES)),
  );
  let block = free.pop() as Block;
  let filled = 0;
  let failure: Error | null = null;
  let measured: ScanMeasures | null = null;
  let wake: () => void = () => undefined;

  worker.on('message', (message: FromMeasuringWorker) => {
    if (message.kind === 'free') free.push(message.block);
    if (message.kind === 'measured') measured = message.measured;
    wake();
  });
  worker.on('error', (error: Error) => {
    failure = error;
    wake();
  });

  /** Waits for the thread's next message. @throws the error it ended with */
  async function nextWord(): Promise<void> {
    if (failure === null) await new Promise<void>((resolve) => (wake = resolve));
    if (failure !== null) throw failure;
  }

  function send(message: ToMeasuringWorker, moved: readonly ArrayBuffer[] = []): void {
    worker.postMessage(message, moved);
  }

  function fill(samples: readonly Float32Array[], from: number, frames: number): number {
    const count = Math.min(frames - from, BLOCK_FRAMES - filled);
    for (const [channel, given] of samples.entries()) block[channel]?.set(given.subarray(from, from + count), filled);
    filled += count;
    return from + count;
  }

  function handOver(): void {
    send({ kind: 'filled', block, frames: filled }, buffersOf(block));
    filled = 0;
  }

  /** @returns whether another block is free */
  function takeBlock(): boolean {
    const next = free.pop();
    if (next === undefined) return false;
    block = next;
    return true;
  }

  async function addLater(samples: readonly Float32Array[], first: number, frames: number): Promise<void> {
    while (!takeBlock()) await nextWord();
    await add(samples, frames, first);
  }

  function add(samples: readonly Float32Array[], frames: number, first = 0): Promise<void> | undefined {
    for (let from = first; from < frames; ) {
      from = fill(samples, from, frames);
      if (filled < BLOCK_FRAMES) break;
      handOver();
      if (!takeBlock()) return addLater(samples, from, frames);
    }
    return undefined;
  }

  return {
    add: (samples, frames) => add(samples, frames),
    finish: async () => {
      handOver();
      send({ kind: 'end' });
      while (measured === null) await nextWord();
      return measured;
    },
    close: () => {
      void worker.terminate();
    },
  };
}
