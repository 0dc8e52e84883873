/** A queue of samples: blocks of any length go in, windows of a fixed length are looked at and taken. */

export interface SampleQueue {
  /** Samples in it. */
  readonly length: number;
  push(samples: Float32Array): void;
  pushZeros(count: number): void;
  /** The first `count` samples, valid until the queue is next changed. @throws RangeError when there are fewer */
  peek(count: number): Float32Array;
  /** Removes and gives the first `count` samples, at most all. */
  take(count: number): Float32Array;
  /** As `take`, but nothing is copied: valid until the queue is next changed. */
  next(count: number): Float32Array;
  drop(count: number): void;
}

/** Fuller than this after moving everything to the front, and the next move would come too soon. */
const MOST_FILLED = 0.85;
const GROWTH = 1.3;

export const USUAL_ROOM = 16_384;

/** @param room samples for which it is made; when it must grow, what it grew out of waits for the garbage collector */
export function createSampleQueue(room = USUAL_ROOM): SampleQueue {
  let store = new Float32Array(Math.ceil(room));
  let start = 0;
  let end = 0;

  function reserve(count: number): void {
    // An empty one begins anew: what it never needs of its room is never touched.
    if (start === end) {
      start = 0;
      end = 0;
    }
    if (end + count <= store.length) return;
    const held = end - start;
    if (held + count > store.length * MOST_FILLED) {
      const larger = new Float32Array(Math.ceil((held + count) * GROWTH));
      larger.set(store.subarray(start, end));
      store = larger;
    } else store.copyWithin(0, start, end);
    start = 0;
    end = held;
  }

  return {
    get length() {
      return end - start;
    },
    push: (samples) => {
      reserve(samples.length);
      store.set(samples, end);
      end += samples.length;
    },
    pushZeros: (count) => {
      reserve(count);
      store.fill(0, end, end + count);
      end += count;
    },
    peek: (count) => {
      if (count > end - start) throw new RangeError(`${count} samples asked of ${end - start}`);
      return store.subarray(start, start + count);
    },
    take: (count) => {
      const taken = store.slice(start, Math.min(end, start + count));
      start += taken.length;
      return taken;
    },
    next: (count) => {
      const from = start;
      start = Math.min(end, start + count);
      return store.subarray(from, start);
    },
    drop: (count) => {
      start = Math.min(end, start + count);
    },
  };
}
