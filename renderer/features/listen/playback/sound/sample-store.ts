/** The samples at hand: chunks of every source, read by frame. Pure. */

export interface SampleStore {
  put(source: number, chunk: number, samples: Float32Array): void;
  /** Frames from `frame` on that can be read without a gap, at most `most`. Outside the recording everything can be read: it is silent. */
  reach(source: number, frame: number, most: number): number;
  /**
   * Adds frames of a source to both channels.
   * @param gain of the frame with a number, counted from 0
   */
  add(source: number, frame: number, count: number, into: Target, gain: (index: number) => number): void;
  /** Drops the chunks that are far from all of these frames. */
  keepNear(frames: readonly number[]): void;
}

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
  const chunks = Array.from({ length: sources }, () => new Map<number, Float32Array>());

  return {
    put(source, chunk, samples) {
      chunks[source]?.set(chunk, samples);
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
    add(source, frame, count, { left, right, at }, gain) {
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
          left[at + index] = (left[at + index] ?? 0) + factor * (samples[from] ?? 0);
          right[at + index] = (right[at + index] ?? 0) + factor * (samples[from + 1] ?? 0);
        }
      }
    },
    keepNear(frames) {
      const places = frames.map((frame) => Math.floor(frame / chunkFrames));
      for (const store of chunks) {
        for (const chunk of store.keys()) {
          const isNear = places.some((place) => chunk >= place - keepBehind && chunk <= place + keepAhead);
          if (!isNear) store.delete(chunk);
        }
      }
    },
  };
}
