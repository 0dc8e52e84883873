/** What a client reads when its start is refused. */

import { amountTooLarge, paidPlanRequired, paymentRefused } from '../billing/refusals.ts';
import { keyInactive, keyReplaced } from '../keys/refusals.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { StartDecision, StartObstacle } from './starts.ts';

type RefusedStart = Exclude<StartObstacle<never> | StartDecision<never>, { kind: 'go' | 'repeated' }>;

export function startRefused(outcome: RefusedStart): Refusal {
  switch (outcome.kind) {
    case 'key-inactive':
      return keyInactive();
    case 'key-replaced':
      return keyReplaced();
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
