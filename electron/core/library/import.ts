/** Import: recordings become rows of the queue before anything is done with them. */

import type { ImportReport } from '../../../shared/contract/queue.ts';
import type { BatchPreset } from '../../../shared/domain/batch-preset.ts';
import { isFinal } from '../../../shared/domain/job-state.ts';
import type { DeskPorts } from '../ports.ts';
import type { Store } from '../store/open-store.ts';
import type { RecordingRow } from '../store/schema.ts';
import { type FoundRecording, findRecordings } from './find-recordings.ts';
import { folderOfManaged } from './managed-copies.ts';

/** Rows written in one transaction: the loop stays free between them. */
const CHUNK_ROWS = 500;

export interface ImportRequest {
  /** Folder of managed copies, whose names hold the folders that they were dropped with. */
  readonly managed: string;
  readonly paths: readonly string[];
  readonly preset: BatchPreset;
  readonly connectionId: string;
  readonly origin: RecordingRow['origin'];
  /** Micro-USD, or null for no cap. */
  readonly maxCost: number | null;
}

/** Writes a batch of jobs that wait for Start. */
export async function importRecordings(ports: DeskPorts, store: Store, request: ImportRequest): Promise<ImportReport> {
  const { found, skipped } = await findRecordings(request.paths);
  const waiting = pathsInQueue(store);
  const fresh = found.filter((recording) => !waiting.has(recording.path));
  const already = found
    .filter((recording) => waiting.has(recording.path))
    .map(({ path }) => ({ path, reason: 'This recording is in the queue already.' }));

  const batchId = ports.newId();
  store.batches.insert({ id: batchId, createdAt: ports.clock.now(), maxCost: request.maxCost });
  const jobIds: string[] = [];
  for (let start = 0; start < fresh.length; start += CHUNK_ROWS) {
    const chunk = fresh.slice(start, start + CHUNK_ROWS);
    store.transaction(() => {
      const position = store.jobs.nextPosition();
      chunk.forEach((recording, index) => {
        jobIds.push(insertJob(ports, store, request, batchId, recording, position + index));
      });
    });
    await new Promise(setImmediate);
  }
  return { batchId, jobIds, skipped: [...skipped, ...already] };
}

function insertJob(
  ports: DeskPorts,
  store: Store,
  request: ImportRequest,
  batchId: string,
  recording: FoundRecording,
  position: number,
): string {
  const recordingId = ports.newId();
  const jobId = ports.newId();
  const at = ports.clock.now();
  const folder = request.origin === 'managed' ? folderOfManaged(request.managed, recording.path) : recording.folder;
  store.recordings.insert({ id: recordingId, ...recording, folder, origin: request.origin, addedAt: at });
  store.jobs.insert({
    id: jobId,
    batchId,
    recordingId,
    connectionId: request.connectionId,
    position,
    preset: request.preset,
    stateKind: 'queued',
    state: { kind: 'queued' },
    createdAt: at,
  });
  return jobId;
}

/** Paths of recordings whose jobs are on the queue and not over: adding one twice must not pay twice. */
function pathsInQueue(store: Store): Set<string> {
  const open = store.jobs.page(0, 1_000_000).filter((job) => !isFinal(job.state));
  const paths = new Set<string>();
  for (let start = 0; start < open.length; start += CHUNK_ROWS) {
    const ids = open.slice(start, start + CHUNK_ROWS).map((job) => job.recordingId);
    for (const recording of store.recordings.many(ids)) paths.add(recording.path);
  }
  return paths;
}
