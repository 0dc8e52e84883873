/** The money side of a start: the cap to check, the hold before it, the charge or the release after it. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { quoteGeneration } from '../../../../shared/domain/money.ts';
import type { DeskPorts } from '../../ports.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { START } from '../../strings.ts';
import type { QueueContext } from '../queue-context.ts';

interface LedgerPorts extends Pick<QueueContext, 'store'> {
  readonly ports: Pick<DeskPorts, 'clock'>;
}

/**
 * Refuses a start beyond the batch's cap: charged and held amounts plus this one would exceed it, or the price is unknown.
 * @throws CleartakeError costCapReached
 */
export function refuseBeyondCap(context: Pick<QueueContext, 'store'>, job: JobRow, generation: GenerationRow): void {
  const cap = context.store.batches.maxCost(job.batchId);
  if (cap === null) return;
  if (generation.amount === null) {
    throw new CleartakeError('costCapReached', {
      parts: START.capWithoutPrice,
    });
  }
  const { charged, held } = context.store.ledger.ofBatch(job.batchId);
  if (charged + held + generation.amount > cap) throw new CleartakeError('costCapReached');
}

/** The cost at the connection's present price; the stored quote when the length is unknown. */
export function presentQuote(
  { store }: Pick<QueueContext, 'store'>,
  job: JobRow,
  { model, billableSeconds, amount }: GenerationRow,
): Pick<GenerationRow, 'billableSeconds' | 'amount'> {
  const { durationSeconds } = store.recordings.get(job.recordingId);
  if (durationSeconds === null) return { billableSeconds, amount };
  const quote = quoteGeneration(durationSeconds, store.connections.get(job.connectionId)?.prices[model] ?? null);
  return { billableSeconds: quote.billableSeconds, amount: quote.amount };
}

/** Holds the quote for one attempt. Runs inside the caller's transaction. */
export function hold(context: LedgerPorts, generation: GenerationRow, attemptId: string): void {
  context.store.ledger.append({
    at: context.ports.clock.now(),
    generationId: generation.id,
    attemptId,
    kind: 'hold',
    seconds: generation.billableSeconds ?? 0,
    amount: generation.amount,
  });
}

/** Releases the hold of a generation, if there is one. Runs inside the caller's transaction. */
export function releaseHold(context: LedgerPorts, generationId: string): void {
  const hold = context.store.ledger.openHold(generationId);
  if (hold === undefined) return;
  const { attemptId, seconds, amount } = hold;
  context.store.ledger.append({
    at: context.ports.clock.now(),
    generationId,
    attemptId,
    kind: 'release',
    seconds,
    amount,
  });
}

/** Refunds the last charge of a generation that failed after all: failures are not billed. Runs inside the caller's transaction. */
export function refundCharge({ ports, store }: LedgerPorts, generationId: string): void {
  const charge = store.ledger.lastCharge(generationId);
  if (charge === undefined) return;
  const { amount, attemptId, seconds } = charge;
  store.ledger.append({ at: ports.clock.now(), generationId, attemptId, kind: 'refund', seconds, amount });
  store.generations.update(generationId, { chargedAt: null });
}

/** Charges a start that the service completed, and releases its hold. Does nothing the second time. */
export function chargeGeneration(context: LedgerPorts, generationId: string): void {
  const { ports, store } = context;
  store.transaction(() => {
    const hold = store.ledger.openHold(generationId);
    if (hold === undefined) return;
    const at = ports.clock.now();
    const { attemptId, seconds, amount } = hold;
    store.ledger.append({ at, generationId, attemptId, kind: 'charge', seconds, amount });
    store.ledger.append({ at, generationId, attemptId, kind: 'release', seconds, amount });
    store.generations.update(generationId, { chargedAt: at });
  });
}
