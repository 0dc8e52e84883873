/** The line between the chain and the thread that works on a part of its guide: a ring each way, and how each wakes the other. */

import type { MessagePort } from 'node:worker_threads';
import type { GuidePart } from './parts.ts';
import { RING_BYTES, type SampleRing, sampleRing } from './sample-ring.ts';

export interface GuideStart {
  readonly part: GuidePart;
  readonly memory: SharedArrayBuffer;
  /** Where the thread says what it failed with. */
  readonly failures: MessagePort;
}

/** Whose steps are counted: what a side has read, written, ended or failed with is seen by the other after its step. */
type Side = 'chain' | 'thread';

export interface WorkerChannel {
  readonly toThread: SampleRing;
  readonly toChain: SampleRing;
  /** Tells the other side that something has changed. */
  step(own: Side): void;
  /** How many steps a side has made. */
  stepsOf(side: Side): number;
  /** Waits until a side has made more steps than `seen`. @returns false when `milliseconds` pass before */
  waitFor(side: Side, seen: number, milliseconds?: number): boolean;
  /** Of the samples that a side writes. */
  end(side: Side): void;
  hasEnded(side: Side): boolean;
}

const PLACES: Readonly<Record<Side, { readonly steps: number; readonly ended: number }>> = {
  chain: { steps: 0, ended: 1 },
  thread: { steps: 2, ended: 3 },
};
const STATE_BYTES = 16;

export const CHANNEL_BYTES = STATE_BYTES + 2 * RING_BYTES;

export function openWorkerChannel(memory: SharedArrayBuffer): WorkerChannel {
  const state = new Int32Array(memory, 0, STATE_BYTES / Int32Array.BYTES_PER_ELEMENT);
  const step = (own: Side) => {
    Atomics.add(state, PLACES[own].steps, 1);
    Atomics.notify(state, PLACES[own].steps);
  };
  return {
    toThread: sampleRing(memory, STATE_BYTES),
    toChain: sampleRing(memory, STATE_BYTES + RING_BYTES),
    step,
    stepsOf: (side) => Atomics.load(state, PLACES[side].steps),
    waitFor: (side, seen, milliseconds) => Atomics.wait(state, PLACES[side].steps, seen, milliseconds) !== 'timed-out',
    end: (side) => {
      Atomics.store(state, PLACES[side].ended, 1);
      step(side);
    },
    hasEnded: (side) => Atomics.load(state, PLACES[side].ended) === 1,
  };
}
