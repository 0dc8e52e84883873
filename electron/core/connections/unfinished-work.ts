/** What ended jobs left unfinished over a connection. Removing the connection would lose results that were paid for. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { Store } from '../store/open-store.ts';
import type { GenerationRow } from '../store/schema.ts';
import { CONNECTION } from '../strings.ts';

/** A start that stays unresolved for this long no longer blocks the removal of its connection: its service may be gone. */
const LET_GO_AFTER_MS = 24 * 60 * 60_000;

/** How many recordings a message names. */
const MOST_NAMES = 3;

export interface UnfinishedWork {
  /** Starts whose outcome the service has not reported yet. */
  readonly starts: readonly GenerationRow[];
  /** Complete but not downloaded; their jobs are still in the queue. */
  readonly unfetched: readonly GenerationRow[];
}

export function unfinishedWork(store: Store, connectionId: string): UnfinishedWork {
  const isOverIt = ({ jobId }: GenerationRow) => store.jobs.get(jobId).connectionId === connectionId;
  const isLeft = ({ jobId }: GenerationRow) => {
    const { removedAt, stateKind } = store.jobs.get(jobId);
    return removedAt === null && (stateKind === 'failed' || stateKind === 'cancelled');
  };
  const complete = [...store.generations.inState('complete'), ...store.generations.inState('downloading')];
  return {
    starts: store.generations.abandoned().filter(isOverIt),
    unfetched: complete.filter((generation) => isOverIt(generation) && isLeft(generation)),
  };
}

/** Whether a start has been unresolved for a day. */
export function isLongOpen(store: Store, generation: GenerationRow, now: number): boolean {
  const sentAt = store.generations.attempts(generation.id).map(({ intentAt }) => intentAt);
  return now - Math.max(generation.createdAt, ...sentAt) > LET_GO_AFTER_MS;
}

/** @throws CleartakeError notPossibleNow that names the recordings concerned */
export function refuseUnfinishedWork(store: Store, { starts, unfetched }: UnfinishedWork): void {
  const open = starts.length > 0 ? starts : unfetched;
  if (open.length === 0) return;
  const names = [...new Set(open.map(({ jobId }) => nameOf(store, jobId)))];
  const named = names.slice(0, MOST_NAMES).map((name) => `“${name}”`);
  const all = [...named, ...(names.length > MOST_NAMES ? [CONNECTION.more(names.length - MOST_NAMES)] : [])].join(', ');
  const parts =
    starts.length > 0 ? CONNECTION.openStarts(starts.length, all) : CONNECTION.unfetched(unfetched.length, all);
  throw new CleartakeError('notPossibleNow', { parts });
}

function nameOf(store: Store, jobId: string): string {
  return store.recordings.get(store.jobs.get(jobId).recordingId).name;
}
