/** What to do about an invoice that was laid beside the ledger, in words. */

import { formatUsd } from '../money.ts';
import { countOf } from '../units.ts';
import type { Difference, Reconciliation } from './reconcile.ts';

export const DIFFERENCE_WORDS: Readonly<Record<Difference, string>> = {
  amount: 'amount',
  seconds: 'seconds',
  date: 'date',
  model: 'model',
  refunded: 'billed although it failed',
};

/** One or two sentences: what the comparison came to, and the next step. */
export function reconciliationSentence(result: Reconciliation): string {
  const { different, matched, missingHere, missingThere } = result;
  if (matched.length + different.length + missingHere.length + missingThere.length === 0)
    return 'There is nothing to compare: neither the invoice nor the ledger has a charge in this period.';
  if (different.length + missingHere.length + missingThere.length === 0)
    return `All ${countOf(matched.length, 'line')} agree. Nothing to do.`;
  return [
    ...twice(result),
    ...unknown(result),
    ...(different.length === 0
      ? []
      : [
          `${countOf(different.length, 'line')} ${one(different.length, 'differs', 'differ')} from your ledger. Ask the service, with the generation IDs.`,
        ]),
    ...(missingThere.length === 0
      ? []
      : [
          `You haven’t been billed for ${countOf(missingThere.length, 'charge')} (${formatUsd(sum(missingThere))} USD). Check again when the next invoice arrives.`,
        ]),
  ].join(' ');
}

function twice({ missingHere }: Reconciliation): string[] {
  const lines = missingHere.filter((line) => line.twice);
  if (lines.length === 0) return [];
  return [
    `${countOf(lines.length, 'restoration')} ${one(lines.length, 'is', 'are')} billed twice (${formatUsd(sum(lines))} USD). Ask the service for it back.`,
  ];
}

function unknown({ missingHere }: Reconciliation): string[] {
  const lines = missingHere.filter((line) => !line.twice);
  if (lines.length === 0) return [];
  return [
    `${countOf(lines.length, 'line')} (${formatUsd(sum(lines))} USD) ${one(lines.length, 'is', 'are')} not in your ledger: started elsewhere with this account, or billed by mistake. Ask the service if nobody else uses the key.`,
  ];
}

function one(count: number, singular: string, plural: string): string {
  return count === 1 ? singular : plural;
}

function sum(lines: readonly { readonly amount: number | null }[]): number {
  return lines.reduce((all, { amount }) => all + (amount ?? 0), 0);
}
