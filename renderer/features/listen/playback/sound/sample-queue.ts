/** Stereo frames in the order they came, readable at any place. Pure. */

export interface SampleQueue {
  length(): number;
  push(left: Float32Array, right: Float32Array): void;
  /** Moves frames from the start into both channels. @returns how many */
  take(left: Float32Array, right: Float32Array): number;
  drop(frames: number): void;
  /** The frames, from the first on; valid until the next change. */
  view(): { readonly left: Float32Array; readonly right: Float32Array };
}

export function createSampleQueue(): SampleQueue {
  let left = new Float32Array(8192);
  let right = new Float32Array(8192);
  let start = 0;
  let end = 0;

  function makeRoom(frames: number): void {
    if (end + frames <= left.length) return;
    const size = Math.max(left.length, 2 * (end - start + frames));
    const from = [left, right] as const;
    if (size > left.length) {
      left = new Float32Array(size);
      right = new Float32Array(size);
    }
    left.set(from[0].subarray(start, end));
    right.set(from[1].subarray(start, end));
    end -= start;
    start = 0;
  }

  function drop(frames: number): void {
    start = Math.min(end, start + frames);
  }

  return {
    length: () => end - start,
    push(one, other) {
      makeRoom(one.length);
      left.set(one, end);
      right.set(other, end);
      end += one.length;
    },
    take(one, other) {
      const count = Math.min(one.length, end - start);
      one.set(left.subarray(start, start + count));
      other.set(right.subarray(start, start + count));
      drop(count);
      return count;
    },
    drop,
    view: () => ({ left: left.subarray(start, end), right: right.subarray(start, end) }),
  };
}
