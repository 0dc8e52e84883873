/** The payment port, a simulated bank, which a rehearsal can make decline, and a timeout around any bank. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { withTimeout } from '../../../platform/time/deadlines.ts';
import type { BankAnswer } from '../../rules/billing/settlement.ts';
import { refuse } from '../../rules/refusal.ts';
import type { BillingStore } from '../../store/billing-port.ts';

export interface Withdrawal {
  readonly invoiceId: string;
  readonly userId: string;
  /** Micro-USD, in whole cents. */
  readonly amount: MicroUsd;
  /** The same key is the same withdrawal: money moves at most once, and the answer never changes. */
  readonly idempotencyKey: string;
}

export interface Payments {
  /** Rejects when there was no answer; the same withdrawal may then be repeated. */
  withdraw(withdrawal: Withdrawal): Promise<BankAnswer>;
}

export interface SimulatedBankParts {
  readonly books: Pick<BillingStore, 'answerWithdrawal' | 'hasPaymentMethod'>;
  readonly clock: Clock;
  /** Whether it declines now. */
  declines(): boolean;
}

/** It moves no money, but keeps books as a bank would: its answers outlive the process. */
export function createSimulatedBank({ books, clock, declines }: SimulatedBankParts): Payments {
  return {
    withdraw: async (withdrawal) => {
      const pays = !declines() && (await books.hasPaymentMethod(withdrawal.userId));
      const outcome = pays ? ('paid' as const) : ('declined' as const);
      return books.answerWithdrawal({ ...withdrawal, outcome, createdAt: clock.now() });
    },
  };
}

export interface BoundedPayments extends Payments {
  /** Ends all waiting; later withdrawals are refused. */
  stop(): void;
}

const ANSWER_MS = 30_000;

/**
 * A bank that hangs delays neither billing nor the end of the service. It may still carry out a withdrawal that timed out: asking again with the same key tells.
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
