/** The 402s (service specification, "Errors"). */

import type { InvoiceSummary } from '../../store/billing-port.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { StartAdmission } from './admission.ts';

/** The amounts that a client needs to say what is wrong are under `billing`, in micro-USD. */
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

/** What the account has used and holds cannot be counted exactly together with this. */
export function amountTooLarge(): Refusal {
  return refuse(409, 'The account cannot hold more: the amount is larger than can be counted. Nothing was started.', {
    code: 'amountTooLarge',
  });
}

/** @param invoice the one that was declined, when it is one that was asked for */
export function withdrawalDeclined(invoice?: InvoiceSummary): Refusal {
  const message = 'The withdrawal was declined. Update the payment method, or pay the invoice later.';
  if (invoice === undefined) return refuse(402, message, { code: 'paymentFailed' });
  const { invoiceId, total } = invoice;
  return refuse(402, message, { code: 'paymentFailed', billing: { invoiceId, total } });
}

export function paymentMethodRequired(): Refusal {
  return refuse(402, 'The developer tier needs a payment method. Add one first.', { code: 'paymentMethodRequired' });
}
