/** Compares an invoice with the ledger: a file, one of Cleartake's own service, or what that has metered in the period. */

import { Button, FileButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type {
  ReconciledInvoiceView,
  ReconciliationView,
  ServiceInvoiceView,
} from '../../../../shared/contract/costs.ts';
import { DIFFERENCE_WORDS } from '../../../../shared/domain/costs/reconcile-words.ts';
import { localDates } from '../../../../shared/domain/units.ts';
import { InvoiceSums } from '../../../components/connections/invoice-sums.tsx';
import { Buttons } from '../../../components/layout/layout.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import { shownName } from '../../../components/text/format.ts';
import { usdNumber, usdWords } from '../../../components/text/usd.ts';
import { useDesk } from '../../../state/desk-context.ts';
import classes from '../costs.module.css';
import { askForColumns } from './columns-form.tsx';
import { INVOICE_LIST, RECONCILE } from './strings.ts';

interface ReconcilePanelProps {
  readonly connection: { readonly id: string; readonly name: string };
  readonly from: number;
  readonly to: number;
  /** Shows a charge in the ledger. @param at when it was made, in milliseconds since the epoch */
  readonly onLine: (at: number) => void;
}

export function ReconcilePanel({ connection: { id: connectionId, name }, from, onLine, to }: ReconcilePanelProps) {
  const { client } = useDesk();
  const [result, setResult] = useState<ReconciliationView | ReconciledInvoiceView | null>(null);
  const [invoices, setInvoices] = useState<readonly ServiceInvoiceView[] | null>(null);
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
      {invoices !== null && (
        <Invoices
          invoices={invoices}
          busy={busy}
          onCompare={({ invoiceId }) =>
            save(async () => setResult(await client.costs.reconcileInvoice({ connectionId, invoiceId })))
          }
        />
      )}
      {result !== null && 'invoice' in result && <InvoiceFacts reconciled={result} />}
      {result !== null && <Result result={result} onLine={onLine} />}
      {refusal}
      <Buttons mt={8}>
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
          onClick={() =>
            save(async () => setInvoices((await client.costs.invoices({ connectionId, from, to })).invoices))
          }
        >
          {RECONCILE.invoices}
        </Button>
        <Button
          size="xs"
          disabled={busy}
          onClick={() => save(async () => setResult(await client.costs.reconcileUsage({ connectionId, from, to })))}
        >
          {RECONCILE.fetch}
        </Button>
      </Buttons>
    </section>
  );
}

interface ResultProps {
  readonly result: ReconciliationView;
  /** Shows a charge in the ledger. @param at when it was made, in milliseconds since the epoch */
  readonly onLine: (at: number) => void;
}

function Result({ result: { charged, discrepancies, found, invoiced, matched, sentence }, onLine }: ResultProps) {
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

interface InvoicesProps {
  readonly invoices: readonly ServiceInvoiceView[];
  readonly busy: boolean;
  readonly onCompare: (invoice: ServiceInvoiceView) => void;
}

function Invoices({ busy, invoices, onCompare }: InvoicesProps) {
  if (invoices.length === 0)
    return (
      <p className={classes.none} role="status">
        {INVOICE_LIST.none}
      </p>
    );
  return (
    <ul className={classes.discrepancies} aria-label={INVOICE_LIST.list}>
      {invoices.map((invoice) => {
        const { invoiceId, number, reason, status, total } = invoice;
        return (
          <li key={invoiceId}>
            <b>{INVOICE_LIST.name(number)}</b> {usdWords(total)}
            <span className={classes.under}>
              {[monthName(invoice), INVOICE_LIST.reasons[reason], INVOICE_LIST.statuses[status]].join(' · ')}
            </span>
            <Button
              size="compact-xs"
              variant="subtle"
              disabled={busy}
              aria-label={INVOICE_LIST.compareNamed(number)}
              onClick={() => onCompare(invoice)}
            >
              {INVOICE_LIST.compare}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function InvoiceFacts({ reconciled: { invoice, notes } }: { readonly reconciled: ReconciledInvoiceView }) {
  const { issuedAt, number } = invoice;
  const { date } = localDates(navigator.language);
  return (
    <section aria-label={INVOICE_LIST.name(number)}>
      <h3 className={classes.invoice}>{INVOICE_LIST.issued(number, monthName(invoice), date(issuedAt))}</h3>
      <InvoiceSums invoice={invoice} />
      {notes.map((note) => (
        <p key={note} className={classes.none}>
          {note}
        </p>
      ))}
    </section>
  );
}

function monthName({ month }: Pick<ServiceInvoiceView, 'month'>): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at);
}
