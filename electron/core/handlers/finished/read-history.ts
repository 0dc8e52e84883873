/** History as the desk and the terminal show it, read from the store alone. */

import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import type { Store } from '../../store/open-store.ts';

/** Newest first. Readers that hold no lock use it too. */
export function readHistory(store: Store, search: string, offset: number, limit: number): HistoryEntry[] {
  return store.history.search(search, offset, limit).map(({ job, recording, connectionName }) => ({
    jobId: job.id,
    name: recording.name,
    sourcePath: recording.origin === 'path' ? recording.path : null,
    connection: connectionName,
    projectId: job.projectId,
    state: job.state.kind,
    durationSeconds: recording.durationSeconds,
    addedAt: job.createdAt,
    finishedAt: job.finishedAt,
    generations: store.generations.ofJob(job.id).map((generation) => ({
      model: generation.model,
      generationId: generation.remoteId,
      state: generation.state.kind,
      billableSeconds: generation.billableSeconds,
      amount: generation.chargedAt === null ? null : generation.amount,
      charged: generation.chargedAt !== null,
      reused: generation.reusedFrom !== null && generation.state.kind !== 'ready',
      exportedPath: store.results.get(generation.id)?.exportedPath ?? null,
    })),
    error: job.state.kind === 'failed' ? job.state.error.userMessage : null,
  }));
}
