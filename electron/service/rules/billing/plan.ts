/** What an account's plan lets it do. Both models require a paid plan (service specification, "What the service does"). */

import { type Refusal, refuse } from '../refusal.ts';

export function paidPlanRequired(): Refusal {
  return refuse(403, 'This model requires a paid plan.', { code: 'paidPlanRequired' });
}
