/** Refusals of billing (service specification, "Errors"): the 402s, and starts whose price is unknown. */

import { type Refusal, refuse } from '../refusal.ts';
import type { StartAdmission } from './admission.ts';

/** Both models require a paid plan (service specification, "What the service does"). */
export function paidPlanRequired(): Refusal {
  return refuse(403, 'This model requires a paid plan.', { code: 'paidPlanRequired' });
}

/** `billing` holds the amounts that a client needs to explain the refusal, in micro-USD. */
export function paymentRefused(
  outcome: Extract<StartAdmission, { kind: 'payment-failed' | 'limit-exceeded' }>,
): Refusal {
  if (outcome.kind === 'payment-failed') {
    return refuse(402, 'A payment failed, or the account is held. Update the payment method; nothing was started.', {
      code: 'paymentFailed',
    });
  }
  const { limit, spent, held, needed } = outcome;
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

/** @param invoice the declined invoice, when the caller asked for a particular one */
export function withdrawalDeclined(invoice?: { readonly invoiceId: string; readonly total: number }): Refusal {
  const message = 'The withdrawal was declined. Update the payment method, or pay the invoice later.';
  if (invoice === undefined) return refuse(402, message, { code: 'paymentFailed' });
  const { invoiceId, total } = invoice;
  return refuse(402, message, { code: 'paymentFailed', billing: { invoiceId, total } });
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
