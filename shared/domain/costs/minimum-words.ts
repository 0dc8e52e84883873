/** What the 60-second minimum adds to a price, beside the price that it is a part of: the same words wherever a price is shown. */

import { formatUsd, type MicroUsd } from '../money.ts';

/** `0.24 of the 0.30 USD is the 60-second minimum`; empty where it adds nothing, or without a price. */
export function minimumWords({
  amount,
  amountAddedByMinimum: added,
}: {
  readonly amount: MicroUsd | null;
  readonly amountAddedByMinimum: MicroUsd | null;
}): readonly string[] {
  if (added === null || added === 0 || amount === null) return [];
  return [`${formatUsd(added)} of the ${formatUsd(amount)} USD is the 60-second minimum`];
}
