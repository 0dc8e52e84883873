/** The record of what was seen and concluded about a start, beside the transitions: rows that are only ever added. */

import type { ListedGeneration } from '../../../../shared/service-api/answers.ts';
import { hashValue } from '../../../platform/files/hashing.ts';
import type { QueueContext } from '../queue-context.ts';

export type Observation =
  /** What came back, before it was acted on. */
  | 'answered'
  /** The answer came when the start was settled already. */
  | 'answered-late'
  | 'listed'
  | 'adopted'
  /** Listed only after its absence had counted; adopted instead of starting again. */
  | 'adopted-late'
  | 'absent'
  /** The service has more than one for one start. */
  | 'duplicates';

/** Adds a row. In a transaction it is kept or dropped with it. */
export function observe(
  context: Pick<QueueContext, 'ports' | 'store'>,
  generationId: string,
  event: Observation,
  detail: string,
): void {
  const { ports, store } = context;
  const { jobId, stateKind } = store.generations.get(generationId);
  store.events.append({ at: ports.clock.now(), jobId, generationId, event, from: stateKind, to: stateKind, detail });
}

/** A listing in a line: how many, and a hash by which two can be compared. */
export function describeListing(listed: readonly ListedGeneration[]): string {
  const ids = listed.map((one) => one.generationId);
  return `${ids.length} listed, sha256 ${hashValue(ids.toSorted())}`;
}

/** Ids in a line: the first few, and how many there are. */
export function describeIds(found: readonly ListedGeneration[]): string {
  const first = found.slice(0, 10).map((one) => one.generationId);
  return `${found.length}: ${first.join(' ')}`;
}
