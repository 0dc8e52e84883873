/** Ids of takes: a kind and what it is of, `result:GENERATION`. And how a verdict names its takes. */

import type { VerdictView } from '../../../shared/contract/listening/verdicts.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { modelOf } from '../../../shared/domain/models.ts';
import type { Store } from '../store/open-store.ts';
import type { VerdictRow } from '../store/schema.ts';
import { RESULT } from '../strings.ts';

/** @throws CleartakeError notFound when the take is no result */
export function generationOf(takeId: string): string {
  const id = resultOf(takeId);
  if (id === null) throw new CleartakeError('notFound', { detail: 'take' });
  return id;
}

/** The generation of a result's take; null for any other take. */
export function resultOf(takeId: string): string | null {
  const [kind, id] = splitOnce(takeId);
  return kind === 'result' ? id : null;
}

/** Generations whose result the newest verdict of their recording keeps. */
export function keptResults({ verdicts }: Pick<Store, 'verdicts'>, jobIds: readonly string[]): ReadonlySet<string> {
  const newest = new Map<string, string>();
  if (jobIds.length === 0) return new Set();
  for (const { jobId, kind, take } of verdicts.ofJobs(jobIds)) {
    const id = kind === 'keep' ? resultOf(take) : null;
    if (id !== null && !newest.has(jobId)) newest.set(jobId, id);
  }
  return new Set(newest.values());
}

export function splitOnce(take: string): readonly [kind: string, id: string] {
  const colon = take.indexOf(':');
  return colon < 0 ? [take, ''] : [take.slice(0, colon), take.slice(colon + 1)];
}

export function labelOfTake(store: Pick<Store, 'generations'>, take: string): string {
  const generation = store.generations.find(resultOf(take) ?? '');
  return generation === undefined ? RESULT.original : modelOf(generation.model).label;
}

export function verdictView(
  store: Pick<Store, 'generations'>,
  { id, at, kind, take, over, listener }: VerdictRow,
): VerdictView {
  const overLabel = over === null ? null : labelOfTake(store, over);
  return { id, at, kind, take, takeLabel: labelOfTake(store, take), over, overLabel, listener };
}
