/** The samples at hand: chunks of every source, read by frame. Pure. */

import type { Fold } from '../../../../shared/domain/quality/channel-notes.ts';

export interface SampleStore {
  /** Sources beyond the first ones are added one by one: each takes the place of the one before. @returns false for one that was replaced */
  put(source: number, chunk: number, samples: ChunkSamples): boolean;
  /** Frames from `frame` on that can be read without a gap, at most `most`. Outside the recording everything can be read: it is silent. */
  reach(source: number, frame: number, most: number): number;
  /** Adds frames of a source to both channels: to each its own, or to both what its fold makes of them. */
  add(of: SampleSource, run: FrameRun, into: Target): void;
  /** Drops the chunks that are far from all of these frames. */
  keepNear(frames: readonly number[]): void;
  /** What was dropped or replaced since the last call: it isn't read anymore. */
  spent(): ChunkSamples[];
}

interface FrameRun {
  /** The first. */
  readonly frame: number;
  readonly count: number;
  /** Of the frame with a number, counted from 0. */
  gain(index: number): number;
}

/** Interleaved stereo samples, in memory of their own. */
export type ChunkSamples = Float32Array<ArrayBuffer>;

interface SampleSource {
  readonly source: number;
  readonly mono: Fold | null;
}

const LEFT_ALONE: Fold = [1, 0];
const RIGHT_ALONE: Fold = [0, 1];

export interface Target {
  readonly left: Float32Array;
  readonly right: Float32Array;
  /** Index of the first frame to write. */
  readonly at: number;
}

export interface SampleStoreOptions {
  readonly sources: number;
  readonly lengthFrames: number;
  readonly chunkFrames: number;
  /** Chunks kept before and after a place. */
  readonly keepBehind: number;
  readonly keepAhead: number;
}

export function createSampleStore(options: SampleStoreOptions): SampleStore {
  const { sources, lengthFrames, chunkFrames, keepBehind, keepAhead } = options;
  const chunks = Array.from({ length: sources }, () => new Map<number, ChunkSamples>());
  let dropped: ChunkSamples[] = [];

  /** A source that was added; what others before it had is dropped. */
  function added(source: number): Map<number, ChunkSamples> {
    for (const earlier of chunks.splice(sources)) dropped.push(...earlier.values());
    while (chunks.length <= source) chunks.push(new Map());
    return chunks[source] as Map<number, ChunkSamples>;
  }

  return {
    put(source, chunk, samples) {
      if (source < 0 || (source >= sources && source < chunks.length - 1)) return false;
      const store = chunks[source] ?? added(source);
      const before = store.get(chunk);
      if (before !== undefined) dropped.push(before);
      store.set(chunk, samples);
      return true;
    },
    reach(source, frame, most) {
      let here = frame;
      while (here < frame + most) {
        if (here < 0) here = 0;
        else if (here >= lengthFrames) return most;
        else if (chunks[source]?.has(Math.floor(here / chunkFrames)) !== true) break;
        else here = (Math.floor(here / chunkFrames) + 1) * chunkFrames;
      }
      return Math.max(0, Math.min(most, here - frame));
    },
    add({ source, mono }, { frame, count, gain }, { left, right, at }) {
      const [toLeft, toRight] = [mono ?? LEFT_ALONE, mono ?? RIGHT_ALONE];
      let index = Math.max(0, -frame);
      while (index < count) {
        const chunk = Math.floor((frame + index) / chunkFrames);
        const samples = chunks[source]?.get(chunk);
        const end = Math.min(count, (chunk + 1) * chunkFrames - frame);
        if (samples === undefined) {
          index = end;
          continue;
        }
        for (let from = (frame + index - chunk * chunkFrames) * 2; index < end; index++, from += 2) {
          const factor = gain(index);
          const one = samples[from] ?? 0;
          const other = samples[from + 1] ?? 0;
          left[at + index] = (left[at + index] ?? 0) + factor * (toLeft[0] * one + toLeft[1] * other);
          right[at + index] = (right[at + index] ?? 0) + factor * (toRight[0] * one + toRight[1] * other);
        }
      }
    },
    keepNear(frames) {
      const places = frames.map((frame) => Math.floor(frame / chunkFrames));
      for (const store of chunks) {
        for (const [chunk, samples] of store) {
          const isNear = places.some((place) => chunk >= place - keepBehind && chunk <= place + keepAhead);
          if (isNear) continue;
          store.delete(chunk);
          dropped.push(samples);
        }
      }
    },
    spent() {
      const all = dropped;
      dropped = [];
      return all;
    },
  };
}
