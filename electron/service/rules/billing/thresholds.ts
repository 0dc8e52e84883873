/** Thresholds: the lifetime usage at which an account is invoiced before its month ends. */

import { MICRO_USD_PER_USD, type MicroUsd, nextBillingThreshold } from '../../../../shared/domain/money.ts';

/** With an Indian billing address: 1, 10, and then every 100. */
const INDIAN_FIRST_USD = [1, 10] as const;
const INDIAN_STEP_USD = 100;

/**
 * The next threshold above the lifetime usage; null after the last one.
 *
 * Lifetime usage only grows, so each threshold is passed at most once, in whatever order generations are charged. A change of
 * country affects only later thresholds.
 * @param country two letters, in capitals; null when none is known
 */
export function nextThreshold(lifetime: MicroUsd, country: string | null): MicroUsd | null {
  if (country !== 'IN') return nextBillingThreshold(lifetime);
  const ahead = INDIAN_FIRST_USD.find((usd) => usd * MICRO_USD_PER_USD > lifetime);
  if (ahead !== undefined) return ahead * MICRO_USD_PER_USD;
  const step = INDIAN_STEP_USD * MICRO_USD_PER_USD;
  return lifetime - (lifetime % step) + step;
}

/** Whether usage that grows from `before` to `after` reaches at least one threshold. */
export function reachesThreshold(before: MicroUsd, after: MicroUsd, country: string | null): boolean {
  const next = nextThreshold(before, country);
  return next !== null && next <= after;
}
