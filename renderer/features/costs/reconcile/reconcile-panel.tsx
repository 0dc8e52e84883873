/** Compares an invoice with the ledger: a file, or what Cleartake's own service has metered in the period. */

import { Button, FileButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReconciliationView } from '../../../../shared/contract/costs.ts';
import { DIFFERENCE_WORDS } from '../../../../shared/domain/costs/reconcile-words.ts';
import { useSaving } from '../../../components/messages/saving.tsx';
import { shownName } from '../../../components/text/format.ts';
import { usdNumber, usdWords } from '../../../components/text/usd.ts';
import { useDesk } from '../../../state/desk-context.ts';
import classes from '../costs.module.css';
import { askForColumns } from './columns-form.tsx';
import { RECONCILE } from './strings.ts';

interface ReconcilePanelProps {
  readonly connection: { readonly id: string; readonly name: string };
  readonly from: number;
  readonly to: number;
  /** Shows a charge in the ledger. @param at when it was made, in milliseconds since the epoch */
  readonly onLine: (at: number) => void;
}

export function ReconcilePanel({ connection: { id: connectionId, name }, from, onLine, to }: ReconcilePanelProps) {
  const { client } = useDesk();
  const [result, setResult] = useState<ReconciliationView | null>(null);
  const { busy, refusal, save } = useSaving(() => undefined);

  async function compareFile(file: File): Promise<void> {
    const text = await file.text();
    const invoice = await client.costs.readInvoice({ text });
    if (invoice.kind === 'json') setResult(await client.costs.reconcile({ connectionId, text, columns: null }));
    else
      askForColumns(invoice, (columns) =>
        save(async () => setResult(await client.costs.reconcile({ connectionId, text, columns: { ...columns } }))),
      );
  }

  return (
    <section className={classes.panel} aria-label={RECONCILE.title}>
      <div className={classes.head}>
        <h2>{RECONCILE.title}</h2>
      </div>
      <p className={classes.none}>{RECONCILE.text(name)}</p>
      {result !== null && <Result result={result} onLine={onLine} />}
      {refusal}
      <div className={classes.buttons}>
        <FileButton
          accept=".csv,.json,.txt,text/csv,application/json"
          onChange={(file) => file !== null && save(() => compareFile(file))}
        >
          {(props) => (
            <Button size="xs" disabled={busy} {...props}>
              {RECONCILE.file}
            </Button>
          )}
        </FileButton>
        <Button
          size="xs"
          disabled={busy}
          onClick={() => save(async () => setResult(await client.costs.reconcileUsage({ connectionId, from, to })))}
        >
          {RECONCILE.fetch}
        </Button>
      </div>
    </section>
  );
}

function Result({
  result: { charged, discrepancies, found, invoiced, matched, sentence },
  onLine,
}: {
  readonly result: ReconciliationView;
  readonly onLine: ReconcilePanelProps['onLine'];
}) {
  return (
    <>
      <ul className={classes.outcome}>
        <li>
          <IconCheck size={14} aria-hidden="true" /> {RECONCILE.matched} <b>{matched}</b>
        </li>
        <li data-warn={found > 0}>
          {found > 0 ? <IconAlertTriangle size={14} aria-hidden="true" /> : <IconCheck size={14} aria-hidden="true" />}{' '}
          {RECONCILE.different} <b>{found}</b>
        </li>
      </ul>
      <p className={classes.none}>{RECONCILE.totals(usdWords(invoiced), usdWords(charged))}</p>
      <ul className={classes.discrepancies}>
        {discrepancies.map((one) => (
          <li key={`${one.kind} ${one.row} ${one.generationId} ${one.at}`}>
            <b>{RECONCILE.kinds[one.kind]}</b>{' '}
            {one.kind === 'different' && `(${one.differences.map((each) => DIFFERENCE_WORDS[each]).join(', ')})`}
            <span className={classes.under}>
              {[
                ...(one.recording === null ? [] : [shownName(one.recording)]),
                ...(one.row === null ? [] : [RECONCILE.line(one.row)]),
                one.kind === 'different'
                  ? RECONCILE.amounts(usdNumber(one.invoiced), usdNumber(one.charged))
                  : usdWords(one.invoiced ?? one.charged),
              ].join(' · ')}
            </span>
            {one.recording !== null && one.at !== null && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={RECONCILE.showNamed(shownName(one.recording))}
                onClick={() => onLine(one.at ?? 0)}
              >
                {RECONCILE.show}
              </Button>
            )}
            {one.generationId !== null && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={RECONCILE.copyNamed(one.generationId)}
                onClick={() => void navigator.clipboard.writeText(one.generationId ?? '')}
              >
                {RECONCILE.copy}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {found > discrepancies.length && <p className={classes.none}>{RECONCILE.more(found - discrepancies.length)}</p>}
      <p role="status">{sentence}</p>
    </>
  );
}
