/** A ring buffer of samples between two threads, in shared memory, so that no message needs garbage collection. */

export interface SampleRing {
  /** Writes as many samples as fit. @returns how many */
  write(samples: Float32Array): number;
  /** Reads up to `into.length` samples. @returns how many */
  read(into: Float32Array): number;
}

/** Samples in a ring: about five seconds at 48 kHz. A power of two, so that positions may overflow. */
export const RING_SAMPLES = 2 ** 18;
const [WRITTEN, READ] = [0, 1];
const HEADER_BYTES = 16;

export const RING_BYTES = HEADER_BYTES + RING_SAMPLES * Float32Array.BYTES_PER_ELEMENT;

/** One thread writes, one reads. @param offset in bytes, of RING_BYTES initialized to zero */
export function sampleRing(memory: SharedArrayBuffer, offset: number): SampleRing {
  const positions = new Int32Array(memory, offset, 2);
  const ring = new Float32Array(memory, offset + HEADER_BYTES, RING_SAMPLES);
  const filled = () => (Atomics.load(positions, WRITTEN) - Atomics.load(positions, READ)) | 0;

  /** Calls `copy` for the one or two parts of the ring that hold the next `count` samples. */
  function move(position: number, count: number, copy: (part: Float32Array, from: number) => void): void {
    const start = Atomics.load(positions, position) & (RING_SAMPLES - 1);
    const first = Math.min(count, RING_SAMPLES - start);
    copy(ring.subarray(start, start + first), 0);
    if (first < count) copy(ring.subarray(0, count - first), first);
    Atomics.add(positions, position, count);
  }

  return {
    write: (samples) => {
      const count = Math.min(samples.length, RING_SAMPLES - filled());
      move(WRITTEN, count, (part, from) => part.set(samples.subarray(from, from + part.length)));
      return count;
    },
    read: (into) => {
      const count = Math.min(into.length, filled());
      move(READ, count, (part, from) => into.set(part, from));
      return count;
    },
  };
}
