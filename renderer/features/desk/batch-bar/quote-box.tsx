/** The quote beside Start. */

import { Anchor } from '@mantine/core';
import type { QuoteView } from '../../../../shared/contract/queue/queue.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { chosenConnection } from '../../../state/session-store.ts';
import classes from './batch-bar.module.css';
import { QuoteDetails } from './quote-details.tsx';
import { quoteWords, scopeWords } from './quote-words.ts';
import { QUOTE_BOX } from './strings.ts';
import { useQuote } from './use-quote.ts';

const NO_MODELS: readonly ModelId[] = [];

export function QuoteBox() {
  const quote = useQuote();
  const waiting = useQueue((state) => state.counts.startable);
  if (waiting === 0) {
    return (
      <div className={classes.quote} data-testid={TEST_IDS.quote}>
        <div className={classes.quoteNote}>{QUOTE_BOX.nothing}</div>
      </div>
    );
  }
  if (quote === null) return <div className={classes.quote} data-testid={TEST_IDS.quote} />;
  return <Quote quote={quote} />;
}

function Quote({ quote }: { quote: QuoteView }) {
  const connection = useSession(chosenConnection);
  const models = useSession((state) => state.preset?.models) ?? NO_MODELS;
  const restoresAgain = useSession((state) => state.restoresAgain);
  const [price, note] = quoteWords(quote, connection, models);
  const reuse = restoresAgain ? QUOTE_BOX.paidAgain : quote.reusable > 0 ? QUOTE_BOX.reusable(quote.reusable) : null;
  const words = [...(reuse === null ? [] : [reuse]), ...(note === '' ? [] : [note])].join(' · ');
  return (
    <div className={classes.quote} data-testid={TEST_IDS.quote} aria-live="polite">
      <div title={price}>
        <b>{price}</b>
        <span className={`${classes.quoteNote} ${classes.scope}`}> · {scopeWords(quote)}</span>
      </div>
      <div className={`${classes.quoteNote} ${classes.parts}`} data-reuse={reuse !== null}>
        <span className={classes.words} title={words}>
          {words}
        </span>
        {reuse !== null && <ReuseChoice restoresAgain={restoresAgain} />}
        <QuoteDetails quote={quote} />
      </div>
    </div>
  );
}

/** Reuses results from history, unless the user chooses to restore, and pay, again. */
function ReuseChoice({ restoresAgain }: { restoresAgain: boolean }) {
  const { session } = useDesk();
  return (
    <Anchor
      component="button"
      inherit
      title={QUOTE_BOX.againHint}
      onClick={() => session.setState({ restoresAgain: !restoresAgain })}
    >
      {restoresAgain ? QUOTE_BOX.notAgain : QUOTE_BOX.again}
    </Anchor>
  );
}
