/** The quote beside Start. */

import { Anchor } from '@mantine/core';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { QuoteView } from '../../../../shared/contract/queue.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { amountOfAudio } from '../../../components/text/format.ts';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { chosenConnection } from '../../../state/session-store.ts';
import { modelNames } from '../presets/preset-words.ts';
import classes from './batch-bar.module.css';
import { QUOTE } from './strings.ts';
import { useQuote } from './use-quote.ts';

const NO_MODELS: readonly ModelId[] = [];

export function QuoteBox() {
  const quote = useQuote();
  const waiting = useQueue((state) => state.counts.startable);
  const connection = useSession(chosenConnection);
  const models = useSession((state) => state.preset?.models) ?? NO_MODELS;
  if (waiting === 0) {
    return (
      <div className={classes.quote} data-testid={TEST_IDS.quote}>
        <div className={classes.quoteNote}>{QUOTE.nothing}</div>
      </div>
    );
  }
  if (quote === null) return <div className={classes.quote} data-testid={TEST_IDS.quote} />;
  const [price, note] = quoteWords(quote, connection, models);
  return (
    <div className={classes.quote} data-testid={TEST_IDS.quote} aria-live="polite">
      <div>
        <b>{price}</b>
        <span className={`${classes.quoteNote} ${classes.scope}`}> · {scopeWords(quote, models.length)}</span>
      </div>
      <div className={classes.quoteNote} title={note}>
        <ReuseChoice reusable={quote.reusable} />
        {note}
      </div>
    </div>
  );
}

/** Reuses results from history, unless the user chooses to restore, and pay, again. */
function ReuseChoice({ reusable }: { reusable: number }) {
  const { session } = useDesk();
  const restoresAgain = useSession((state) => state.restoresAgain);
  if (reusable === 0 && !restoresAgain) return null;
  return (
    <>
      {restoresAgain ? `${QUOTE.paidAgain} ` : `${QUOTE.reusable(reusable)} `}
      <Anchor
        component="button"
        inherit
        title={QUOTE.againHint}
        onClick={() => session.setState({ restoresAgain: !restoresAgain })}
      >
        {restoresAgain ? QUOTE.notAgain : QUOTE.again}
      </Anchor>
      {' · '}
    </>
  );
}

/** The price in a few words, for buttons. */
export function startPrice({
  amount,
  unmeasured,
  unmeasuredMayCost,
}: Pick<QuoteView, 'amount' | 'unmeasured' | 'unmeasuredMayCost'>): string {
  if (amount === null) return QUOTE.unknownShort;
  const words: string[] = [];
  if (amount > 0) words.push(QUOTE.estimate(formatUsd(amount)));
  else if (!unmeasuredMayCost) words.push(QUOTE.nothingToPayShort);
  if (unmeasured > 0) words.push(QUOTE.unmeasured(unmeasured));
  return words.join(', ');
}

/** The price, and the line below it. */
export function quoteWords(
  quote: QuoteView,
  connection: Pick<ConnectionView, 'kind' | 'name' | 'prices'> | null,
  models: readonly ModelId[],
): readonly [price: string, note: string] {
  const notes: string[] = [];
  let price: string;
  if (quote.amount === 0) {
    if (quote.unmeasuredMayCost) price = QUOTE.measuring;
    else price = connection?.kind === 'built-in' ? QUOTE.free : QUOTE.nothingToPay;
    notes.push(QUOTE.recordings(quote.recordings));
  } else if (quote.amount === null) {
    price = QUOTE.unknown;
    const unpriced = models.filter((model) => (connection?.prices[model] ?? null) === null);
    // Recordings keep their connection, so the missing price may belong to another one.
    notes.push(
      unpriced.length === 0 ? QUOTE.unknownElsewhere : QUOTE.unknownWhy(modelNames(unpriced), connection?.name ?? ''),
    );
  } else {
    price = QUOTE.estimate(formatUsd(quote.amount));
    // Room is short: what the price doesn't include goes first.
    if (quote.unmeasured === 0) {
      const ofMinimum = quote.amountAddedByMinimum ?? 0;
      notes.push(ofMinimum > 0 ? QUOTE.minimum(formatUsd(ofMinimum)) : (connection?.name ?? ''));
    }
  }
  if (quote.unmeasured > 0) notes.push(QUOTE.unmeasured(quote.unmeasured));
  return [price, notes.join(' · ')];
}

function scopeWords(quote: QuoteView, models: number): string {
  const audio = quote.durationSeconds > 0 ? [amountOfAudio(quote.durationSeconds)] : [];
  return [...audio, QUOTE.models(models)].join(', ');
}
