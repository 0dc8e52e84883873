/** At which share of a cap a person is notified. */

import type { MicroUsd } from '../money.ts';

/** Shares of a cap in percent. */
export const ALERT_PERCENTS = [50, 80, 100] as const;
export type AlertPercent = (typeof ALERT_PERCENTS)[number];

/** @param used charged in the period, and held @returns those that are reached, smallest first */
export function alertsReached(used: MicroUsd, cap: MicroUsd): AlertPercent[] {
  return ALERT_PERCENTS.filter((percent) => used * 100 >= cap * percent);
}
