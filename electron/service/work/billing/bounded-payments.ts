/** A bank whose answer is awaited for so long and no longer: one that hangs keeps neither billing nor the end of the service waiting. */

import type { Clock } from '../../../platform/time/clock.ts';
import { withTimeout } from '../../../platform/time/deadlines.ts';
import { refuse } from '../../rules/refusal.ts';
import type { Payments } from './payments.ts';

export interface BoundedPayments extends Payments {
  /** Ends what is waited for; nothing is asked any more. */
  stop(): void;
}

const ANSWER_MS = 30_000;

/**
 * A withdrawal that is given up may still be carried out by the bank: the same key is asked for again, and tells.
 * @param machineClock the machine's own: how long a bank may take does not depend on what time the service has
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

/** (Service specification, "Common rules": a 503 may be tried again.) */
function unanswered() {
  return refuse(503, 'The bank did not answer. What was changed is kept, and nothing is withdrawn twice: try again.', {
    code: 'bankUnavailable',
  });
}
