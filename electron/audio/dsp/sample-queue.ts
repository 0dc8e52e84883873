/** A queue of samples: blocks of any length in, windows of a fixed length out. */

export interface SampleQueue {
  /** Number of samples. */
  readonly length: number;
  push(samples: Float32Array): void;
  pushZeros(count: number): void;
  /** The first `count` samples, valid until the queue is next changed. @throws RangeError when there are fewer */
  peek(count: number): Float32Array;
  /** Removes and returns the first `count` samples, or all. */
  take(count: number): Float32Array;
  /** Like `take` without a copy: valid until the queue next changes. */
  next(count: number): Float32Array;
  drop(count: number): void;
}

/** Fill level after compaction above which the queue grows, so that compactions stay rare. */
const MOST_FILLED = 0.85;
const GROWTH = 1.3;

const USUAL_ROOM = 16_384;

/** @param room initial capacity in samples; growing leaves the old buffer to the garbage collector */
export function createSampleQueue(room = USUAL_ROOM): SampleQueue {
  let store = new Float32Array(Math.ceil(room));
  let start = 0;
  let end = 0;

  function reserve(count: number): void {
    // An empty queue restarts at the front, so that unused capacity is never touched.
    if (start === end) {
      start = 0;
      end = 0;
    }
    if (end + count <= store.length) return;
    const queued = end - start;
    if (queued + count > store.length * MOST_FILLED) {
      const larger = new Float32Array(Math.ceil((queued + count) * GROWTH));
      larger.set(store.subarray(start, end));
      store = larger;
    } else store.copyWithin(0, start, end);
    start = 0;
    end = queued;
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
