/** What jobs that ended left open over a connection: without it nobody would ever know what became of it, or fetch what was paid. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { Store } from '../store/open-store.ts';
import type { GenerationRow } from '../store/schema.ts';
import { CONNECTION } from '../strings.ts';

/** A start that nobody could settle for so long is let go with its connection: its service may be gone for good. */
const LET_GO_AFTER_MS = 24 * 60 * 60_000;

/** So many recordings are named. */
const MOST_NAMES = 3;

export interface UnfinishedWork {
  /** Starts whose end the service has not told yet. */
  readonly starts: readonly GenerationRow[];
  /** Complete, and not fetched; their jobs are still on the queue. */
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

/** Whether a start has been open for a day. */
export function isLongOpen(store: Store, generation: GenerationRow, now: number): boolean {
  const sentAt = store.generations.attempts(generation.id).map(({ intentAt }) => intentAt);
  return now - Math.max(generation.createdAt, ...sentAt) > LET_GO_AFTER_MS;
}

/** @throws CleartakeError notPossibleNow that says what is open, and of which recordings */
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
