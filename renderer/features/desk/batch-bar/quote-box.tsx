/** The quote beside Start. */

import { Anchor, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { QuoteView } from '../../../../shared/contract/queue/queue.ts';
import { otherFormatWords } from '../../../../shared/domain/export/source-format.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { ConnectionName } from '../../../components/connections/connection-name.tsx';
import { CAP_FORM } from '../../../components/strings.ts';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { readUsdField, usdText } from '../../../components/text/usd.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { chosenConnection } from '../../../state/session-store.ts';
import classes from './batch-bar.module.css';
import { modelPrices, quoteWords, scopeWords, warningsOf } from './quote-words.ts';
import { QUOTE_BOX } from './strings.ts';
import { useQuote } from './use-quote.ts';

const NO_MODELS: readonly ModelId[] = [];

export function QuoteBox() {
  const quote = useQuote();
  const waiting = useQueue((state) => state.counts.startable);
  if (waiting === 0) {
    return (
      <div className={classes.quote} data-testid={TEST_IDS.quote}>
        <div className={classes.parts}>{QUOTE_BOX.nothing}</div>
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
  const { bound, note, price } = quoteWords(quote, connection, models);
  const reuse = restoresAgain ? QUOTE_BOX.paidAgain : quote.reusable > 0 ? QUOTE_BOX.reusable(quote.reusable) : null;
  const warnings = [...(quote.outputProblem === null ? [] : [quote.outputProblem]), ...warningsOf(quote)];
  const notes = [scopeWords(quote), reuse, ...(quote.otherFormats ?? []).map(otherFormatWords), note];
  const words = notes.filter((one) => one !== null && one !== '').join(' · ');
  return (
    <div className={classes.quote} data-testid={TEST_IDS.quote} aria-live="polite">
      <div className={classes.price}>
        {warnings.length > 0 && (
          <span className={`${classes.warning} cut`} title={warnings.join('\n')}>
            {warnings.join(' · ')}
          </span>
        )}
        {bound !== '' && <span className={classes.bound}>{bound}</span>}
        <b>{price}</b>
      </div>
      <div className={classes.parts}>
        <span className="cut" title={words}>
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

function QuoteDetails({ quote }: { quote: QuoteView }) {
  const priced = quote.connections.some(({ amount }) => amount !== 0);
  if (!priced && quote.unmeasured === 0 && quote.reusable === 0) return null;
  return (
    <Popover position="bottom-end" width={330} trapFocus>
      <Popover.Target>
        <Anchor component="button" inherit>
          {QUOTE_BOX.details}
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={classes.shares}>
          {quote.connections.map(({ amount, connectionId, name, recordings }) => (
            <div key={connectionId}>
              <dt>
                <ConnectionName id={connectionId} name={`${name} · ${QUOTE_BOX.recordings(recordings)}`} />
              </dt>
              <dd>{amount === null ? QUOTE_BOX.unknownShort : QUOTE_BOX.usd(formatUsd(amount))}</dd>
            </div>
          ))}
        </dl>
        <div className={classes.panelTitle}>{QUOTE_BOX.sideBySide}</div>
        <dl className={classes.shares}>
          {modelPrices(quote).map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
        {quote.reusable > 0 && (
          <p className={classes.saved}>
            {quote.savedByHistory === null
              ? QUOTE_BOX.reusable(quote.reusable)
              : QUOTE_BOX.saved(formatUsd(quote.savedByHistory))}
          </p>
        )}
        <CapField />
      </Popover.Dropdown>
    </Popover>
  );
}

function CapField() {
  const { session } = useDesk();
  const cap = useSession((state) => state.nextCap);
  const [text, setText] = useState(usdText(cap));
  const parsed = readUsdField(text);
  return (
    <TextInput
      mt="sm"
      label={QUOTE_BOX.capForStart}
      inputMode="decimal"
      placeholder={CAP_FORM.none}
      error={parsed === 'invalid' ? CAP_FORM.invalid : null}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        const amount = readUsdField(event.currentTarget.value);
        if (amount !== 'invalid') session.setState({ nextCap: amount });
      }}
    />
  );
}
