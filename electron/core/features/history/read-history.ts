/** History as the desk and the terminal show it, read from the store alone. */

import type { HistoryEntry } from '../../../../shared/contract/history.ts';
import type { VerdictView } from '../../../../shared/contract/listening/verdicts.ts';
import { reassured } from '../../../../shared/domain/errors.ts';
import { folderOfOriginal, originalOf } from '../../library/originals.ts';
import { verdictView } from '../../library/take-ids.ts';
import type { Store } from '../../store/open-store.ts';
import type { GenerationRow, ResultRow, VerdictRow } from '../../store/schema.ts';

/** In the order of the ids; jobs that aren't there are left out. Readers that hold no lock use it too. */
export function readEntries(store: Store, jobIds: readonly string[]): HistoryEntry[] {
  const jobs = new Map(store.jobs.many(jobIds).map((job) => [job.id, job]));
  const recordings = new Map(
    store.recordings
      .many([...jobs.values()].map((job) => job.recordingId))
      .map((recording) => [recording.id, recording]),
  );
  const names = new Map(store.history.connections().map(({ id, name }) => [id, name]));
  const generations = Map.groupBy(store.generations.ofJobs(jobIds), (generation) => generation.jobId);
  const costs = store.history.costs(jobIds);
  const exports = new Map(
    store.results
      .many([...generations.values()].flat().map(({ id }) => id))
      .map((result) => [result.generationId, result]),
  );
  const notes = new Map(store.verdicts.notesOf(jobIds).map((note) => [note.jobId, note]));
  // Newest first, so that the latest of each job is written last.
  const verdicts = new Map(
    store.verdicts
      .ofJobs(jobIds)
      .toReversed()
      .map((verdict) => [verdict.jobId, verdict]),
  );
  const failed = [...jobs.values()].filter(({ stateKind }) => stateKind === 'failed').map(({ id }) => id);
  const money = store.moneyRecords.ofJobs(failed).ofJob;
  return jobIds.flatMap((jobId): HistoryEntry[] => {
    const job = jobs.get(jobId);
    const recording = job && recordings.get(job.recordingId);
    if (job === undefined || recording === undefined) return [];
    const note = notes.get(jobId);
    return [
      {
        jobId,
        name: recording.name,
        sourcePath: folderOfOriginal(recording) === null ? null : originalOf(recording).path,
        connectionId: job.connectionId,
        connection: names.get(job.connectionId) ?? '',
        // Another job may have continued it.
        projectId: job.projectId ?? generations.get(jobId)?.find((one) => one.projectId !== null)?.projectId ?? null,
        batchId: job.batchId,
        preset: job.preset.startedAs?.presetName ?? null,
        state: job.state.kind,
        durationSeconds: recording.durationSeconds,
        addedAt: job.createdAt,
        finishedAt: job.finishedAt,
        cost: costs.get(jobId) ?? (costs.has(jobId) ? null : 0),
        generations: (generations.get(jobId) ?? []).map((generation) =>
          generationEntry(generation, exports.get(generation.id)),
        ),
        error: job.state.kind === 'failed' ? reassured(job.state.error, money.get(jobId)).userMessage : null,
        verdict: viewOf(store, verdicts.get(jobId)),
        note: { note: note?.note ?? '', tags: [...(note?.tags ?? [])] },
      },
    ];
  });
}

function generationEntry(
  generation: GenerationRow,
  result: Pick<ResultRow, 'alsoPath' | 'exportedPath'> | undefined,
): HistoryEntry['generations'][number] {
  return {
    model: generation.model,
    generationId: generation.remoteId,
    state: generation.state.kind,
    billableSeconds: generation.billableSeconds,
    amount: generation.chargedAt === null ? null : generation.amount,
    charged: generation.chargedAt !== null,
    reused: generation.reusedFrom !== null && generation.state.kind !== 'ready',
    exportedPath: result?.exportedPath ?? null,
    alsoPath: result?.alsoPath ?? null,
  };
}

function viewOf(store: Store, verdict: VerdictRow | undefined): VerdictView | null {
  return verdict === undefined ? null : verdictView(store, verdict);
}
