/** Results that other jobs have of the same content: made over another connection, with other settings, or on another day. */

import { existsSync } from 'node:fs';
import type { OtherTake } from '../../../../shared/contract/listening/listening.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { exportTask, rawNameOf } from '../../library/export/export-task.ts';
import type { Store } from '../../store/open-store.ts';
import type { JobRow } from '../../store/schema.ts';
import type { EarlierResult } from '../../store/statements/earlier.ts';
import { RESULT } from '../../strings.ts';

/** SHA-256 of what was restored, or is to be; null while it isn't known. */
export function contentOf(store: Store, job: JobRow): string | null {
  const restored = store.generations.ofJob(job.id).find((generation) => generation.contentHash !== null);
  return restored?.contentHash ?? store.recordings.get(job.recordingId).contentHash;
}

/** Each file once, and none that the job has itself. The newest first. */
function othersOf(store: Store, job: JobRow): EarlierResult[] {
  const own = store.generations.ofJob(job.id);
  const contentHash = contentOf(store, job);
  if (contentHash === null) return [];
  const known = new Set(own.flatMap(({ id }) => store.results.get(id)?.contentHash ?? []));
  return store.earlier.resultsOf(contentHash, job.id).filter(({ result }) => {
    if (known.has(result.contentHash)) return false;
    known.add(result.contentHash);
    return existsSync(result.path);
  });
}

export function otherTakes(store: Store, job: JobRow): OtherTake[] {
  return othersOf(store, job).map((other) => ({
    takeId: takeIdOf(other),
    label: labelOf(store, other),
    at: other.result.storedAt,
  }));
}

/** Those of them that a person wants to compare. */
export function addedTakes(store: Store, job: JobRow, takeIds: readonly string[]): TakeView[] {
  return othersOf(store, job).flatMap((other): TakeView[] => {
    const { generation, result } = other;
    const id = takeIdOf(other);
    if (!takeIds.includes(id)) return [];
    const { channels, frames, measures, sampleRate } = result;
    const fileName = rawNameOf(exportTask(store, store.jobs.get(generation.jobId), generation, result));
    const label = labelOf(store, other);
    return [
      {
        ...{ id, kind: 'earlier', label, model: generation.model, frames, sampleRate, channels, measures, fileName },
        playable: true,
      },
    ];
  });
}

function takeIdOf({ generation }: EarlierResult): string {
  return `result:${generation.id}`;
}

function labelOf(store: Store, { generation }: EarlierResult): string {
  const { connectionId } = store.jobs.get(generation.jobId);
  return RESULT.over(modelOf(generation.model).label, store.connections.get(connectionId)?.name ?? '');
}
