/** Rows that one row becomes while it waits for Start, each with a recording of its own. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { POSITION_STEP, positionsBetween } from '../../../../shared/domain/queue-order.ts';
import type { TrackRecording } from '../../library/import/track-recordings.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import type { Engines } from '../parts/queue-context.ts';

/** What the scan of another file found, and what a person accepted of it. */
export const UNREAD = {
  contentHash: null,
  durationSeconds: null,
  frames: null,
  countedSeconds: null,
  sampleRate: null,
  channels: null,
  carries: false,
  measures: null,
  track: null,
  acceptTruncated: false,
} as const;

/** @throws CleartakeError notFound */
export function waitingRowOf(
  { store }: Pick<Engines, 'store'>,
  jobId: string,
): { readonly job: JobRow; readonly recording: RecordingRow } {
  const job = store.jobs.find(jobId);
  if (job === undefined || job.removedAt !== null) throw new CleartakeError('notFound', { detail: 'job' });
  return { job, recording: store.recordings.get(job.recordingId) };
}

/** A file that can't be read has failed before Start. @throws CleartakeError notPossibleNow */
export function requireWaiting({ admittedAt, removedAt, stateKind }: JobRow): void {
  const waits = admittedAt === null && removedAt === null && (stateKind === 'queued' || stateKind === 'failed');
  if (!waits) throw new CleartakeError('notPossibleNow', { detail: 'started' });
}

/**
 * Runs inside the caller's transaction.
 * @param job whose settings they get, and behind which they stand
 * @returns the new jobs
 */
export function insertBehind(
  { ports, store }: Engines,
  job: JobRow,
  recording: RecordingRow,
  others: readonly TrackRecording[],
): string[] {
  if (others.length === 0) return [];
  const [next] = store.jobs.from(job.position + 1, 1);
  const between = next === undefined ? null : positionsBetween(job.position, next.position, others.length);
  const places = between ?? { first: store.jobs.nextPosition(), step: POSITION_STEP };
  return others.map((columns, index) => {
    const [id, recordingId] = [ports.newId(), ports.newId()];
    const at = ports.clock.now();
    store.recordings.insert({ ...recording, ...UNREAD, ...columns, id: recordingId, addedAt: at });
    store.jobs.insert({
      ...{ id, recordingId, batchId: job.batchId, connectionId: job.connectionId, priority: job.priority },
      ...{ preset: job.preset, own: job.own },
      position: places.first + index * places.step,
      stateKind: 'queued',
      state: { kind: 'queued' },
      createdAt: at,
    });
    return id;
  });
}
