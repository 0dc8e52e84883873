/** The channel between the chain and the guide worker: a ring buffer and wake-ups in each direction. */

import type { MessagePort } from 'node:worker_threads';
import type { GuidePart } from './parts.ts';
import { RING_BYTES, type SampleRing, sampleRing } from './sample-ring.ts';

export interface GuideStart {
  readonly part: GuidePart;
  readonly memory: SharedArrayBuffer;
  /** On which the thread sends its error. */
  readonly failures: MessagePort;
}

/** Steps are counted for each side: whatever a side reads, writes, ends or fails with is visible to the other after its step. */
type Side = 'chain' | 'thread';

export interface WorkerChannel {
  readonly toThread: SampleRing;
  readonly toChain: SampleRing;
  /** Counts a step of this side and wakes the other. */
  step(own: Side): void;
  /** Steps of a side so far. */
  stepsOf(side: Side): number;
  /** Waits until a side has made more steps than `seen`. @returns false after `milliseconds` */
  waitFor(side: Side, seen: number, milliseconds?: number): boolean;
  /** The ring to which a side writes. */
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
