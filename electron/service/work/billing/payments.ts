/** The payment port, and a simulated bank, which a rehearsal can tell to decline. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { BankAnswer } from '../../rules/billing/settlement.ts';
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
