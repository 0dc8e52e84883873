/** What was seen and concluded about a start, beside the transitions: rows that are only ever added. */

import type { ListedGeneration } from '../../../../shared/service-api/answers.ts';
import { hashValue } from '../../../platform/files/hashing.ts';
import type { Books } from '../parts/queue-context.ts';

export type Observation =
  /** The answer, recorded before anything acts on it. */
  | 'answered'
  /** The answer came after the start was settled. */
  | 'answered-late'
  | 'listed'
  | 'adopted'
  /** Listed only after its absence had counted; adopted instead of being started again. */
  | 'adopted-late'
  | 'absent'
  /** The service lists more than one generation for one start. */
  | 'duplicates';

/** Adds a row. Inside a transaction it is committed or rolled back with it. */
export function observe(context: Books, generationId: string, event: Observation, detail: string): void {
  const { ports, store } = context;
  const { jobId, stateKind } = store.generations.get(generationId);
  store.events.append({ at: ports.clock.now(), jobId, generationId, event, from: stateKind, to: stateKind, detail });
}

/** A listing in one line: the number of ids, and a hash to compare listings by. */
export function describeListing(listed: readonly ListedGeneration[]): string {
  const ids = listed.map((one) => one.generationId);
  return `${ids.length} listed, sha256 ${hashValue(ids.toSorted())}`;
}

/** Ids in one line: the number, and the first few. */
export function describeIds(found: readonly ListedGeneration[]): string {
  const first = found.slice(0, 10).map((one) => one.generationId);
  return `${found.length}: ${first.join(' ')}`;
}
