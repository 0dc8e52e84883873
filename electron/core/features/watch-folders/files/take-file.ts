/** Takes one finished file: reads its content, looks up what is known of it, and carries out the decision, except for adding. */

import path from 'node:path';
import type { JobState } from '../../../../../shared/domain/job-state.ts';
import type { FoundRecording } from '../../../library/import/find-recordings.ts';
import type { DeskPorts } from '../../../ports.ts';
import { type ActionContext, retryWith } from '../../../queue/actions.ts';
import type { Store } from '../../../store/open-store.ts';
import type { WatchedFileRow } from '../../../store/schema.ts';
import { type Decision, decide, type EarlierFile } from './decide.ts';
import { UNFINISHED_ENDINGS } from './ignored.ts';

export interface TakeContext {
  readonly actions: ActionContext;
  readonly ports: Pick<DeskPorts, 'clock' | 'files'>;
  readonly store: Store;
}

/** A finished file, with its content's hash once that was read. */
export interface Finished {
  readonly found: FoundRecording;
  readonly hash: string;
}

/** The row of a file that was dealt with. */
export function rowOf(
  folder: string,
  { found, hash }: Finished,
  outcome: WatchedFileRow['outcome'],
  jobId: string | null,
  now: number,
): WatchedFileRow {
  const { bytes, modifiedAt } = found;
  return { folder, path: pathBelow(found), bytes, modifiedAt, contentHash: hash, outcome, jobId, seenAt: now };
}

/** Below the watch folder, joined by `/`. */
export function pathBelow({ folder, name }: Pick<FoundRecording, 'folder' | 'name'>): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Whether a program still writes it under another name, or beside it. */
export async function isUnfinished(
  { files }: Pick<DeskPorts, 'files'>,
  { path: file }: FoundRecording,
): Promise<boolean> {
  const beside = UNFINISHED_ENDINGS.map((ending) => files.facts(file + ending).catch(() => null));
  return (await Promise.all(beside)).some((facts) => facts !== null);
}

/** @returns what is left to do: to add the file, to look again later, or nothing */
export async function takeFile(context: TakeContext, folder: string, file: Finished): Promise<'add' | 'wait' | 'done'> {
  const { actions, ports, store } = context;
  const decision = await decisionFor(context, folder, file);
  const record = (outcome: WatchedFileRow['outcome'], jobId: string | null) =>
    store.watchedFiles.put(rowOf(folder, file, outcome, jobId, ports.clock.now()));
  switch (decision.kind) {
    case 'add':
      return 'add';
    case 'wait':
      if (decision.moves) store.transaction(() => moveRecording(store, decision.jobId, file));
      return 'wait';
    case 'retry':
      // All or nothing: a file that is recorded isn't looked at again.
      retryWith(actions, decision.jobId, () => {
        moveRecording(store, decision.jobId, file);
        record('added', decision.jobId);
      });
      return 'done';
    case 'same-content':
      store.transaction(() => record('same-content', decision.jobId));
      return 'done';
    case 'own-result':
      store.transaction(() => record('own-result', null));
      return 'done';
  }
}

async function decisionFor(
  { ports, store }: TakeContext,
  folder: string,
  { found, hash }: Finished,
): Promise<Decision> {
  const mine = pathBelow(found);
  const [same] = store.watchedFiles.withContent(folder, hash);
  const before = store.watchedFiles.get(folder, mine);
  const earlier = async (row: WatchedFileRow): Promise<EarlierFile> => ({
    jobId: row.jobId,
    state: row.jobId === null ? null : stateOf(store, row.jobId),
    isThere: row.path !== mine && (await ports.files.facts(path.join(folder, row.path)).catch(() => null)) !== null,
  });
  return decide({
    sameContent: same === undefined ? null : { ...(await earlier(same)), isSamePath: same.path === mine },
    samePath: before === undefined ? null : await earlier(before),
    isResult: store.results.exportedAmong([found.path, found.realPath]).length > 0 || store.results.hasContent(hash),
  });
}

/** Null for a job that the person removed from the queue. */
function stateOf({ jobs }: Store, jobId: string): JobState | null {
  const job = jobs.find(jobId);
  return job === undefined || job.removedAt !== null ? null : job.state;
}

/** The job's recording is this file from now on. Nothing of it was sent, or its content is the same. */
function moveRecording({ jobs, recordings }: Store, jobId: string, { found, hash }: Finished): void {
  const { recordingId } = jobs.get(jobId);
  const { contentHash, path: before } = recordings.get(recordingId);
  const isSame = contentHash === null || contentHash === hash;
  if (isSame && before === found.path && contentHash !== null) return;
  const { bytes, folder, modifiedAt, name, path: place, realPath } = found;
  const changes = { path: place, realPath, name, folder, bytes, modifiedAt };
  recordings.update(recordingId, {
    ...changes,
    contentHash: hash,
    ...(isSame ? {} : { frames: null, countedSeconds: null, durationSeconds: null }),
  });
}
