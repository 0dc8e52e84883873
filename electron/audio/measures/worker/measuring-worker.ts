/** The measuring worker: measures in a thread of its own, so that a long scan takes little more time than decoding. */

import path from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type FromMeasuringWorker,
  type MeasuringWorkerStart,
  PART_FRAMES,
  PARTS,
  partOf,
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
  const { channels } = shape;
  const samples = new SharedArrayBuffer(PARTS * channels * PART_FRAMES * Float32Array.BYTES_PER_ELEMENT);
  const workerData: MeasuringWorkerStart = { ...shape, samples };
  const worker = new Worker(thread, { workerData, env: {} });
  const isReady = await new Promise<boolean>((resolve) => {
    worker.once('message', () => resolve(true));
    worker.once('error', () => resolve(false));
    worker.once('exit', () => resolve(false));
  });
  if (!isReady) return null;

  const free: number[] = Array.from({ length: PARTS - 1 }, (_, index) => index + 1);
  let part = 0;
  let filled = 0;
  let planes = planesOf(part);
  let failure: Error | null = null;
  let measured: ScanMeasures | null = null;
  let wake: () => void = () => undefined;
  const send = (message: ToMeasuringWorker) => worker.postMessage(message);

  function planesOf(number: number): readonly Float32Array[] {
    return Array.from({ length: channels }, (_, channel) => partOf(samples, channels, number, channel));
  }

  worker.on('message', (message: FromMeasuringWorker) => {
    if (message.kind === 'free') free.push(message.part);
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

  function fill(block: readonly Float32Array[], from: number, frames: number): number {
    const count = Math.min(frames - from, PART_FRAMES - filled);
    for (const [channel, given] of block.entries()) planes[channel]?.set(given.subarray(from, from + count), filled);
    filled += count;
    return from + count;
  }

  /** @returns whether another part is free */
  function handOver(): boolean {
    send({ kind: 'filled', part, frames: filled });
    filled = 0;
    return takePart();
  }

  function takePart(): boolean {
    const next = free.shift();
    if (next === undefined) return false;
    part = next;
    planes = planesOf(next);
    return true;
  }

  async function addLater(block: readonly Float32Array[], first: number, frames: number): Promise<void> {
    while (!takePart()) await nextWord();
    await add(block, frames, first);
  }

  function add(block: readonly Float32Array[], frames: number, first = 0): Promise<void> | undefined {
    for (let from = first; from < frames; ) {
      from = fill(block, from, frames);
      if (filled === PART_FRAMES && !handOver()) return addLater(block, from, frames);
    }
    return undefined;
  }

  return {
    add: (block, frames) => add(block, frames),
    finish: async () => {
      send({ kind: 'filled', part, frames: filled });
      send({ kind: 'end' });
      while (measured === null) await nextWord();
      return measured;
    },
    close: () => {
      void worker.terminate();
    },
  };
}
