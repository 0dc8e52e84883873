/** The money side of a start: the hold before it, the charge or the release after it. */

import type { DeskPorts } from '../../ports.ts';
import type { GenerationRow } from '../../store/schema.ts';
import type { QueueContext } from '../parts/queue-context.ts';

interface LedgerPorts extends Pick<QueueContext, 'store'> {
  readonly ports: Pick<DeskPorts, 'clock'>;
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
