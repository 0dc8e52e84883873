/** What an account's plan lets it do. Both models require a paid plan (service specification, "What the service does"). */

import { type Refusal, refuse } from '../refusal.ts';
import type { Tier } from '../store/schema/all.ts';

/** @throws refusal 403 with code `paidPlanRequired` on the free tier */
export function requirePaidPlan(tier: Tier): void {
  if (tier === 'free') throw paidPlanRequired();
}

export function paidPlanRequired(): Refusal {
  return refuse(403, 'This model requires a paid plan.', { code: 'paidPlanRequired' });
}
