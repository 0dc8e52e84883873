/** The 402s of a start (service specification, "Errors"). */

import { type Refusal, refuse } from '../refusal.ts';
import type { StartAdmission } from '../store/billing-steps.ts';

/** The amounts that a client needs to say what is wrong are under `billing`, in micro-USD. */
export function paymentRefused(
  outcome: Extract<StartAdmission, { kind: 'payment-failed' | 'limit-exceeded' }>,
): Refusal {
  if (outcome.kind === 'payment-failed') {
    return refuse(402, 'A payment failed. Update the payment method; nothing was started.', { code: 'paymentFailed' });
  }
  const { limit, spent, held, needed } = outcome;
  return refuse(402, 'The spend limit would be passed. Nothing was started.', {
    code: 'spendLimitExceeded',
    billing: { spendLimit: limit, spent, held, needed },
  });
}
