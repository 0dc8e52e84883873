/** What a project's listing proves about one start. Only one start of a project is unresolved at a time, so a new id belongs to it. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isModelId, type ModelId } from '../../../../shared/domain/models.ts';
import { isFinalStatus, type ListedGeneration } from '../../../../shared/service-api/answers.ts';

const LONGEST_ID = 256;
/** More than any project of one recording lists. */
const MOST_LISTED = 10_000;

type Listing = readonly ListedGeneration[];

export type Proof =
  /** Oldest first, as far as the listing tells; more than one is reported. */
  | { readonly kind: 'present'; readonly found: Listing }
  /** Something new that was not ordered here. It proves nothing, and nothing may be sent because of it. */
  | { readonly kind: 'foreign' }
  /** Earlier ids are missing, or an id is invalid: then other entries may be missing too. */
  | { readonly kind: 'incomplete'; readonly found: Listing }
  | { readonly kind: 'absent' };

export interface Expectation {
  readonly model: ModelId;
  /** Ids that were listed before the start was sent. */
  readonly baseline: readonly string[];
  /** Ids that the job's generations have or had. */
  readonly own: ReadonlySet<string>;
  /** Whether an id belongs to another job's generation: then it is not this start's, whatever the listing says. */
  readonly isTaken: (remoteId: string) => boolean;
}

/** Ids are opaque, but control characters and overlong texts are not ids. */
export function isUsableId(id: string): boolean {
  return id.length > 0 && id.length <= LONGEST_ID && !/\p{Cc}/u.test(id);
}

/** The ids to compare later listings with. @throws CleartakeError serviceAnswerUnreadable when they cannot be compared */
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

/** Services may name models differently: only the exact id of another model rules an entry out. */
function mayBeOf(listed: ListedGeneration, model: ModelId): boolean {
  return listed.modelKey === model || !isModelId(listed.modelKey);
}

/** By the service's timestamps if every entry has one, otherwise in the listing's order. */
function oldestFirst(found: Listing): Listing {
  const times = found.map((one) => Date.parse(one.createdAt ?? ''));
  if (times.some(Number.isNaN)) return found;
  return found.toSorted((one, other) => Date.parse(one.createdAt ?? '') - Date.parse(other.createdAt ?? ''));
}

/** Work that the service lists and that was or will be billed. */
export interface PaidWork {
  readonly remoteId: string;
  readonly model: ModelId;
  readonly status: string;
}

/**
 * What a project lists as complete or under way. Failed generations are not charged and have no result.
 * @param ordered models that were started on the project: entries with unknown model names stand for those that are not listed by name
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
