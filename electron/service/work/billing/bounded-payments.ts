/** A timeout around the bank, so that one that hangs delays neither billing nor the end of the service. */

import type { Clock } from '../../../platform/time/clock.ts';
import { withTimeout } from '../../../platform/time/deadlines.ts';
import { refuse } from '../../rules/refusal.ts';
import type { Payments } from './payments.ts';

export interface BoundedPayments extends Payments {
  /** Ends all waiting; later withdrawals are refused. */
  stop(): void;
}

const ANSWER_MS = 30_000;

/**
 * The bank may still carry out a withdrawal that timed out: asking again with the same key tells.
 * @param machineClock the machine's own clock: moving the rehearsal's clock must not end the wait
 */
export function createBoundedPayments(payments: Payments, machineClock: Clock): BoundedPayments {
  const stopping = new AbortController();
  return {
    withdraw: async (withdrawal) => {
      if (stopping.signal.aborted) throw unanswered();
      const giveUp = () => {
        throw unanswered();
      };
      return withTimeout(machineClock, ANSWER_MS, payments.withdraw(withdrawal), giveUp, stopping.signal);
    },
    stop: () => stopping.abort(),
  };
}

/** A 503 may be retried (service specification, "Common rules"). */
function unanswered() {
  return refuse(503, 'The bank did not answer. What was changed is kept, and nothing is withdrawn twice: try again.', {
    code: 'bankUnavailable',
  });
}
