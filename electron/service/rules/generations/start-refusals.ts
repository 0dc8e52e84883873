/** What a start that did not come about answers. */

import { inactive, replaced } from '../../auth/authenticate.ts';
import type { StartOutcome } from '../../store/records.ts';
import { paidPlanRequired } from '../billing/plan.ts';
import { amountTooLarge, paymentRefused } from '../billing/refusals.ts';
import { type Refusal, refuse } from '../refusal.ts';

export type RefusedStart = Exclude<StartOutcome, { kind: 'started' | 'repeated' }>;

export function startRefused(outcome: RefusedStart): Refusal {
  switch (outcome.kind) {
    case 'key-inactive':
      return inactive();
    case 'key-replaced':
      return replaced();
    case 'key-reused':
      return refuse(422, 'This Idempotency-Key was used for another request.', { code: 'idempotencyKeyReused' });
    case 'not-uploaded':
      return refuse(409, 'The medium of this project is not uploaded yet.', { code: 'notUploaded' });
    case 'too-many':
      return refuse(
        409,
        'The project has as many generations as it may. Create another project, and delete this one with /portal/projects/delete once its results are fetched.',
        { code: 'tooManyGenerations' },
      );
    case 'uncountable':
      return amountTooLarge();
    case 'plan-required':
      return paidPlanRequired();
    case 'payment-failed':
    case 'limit-exceeded':
      return paymentRefused(outcome);
  }
}
