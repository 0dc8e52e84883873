/** The space of outputs: claimed before they are published, and released when the generation does not complete. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Generation, Output } from '../../store/records.ts';
import type { SpaceStore } from '../../store/store.ts';

export interface OutputSpace {
  /** @throws CleartakeError `storageQuotaExceeded` */
  claim(generation: Generation, outputs: readonly Output[]): Promise<void>;
  /** Keeps what was claimed: the generation is complete. */
  keep(generation: Generation): void;
  /** Releases what was claimed and not kept. */
  release(generation: Generation): Promise<void>;
}

/** @param quota bytes that one account may keep; null for any number */
export function createOutputSpace(space: SpaceStore, quota: number | null): OutputSpace {
  const claimed = new Map<string, number>();
  return {
    claim: async ({ generationId, projectId }, outputs) => {
      const bytes = outputs.reduce((sum, output) => sum + output.bytes, 0);
      if (!(await space.add(projectId, bytes, quota))) throw new CleartakeError('storageQuotaExceeded');
      claimed.set(generationId, bytes);
    },
    keep: ({ generationId }) => {
      claimed.delete(generationId);
    },
    release: async ({ generationId, projectId }) => {
      const bytes = claimed.get(generationId);
      if (bytes === undefined) return;
      claimed.delete(generationId);
      await space.subtract(projectId, bytes);
    },
  };
}
