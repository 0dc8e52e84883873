/** What a project's listing proves about one start. One start of a project is unresolved at a time, so a new id is that start's. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isModelId, type ModelId } from '../../../../shared/domain/models.ts';
import { isFinalStatus, type ListedGeneration } from '../../../../shared/service-api/answers.ts';

const LONGEST_ID = 256;
/** More than any project of one recording lists. */
const MOST_LISTED = 10_000;

type Listing = readonly ListedGeneration[];

export type Proof =
  /** Oldest first, as far as the listing tells; more than one is an alarm. */
  | { readonly kind: 'present'; readonly found: Listing }
  /** Something new that was never ordered here: no proof of anything, and nothing to send on the strength of it. */
  | { readonly kind: 'foreign' }
  /** What was there before is missing, or an id is none: whatever else is missing may be there as well. */
  | { readonly kind: 'incomplete'; readonly found: Listing }
  | { readonly kind: 'absent' };

export interface Expectation {
  readonly model: ModelId;
  /** Ids that were listed before the start was sent. */
  readonly baseline: readonly string[];
  /** Ids that the job's generations have or had. */
  readonly own: ReadonlySet<string>;
  /** Whether an id belongs to a generation of another job: not this start's, whatever the listing says. */
  readonly isTaken: (remoteId: string) => boolean;
}

/** Whether this can be an id at all. Ids are opaque; control characters and texts without end are no ids. */
export function isUsableId(id: string): boolean {
  return id.length > 0 && id.length <= LONGEST_ID && !/\p{Cc}/u.test(id);
}

/** The ids to compare later listings with. @throws CleartakeError serviceAnswerUnreadable when they cannot serve for that */
export function baselineOf(listed: Listing): readonly string[] {
  const ids = listed.map((one) => one.generationId);
  if (ids.length > MOST_LISTED || !ids.every(isUsableId)) {
    throw new CleartakeError('serviceAnswerUnreadable', { detail: 'a listing whose ids cannot be kept' });
  }
  return [...new Set(ids)];
}

export function proofOf(listed: Listing, expected: Expectation): Proof {
  const { baseline, isTaken, model, own } = expected;
  const byId = new Map(listed.map((one) => [one.generationId, one]));
  const isWhole = baseline.every((id) => byId.has(id)) && [...byId.keys()].every(isUsableId);
  const before = new Set(baseline);
  const fresh = [...byId.values()].filter(({ generationId: id }) => isUsableId(id) && !before.has(id) && !own.has(id));
  const found = oldestFirst(fresh.filter((one) => mayBeOf(one, model) && !isTaken(one.generationId)));
  if (!isWhole) return { kind: 'incomplete', found };
  if (found.length > 0) return { kind: 'present', found };
  return { kind: fresh.length > 0 ? 'foreign' : 'absent' };
}

/** Whatever the service calls the model: only the other model's exact id speaks against a new generation. */
function mayBeOf(listed: ListedGeneration, model: ModelId): boolean {
  return listed.modelKey === model || !isModelId(listed.modelKey);
}

/** By the service's own times where every entry has one, else in the listing's order. */
function oldestFirst(found: Listing): Listing {
  const times = found.map((one) => Date.parse(one.createdAt ?? ''));
  if (times.some(Number.isNaN)) return found;
  return found.toSorted((one, other) => Date.parse(one.createdAt ?? '') - Date.parse(other.createdAt ?? ''));
}

/** Work that the service lists and that is billed or will be. */
export interface PaidWork {
  readonly remoteId: string;
  readonly model: ModelId;
  readonly status: string;
}

/**
 * What a project lists that is under way or complete. Failed generations are not charged, and have no result.
 * @param ordered models that were started on the project: entries with an unknown model name count as those that are not named
 */
export function paidWorkIn(listed: readonly ListedGeneration[], ordered: readonly ModelId[] = []): PaidWork[] {
  const alive = listed.filter(({ status }) => status === 'complete' || !isFinalStatus(status));
  const named = new Set(alive.map((one) => one.modelKey));
  const unnamed = ordered.filter((model) => !named.has(model));
  return alive.flatMap(({ generationId: remoteId, modelKey, status }) => {
    const model = isModelId(modelKey) ? modelKey : unnamed.shift();
    return model === undefined ? [] : [{ remoteId, model, status }];
  });
}
