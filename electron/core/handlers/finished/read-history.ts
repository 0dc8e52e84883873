/** History as the desk and the terminal show it, read from the store alone. */

import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import type { VerdictView } from '../../../../shared/contract/verdicts.ts';
import type { Store } from '../../store/open-store.ts';
import type { VerdictRow } from '../../store/schema.ts';
import { verdictView } from './verdicts.ts';

/** Newest first. Readers that hold no lock use it too. */
export function readHistory(store: Store, search: string, offset: number, limit: number): HistoryEntry[] {
  const found = store.history.search(search, offset, limit);
  const jobIds = found.map(({ job }) => job.id);
  const notes = new Map(store.verdicts.notesOf(jobIds).map((note) => [note.jobId, note]));
  // Newest first, so that the latest of each job is written last.
  const verdicts = new Map(
    store.verdicts
      .ofJobs(jobIds)
      .toReversed()
      .map((verdict) => [verdict.jobId, verdict]),
  );
  return found.map(({ job, recording, connectionName }) => ({
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
    verdict: viewOf(store, verdicts.get(job.id)),
    note: { note: notes.get(job.id)?.note ?? '', tags: [...(notes.get(job.id)?.tags ?? [])] },
  }));
}

function viewOf(store: Store, verdict: VerdictRow | undefined): VerdictView | null {
  return verdict === undefined ? null : verdictView(store, verdict);
}
