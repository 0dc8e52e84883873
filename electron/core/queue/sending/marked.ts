/** Which finished recordings could be better: those whose best result still measures poorly, until the person has decided about them. */

import { type Weakness, weaknessesOf } from '../../../../shared/domain/quality/weaknesses.ts';
import { inChunks, type Store } from '../../store/open-store.ts';
import type { MeasuredResult } from '../../store/statements/measured-results.ts';
import type { Books } from '../parts/queue-context.ts';

/** What is weak about each recording, by its job. */
export type Marked = ReadonlyMap<string, readonly Weakness[]>;

/** The person keeps the results of these jobs. @returns how many were marked */
export async function keepMarked({ ports, store, transitions }: Books, jobIds: readonly string[]): Promise<number> {
  let kept = 0;
  await inChunks(store, jobIds, (part) => {
    for (const jobId of readMarked(store, part).keys()) {
      store.events.append({ at: ports.clock.now(), jobId, event: 'keep', from: 'done', to: 'done' });
      transitions.touch(jobId);
      kept += 1;
    }
  });
  return kept;
}

const NONE: Marked = new Map();

/** Of finished jobs on the queue. @param jobIds null for all */
export function readMarked(store: Pick<Store, 'measured'>, jobIds: readonly string[] | null): Marked {
  return markedOf(store, store.measured.ofDone(jobIds));
}

/** A recording with several results is as weak as the best of them. */
export function markedOf(store: Pick<Store, 'measured'>, results: readonly MeasuredResult[]): Marked {
  const best = new Map<string, readonly Weakness[]>();
  for (const { jobId, measures } of results) {
    const found = weaknessesOf(measures);
    const before = best.get(jobId);
    if (before === undefined || found.length < before.length) best.set(jobId, found);
  }
  const weak = [...best].filter(([, found]) => found.length > 0);
  if (weak.length === 0) return NONE;
  const decided = store.measured.decidedAmong(weak.map(([jobId]) => jobId));
  return new Map(weak.filter(([jobId]) => !decided.has(jobId)));
}
