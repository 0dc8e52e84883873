/**
 * Buffers of chunks that were played and can be filled again. Hours of playing would leave them to the garbage collector otherwise, which lets
 * a hundred megabytes gather. Pure.
 */

import type { ChunkSamples } from '../sound/sample-store.ts';

export interface SpareBuffers {
  copyOf(samples: ChunkSamples): ChunkSamples;
  /** Nobody else may use it anymore. */
  keep(samples: ChunkSamples): void;
}

/** @param most buffers; others are freed */
export function createSpareBuffers(most: number, free: (samples: ChunkSamples) => void): SpareBuffers {
  const spare: ChunkSamples[] = [];
  return {
    copyOf(samples) {
      const known = spare.pop();
      if (known === undefined || known.length !== samples.length) return samples.slice();
      known.set(samples);
      return known;
    },
    keep(samples) {
      if (spare.length < most) spare.push(samples);
      else free(samples);
    },
  };
}
