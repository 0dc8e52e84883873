/** What an earlier result saves, at the price of this moment: a later price doesn't change it. */

import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { presentQuote } from '../money/meter.ts';
import type { QueueContext } from '../parts/queue-context.ts';

/** @returns columns of the generation that takes the result; none when it was counted before */
export function saving(
  { ports, store }: Pick<QueueContext, 'ports' | 'store'>,
  job: JobRow,
  generation: GenerationRow,
): Partial<Pick<GenerationRow, 'reusedAt' | 'saved'>> {
  if (generation.reusedAt !== null) return {};
  return { reusedAt: ports.clock.now(), saved: presentQuote({ store }, job, generation).amount };
}
