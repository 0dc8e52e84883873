/** What a person agreed to when they pressed Start: no start may cost more than that without asking again. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { AGREEMENT } from '../../strings.ts';
import type { QueueContext } from '../parts/queue-context.ts';
import { presentQuote } from './meter.ts';

/**
 * @param generation with its present quote
 * @throws CleartakeError costsMoreThanQuoted: the recording then waits until the person agrees to the new price
 */
export function refuseBeyondAgreed({ agreed, amount }: Pick<GenerationRow, 'agreed' | 'amount'>): void {
  if (agreed === null || (amount !== null && amount <= agreed)) return;
  throw new CleartakeError('costsMoreThanQuoted', {
    parts: AGREEMENT.costsMore(amount === null ? null : formatUsd(amount), formatUsd(agreed)),
  });
}

/** A job that waits because of its price may start at the present one. Runs inside the caller's transaction. @returns whether it did */
export function agreeToPrice({ store }: Pick<QueueContext, 'store'>, job: JobRow): boolean {
  if (job.state.kind !== 'waiting' || job.state.reason.code !== 'costsMoreThanQuoted') return false;
  for (const generation of store.generations.ofJob(job.id)) {
    if (generation.stateKind !== 'ready') continue;
    store.generations.update(generation.id, { agreed: presentQuote({ store }, job, generation).amount });
  }
  return true;
}
