/** The quote beside Start. */

import { Anchor } from '@mantine/core';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { chosenConnection } from '../../../state/session-store.ts';
import classes from './batch-bar.module.css';
import { QuoteDetails } from './quote-details.tsx';
import { quoteWords, scopeWords } from './quote-words.ts';
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
      <div title={price}>
        <b>{price}</b>
        <span className={`${classes.quoteNote} ${classes.scope}`}> · {scopeWords(quote)}</span>
      </div>
      <div className={classes.quoteNote} title={note}>
        <ReuseChoice reusable={quote.reusable} />
        {note}
        {note !== '' && ' · '}
        <QuoteDetails quote={quote} />
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
