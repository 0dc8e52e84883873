/** Joining rows that wait for Start into one, and splitting that again: the parts are hidden meanwhile, as removed rows are. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { findSplit, joinParts, partFile } from '../../library/joining/join-parts.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import type { ActionContext } from '../actions.ts';

type JoinContext = Pick<
  ActionContext,
  'discarded' | 'engine' | 'paths' | 'ports' | 'publisher' | 'stopped' | 'store' | 'transitions'
>;

/** Rows that look like parts of one recording. */
export interface SplitJobs {
  readonly jobIds: string[];
  readonly names: string[];
  /** Names of parts that aren't there: then they can't be joined. */
  readonly missing: string[];
}

/** @param jobIds of rows that were just added */
export async function findSplitJobs(context: JoinContext, jobIds: readonly string[]): Promise<SplitJobs[]> {
  const { store, stopped } = context;
  const files = store.jobs.many(jobIds).flatMap((job) => {
    const recording = store.recordings.get(job.recordingId);
    const { bytes, folder, modifiedAt, name, path } = recording;
    if (!isFile(job, recording)) return [];
    return { ...partFile({ bytes, folder, modifiedAt, name, path }, recording.origin), jobId: job.id };
  });
  const found = await findSplit(context, files, stopped);
  return found.map(({ missing, parts }) => ({
    missing: [...missing],
    jobIds: parts.map(({ jobId }) => jobId),
    names: parts.map(({ name }) => name),
  }));
}

function isFile({ preset }: JobRow, { madeFrom, origin }: Pick<RecordingRow, 'madeFrom' | 'origin'>): boolean {
  return preset.excerpt === undefined && madeFrom === null && origin !== 'lost';
}

/**
 * @param jobIds in the order of the parts; the first gives the whole its name, place and settings
 * @returns the row of the whole
 * @throws CleartakeError notPossibleNow for rows that don't wait for Start, and as `joinParts` does; nothing is changed then
 */
export async function joinJobs(context: JoinContext, jobIds: readonly string[]): Promise<string> {
  const { paths, ports, publisher, stopped, store, transitions } = context;
  const first = partsIn(context, jobIds)[0];
  if (first === undefined || jobIds.length < 2) throw new CleartakeError('notPossibleNow');
  const parts = jobIds.map((id) => store.recordings.get(store.jobs.get(id).recordingId).path);
  const { origin } = first.recording;
  const making = { engine: context.engine, files: ports.files };
  const { bytes, madeFrom, modifiedAt, name, path } = await joinParts(making, paths.managed, parts, origin, stopped);
  const realPath = await ports.files.realPath(path);
  // They may have been started meanwhile.
  const { job, recording } = partsIn(context, jobIds)[0] ?? first;
  const [id, recordingId, at] = [ports.newId(), ports.newId(), ports.clock.now()];
  store.transaction(() => {
    store.recordings.insert({
      ...recording,
      ...{ id: recordingId, path, realPath, name, bytes, modifiedAt, origin: 'managed', addedAt: at },
      ...{ contentHash: null, countedSeconds: null, durationSeconds: null, frames: null, measures: null, track: null },
      madeFrom: { ...madeFrom, jobIds },
    });
    store.jobs.insert({ ...job, id, recordingId, createdAt: at });
    for (const part of jobIds) store.jobs.update(part, { removedAt: at });
  });
  for (const part of jobIds) publisher.removed(part);
  transitions.touch(id);
  return id;
}

/** In the order that was asked for. @throws CleartakeError notPossibleNow when one of them is no part anymore */
function partsIn({ store }: JoinContext, jobIds: readonly string[]) {
  return jobIds.map((id) => {
    const job = store.jobs.find(id);
    const recording = job === undefined ? undefined : store.recordings.get(job.recordingId);
    const waits = job?.admittedAt === null && job.removedAt === null && job.stateKind === 'queued';
    if (job === undefined || recording === undefined || !waits || !isFile(job, recording))
      throw new CleartakeError('notPossibleNow');
    return { job, recording };
  });
}

/** The parts come back as rows of their own. @throws CleartakeError notPossibleNow once it was started */
export function splitJob(context: JoinContext, jobId: string): void {
  const { discarded, ports, publisher, store, transitions } = context;
  const job = store.jobs.find(jobId);
  const parts = job === undefined ? [] : partsOf(store.recordings.get(job.recordingId));
  const waits = job?.admittedAt === null && job.removedAt === null;
  if (job === undefined || !waits || parts.length === 0) throw new CleartakeError('notPossibleNow');
  store.transaction(() => {
    store.jobs.update(jobId, { removedAt: ports.clock.now() });
    for (const part of parts) store.jobs.update(part, { removedAt: null });
  });
  publisher.removed(jobId);
  for (const part of parts) transitions.touch(part);
  discarded.add([job]);
}

/** The rows that were joined; none where it was joined as it was added. */
function partsOf({ madeFrom }: Pick<RecordingRow, 'madeFrom'>): readonly string[] {
  return madeFrom?.kind === 'joined' ? (madeFrom.jobIds ?? []) : [];
}
