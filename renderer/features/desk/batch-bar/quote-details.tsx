/** The parts of the quote: each connection, both models side by side, what history saves, and a cap for this Start. */

import { Anchor, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { QuoteView } from '../../../../shared/contract/queue/queue.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { CAP_FORM } from '../../../components/caps/strings.ts';
import { readUsdField, usdText } from '../../../components/caps/usd.ts';
import { ConnectionName } from '../../../components/connections/connection-name.tsx';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import classes from './batch-bar.module.css';
import { modelPrices } from './quote-words.ts';
import { QUOTE_BOX } from './strings.ts';

export function QuoteDetails({ quote }: { quote: QuoteView }) {
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
