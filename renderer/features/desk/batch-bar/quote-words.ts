/** What a quote says: the price in a few words, what is in it, and what to know before Start. Pure. */

import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { QuoteView } from '../../../../shared/contract/queue/queue.ts';
import { minimumWords } from '../../../../shared/domain/costs/minimum-words.ts';
import { type ModelId, modelOf, priceOf } from '../../../../shared/domain/models.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { amountOfAudio, spokenSpan } from '../../../components/text/format.ts';
import { QUOTE_BOX } from './strings.ts';

/** The price in a few words, for buttons. */
export function startPrice({
  amount,
  unmeasured,
  unmeasuredMayCost,
}: Pick<QuoteView, 'amount' | 'unmeasured' | 'unmeasuredMayCost'>): string {
  if (amount === null) return QUOTE_BOX.unknownShort;
  const words: string[] = [];
  if (amount > 0) words.push(QUOTE_BOX.usd(formatUsd(amount)));
  else if (!unmeasuredMayCost) words.push(QUOTE_BOX.nothingToPayShort);
  if (unmeasured > 0) words.push(QUOTE_BOX.unmeasured(unmeasured));
  return words.join(', ');
}

export interface QuoteWords {
  readonly price: string;
  /** What the price is a bound of: `at most`, `so far`; empty where it is exact. */
  readonly bound: string;
  /** The line below. */
  readonly note: string;
}

/** @param connection the chosen one */
export function quoteWords(
  quote: QuoteView,
  connection: Pick<ConnectionView, 'name' | 'prices'> | null,
  models: readonly ModelId[],
): QuoteWords {
  const { amount, connections, unmeasured } = quote;
  const said = (price: string, bound: string, notes: readonly string[]) => ({ price, bound, note: notes.join(' · ') });
  if (amount === null) return said(QUOTE_BOX.unknown, '', [whyUnknown(connection, models), ...stillMeasured(quote)]);
  if (amount === 0) {
    const isFree = connections.length > 0 && connections.every(({ isBuiltIn }) => isBuiltIn);
    const price = quote.unmeasuredMayCost ? QUOTE_BOX.measuring : isFree ? QUOTE_BOX.free : QUOTE_BOX.nothingToPay;
    return said(price, '', [...time(quote), ...stillMeasured(quote)]);
  }
  const [only, ...others] = connections.filter((share) => share.amount !== 0);
  // Only a length that was counted in the file makes a promise.
  return said(QUOTE_BOX.usd(formatUsd(amount)), unmeasured > 0 ? QUOTE_BOX.soFar : QUOTE_BOX.atMost, [
    ...(only === undefined || others.length > 0 ? [] : [QUOTE_BOX.over(only.name)]),
    ...stillMeasured(quote),
    ...twins(quote),
    ...minimumWords(quote),
    ...time(quote),
    ...caps(quote),
  ]);
}

/** How much there is to restore: `84 recordings, 9.9 h`. */
export function scopeWords({ durationSeconds, recordings }: QuoteView): string {
  return [QUOTE_BOX.recordings(recordings), ...(durationSeconds > 0 ? [amountOfAudio(durationSeconds)] : [])].join(
    ', ',
  );
}

/** What the same recordings would cost with each model alone, as label and amount. */
export function modelPrices({ alternatives }: QuoteView): readonly (readonly [label: string, amount: string])[] {
  return (Object.entries(alternatives) as [ModelId, number | null][]).map(([model, amount]) => [
    modelOf(model).label,
    amount === null ? QUOTE_BOX.unknownShort : QUOTE_BOX.usd(formatUsd(amount)),
  ]);
}

function whyUnknown(connection: Pick<ConnectionView, 'name' | 'prices'> | null, models: readonly ModelId[]): string {
  const unpriced = models.filter((model) => priceOf(connection?.prices, model) === null);
  // Recordings keep their connection, so the missing price may belong to another one.
  if (unpriced.length === 0) return QUOTE_BOX.unknownElsewhere;
  return QUOTE_BOX.unknownWhy(unpriced.map((model) => modelOf(model).label).join(', '), connection?.name ?? '');
}

function stillMeasured({ unmeasured }: QuoteView): string[] {
  return unmeasured > 0 ? [QUOTE_BOX.unmeasured(unmeasured)] : [];
}

function twins({ twins: count }: QuoteView): string[] {
  return count > 0 ? [QUOTE_BOX.twins(count)] : [];
}

function time({ secondsTaken }: QuoteView): string[] {
  return secondsTaken === null ? [] : [QUOTE_BOX.takes(spokenSpan(secondsTaken))];
}

/** What the person should know first: some will wait, or the service will invoice. */
export function warningsOf({ connections }: Pick<QuoteView, 'connections'>): string[] {
  return connections.flatMap(({ amount, cap, threshold }) => [
    ...(cap !== null && amount !== null && amount > cap.left
      ? [QUOTE_BOX.beyondCap(formatUsd(cap.left), cap.waiting)]
      : []),
    ...(threshold === null ? [] : [QUOTE_BOX.threshold(formatUsd(threshold))]),
  ]);
}

function caps({ connections }: QuoteView): string[] {
  return connections.flatMap(({ cap }) => {
    if (cap === null) return [];
    return [cap.kind === 'day' ? QUOTE_BOX.capToday(formatUsd(cap.cap)) : QUOTE_BOX.capThisMonth(formatUsd(cap.cap))];
  });
}
