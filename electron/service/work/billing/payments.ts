/** The payment port, and the bank that is built in: simulated, told to decline by a rehearsal. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { BankAnswer } from '../../rules/billing/settlement.ts';
import type { BillingStore } from '../../store/billing-port.ts';

export interface Withdrawal {
  readonly invoiceId: string;
  readonly userId: string;
  /** Micro-USD, in whole cents. */
  readonly amount: MicroUsd;
  /** The same key is the same withdrawal: money moves at most once for it, and its answer never changes. */
  readonly idempotencyKey: string;
}

export interface Payments {
  /** Rejects when there was no answer: then the same withdrawal may be asked for again. */
  withdraw(withdrawal: Withdrawal): Promise<BankAnswer>;
}

export interface SimulatedBankParts {
  readonly books: Pick<BillingStore, 'answerWithdrawal' | 'hasPaymentMethod'>;
  readonly clock: Clock;
  /** Whether it declines what is asked for now. */
  declines(): boolean;
}

/** It knows no money, but keeps books of its own, as a bank would: an answer it gave outlives both processes. */
export function createSimulatedBank({ books, clock, declines }: SimulatedBankParts): Payments {
  return {
    withdraw: async (withdrawal) => {
      const pays = !declines() && (await books.hasPaymentMethod(withdrawal.userId));
      const outcome = pays ? ('paid' as const) : ('declined' as const);
      return books.answerWithdrawal({ ...withdrawal, outcome, createdAt: clock.now() });
    },
  };
}
