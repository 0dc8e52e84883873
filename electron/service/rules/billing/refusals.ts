/** Refusals of billing (service specification, "Errors"): the 402s, and starts whose price is unknown. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { StartAdmission } from './admission.ts';

/** Both models require a paid plan (service specification, "What the service does"). */
export function paidPlanRequired(): Refusal {
  return refuse(403, 'This model requires a paid plan.', { code: 'paidPlanRequired' });
}

/** Why an account is held. */
export interface PaymentHold {
  /** Milliseconds since the epoch; null where it was not noted. */
  readonly since: number | null;
  /** The oldest declined invoice, and micro-USD; null for a hold of the operator. */
  readonly invoice: { readonly invoiceId: string; readonly total: MicroUsd } | null;
}

/** A hold as clients see it. @param payAt address of the call that pays the invoice */
export function holdView({ since, invoice }: PaymentHold, payAt: string) {
  return {
    invoiceId: invoice?.invoiceId ?? null,
    amount: invoice?.total ?? null,
    since: since === null ? null : new Date(since).toISOString(),
    payAt: invoice === null ? null : payAt,
  };
}

/** @param payAt address of the call that pays the invoice */
export function paymentFailed(hold: PaymentHold, payAt: string): Refusal {
  const sentence =
    hold.invoice === null
      ? 'The operator of this service has put the account on hold. Contact them. Work in progress continues.'
      : 'A payment failed. Update the payment method or pay the invoice. Work in progress continues.';
  return refuse(402, sentence, { code: 'paymentFailed', billing: holdView(hold, payAt) });
}

/** Amounts in micro-USD explain the refusal. */
export function spendLimitExceeded({
  limit,
  spent,
  held,
  needed,
}: Extract<StartAdmission, { kind: 'limit-exceeded' }>): Refusal {
  return refuse(402, 'The spend limit would be passed. Nothing was started.', {
    code: 'spendLimitExceeded',
    billing: { spendLimit: limit, spent, held, needed },
  });
}

/** The account's usage and holds would be too large to count exactly. */
export function amountTooLarge(): Refusal {
  return refuse(409, 'The account cannot hold more: the amount is larger than can be counted. Nothing was started.', {
    code: 'amountTooLarge',
  });
}

/** A withdrawal that somebody asked for. @param hold with the declined invoice @param payAt as for `paymentFailed` */
export function withdrawalDeclined(hold: PaymentHold, payAt: string): Refusal {
  return refuse(402, 'The withdrawal was declined. Update the payment method, or pay the invoice later.', {
    code: 'paymentFailed',
    billing: holdView(hold, payAt),
  });
}

export function paymentMethodRequired(): Refusal {
  return refuse(402, 'The developer tier needs a payment method. Add one first.', { code: 'paymentMethodRequired' });
}

export function lengthUnknown(): Refusal {
  return refuse(
    409,
    'The length of the medium could not be counted, nor what the generation costs. Nothing was started. Try again later, or upload the medium in another format.',
    { code: 'lengthUnknown' },
  );
}

export function mediumTooLong(): Refusal {
  return refuse(409, 'The medium is longer than can be billed. Nothing was started. Upload it in parts.', {
    code: 'mediumTooLong',
  });
}
