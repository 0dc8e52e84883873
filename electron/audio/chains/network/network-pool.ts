/** The network on several cores: threads compute chunks side by side. Their number changes no sample. */

import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createRestorationNetwork, type RestorationNetwork } from '../../dsp/network/network.ts';
import type { SoundSums } from './music.ts';
import { openSlots, type Slot, slotBytes } from './network-slots.ts';
import type { NetworkThreadStart } from './network-thread.ts';

/** The spectra of a chunk with its context. */
export interface ChunkInput {
  /** With the context. */
  readonly frames: number;
  /** First frame of the chunk itself. */
  readonly from: number;
  /** Frames of the chunk itself. */
  readonly count: number;
  /** Writes the frames, one after the other. */
  write(real: Float32Array, imaginary: Float32Array): void;
}

/** Chunks of one mono mix, whose taps come in the order in which they were handed over. */
export interface NetworkLane {
  readonly hasRoom: boolean;
  /** Whether the oldest chunk's taps are there. */
  readonly isReady: boolean;
  handOver(chunk: ChunkInput): void;
  /** Gives the oldest chunk's taps to `use`, and waits for them if it has to. @throws Error when no thread answers */
  take(use: (taps: Float32Array, quarters: readonly SoundSums[]) => void): void;
}

export interface NetworkPool {
  readonly startedThreads: number;
  readonly failedThreads: number;
  openLane(): NetworkLane;
  /** What to wait for before more samples are pushed, so that no call has to block; undefined when there is nothing. */
  settle(): Promise<void> | undefined;
  close(): void;
}

/** Next to this file, or next to the bundle that contains it. */
const THREAD = path.join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'network-thread.ts' : 'network.js',
);

/** A chunk takes part of a second; on a machine with much other work it may take many. */
const SILENT_MS = 60_000;

/** This thread's own, kept for the next recording: making it takes longer than a short clip. */
let network: RestorationNetwork | null = null;

/** All of a thread's work lies outside of its heap. */
const LIMITS = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

/** @param threads 0 computes everything in this thread @param lanes that will be opened */
export async function startNetworkPool(threads: number, lanes: number, thread = THREAD): Promise<NetworkPool> {
  /** One of all is filled while the threads compute the others, and one of each lane is always at hand. */
  const perLane = threads === 0 ? 1 : Math.max(2, Math.ceil((threads + 1) / lanes));
  const count = perLane * lanes;
  const memory = new SharedArrayBuffer(slotBytes(count));
  const all = openSlots(memory, count);
  const workerData: NetworkThreadStart = { memory, count };
  const starting = Array.from({ length: threads }, () => startThread(thread, workerData));
  const workers = (await Promise.all(starting)).filter((worker) => worker !== null);
  const opened: { readonly slots: readonly Slot[]; readonly waiting: Slot[] }[] = [];

  /** Where no thread could be started, this one computes. */
  function finish(slot: Slot): void {
    while (!slot.isDone) {
      const seen = all.steps;
      if (workers.length === 0) {
        network ??= createRestorationNetwork();
        slot.compute(network);
      } else if (!slot.isDone && !all.waitFor(seen, SILENT_MS)) throw new Error('No thread of the network answers');
    }
  }

  /** Lanes that can take another chunk, or give one, make nobody wait. */
  const isSettled = () =>
    opened.every(({ slots, waiting }) => waiting.length < slots.length || waiting[0]?.isDone !== false);

  return {
    startedThreads: workers.length,
    failedThreads: threads - workers.length,
    openLane: () => {
      const slots = all.slots.slice(opened.length * perLane, (opened.length + 1) * perLane);
      const waiting: Slot[] = [];
      opened.push({ slots, waiting });
      return {
        get hasRoom() {
          return slots.some(({ isFree }) => isFree);
        },
        get isReady() {
          return waiting[0]?.isDone === true;
        },
        handOver: ({ count: frameCount, frames, from, write }) => {
          const slot = slots.find(({ isFree }) => isFree);
          if (slot === undefined) throw new Error('All chunks are under way');
          write(slot.real, slot.imaginary);
          slot.fill(frames, from, frameCount);
          waiting.push(slot);
        },
        take: (use) => {
          const oldest = waiting.shift();
          if (oldest === undefined) throw new Error('No chunk is under way');
          finish(oldest);
          use(oldest.taps, oldest.quarters);
          oldest.free();
        },
      };
    },
    settle: () => (workers.length === 0 || isSettled() ? undefined : settled()),
    close: () => {
      all.end();
      for (const worker of workers) void worker.terminate();
    },
  };

  async function settled(): Promise<void> {
    for (;;) {
      const seen = all.steps;
      if (isSettled()) return;
      if (!(await all.comes(seen, SILENT_MS))) throw new Error('No thread of the network answers');
    }
  }
}

async function startThread(thread: string, workerData: NetworkThreadStart): Promise<Worker | null> {
  const worker = new Worker(thread, { workerData, env: {}, resourceLimits: LIMITS });
  const isReady = await new Promise<boolean>((resolve) => {
    worker.once('message', () => resolve(true));
    worker.on('error', () => resolve(false));
    worker.once('exit', () => resolve(false));
  });
  return isReady ? worker : null;
}
