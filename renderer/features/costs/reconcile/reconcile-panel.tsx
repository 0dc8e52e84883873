/** Compares an invoice with the ledger: a file, one of Cleartake's own service, or what that has metered in the period. */

import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type {
  ReconciledInvoiceView,
  ReconciliationView,
  ServiceInvoiceView,
} from '../../../../shared/contract/costs.ts';
import { Buttons } from '../../../components/layout/layout.tsx';
import { useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import classes from '../costs.module.css';
import { askForColumns } from './columns-form.tsx';
import { InvoiceFacts, Invoices } from './invoices.tsx';
import { Result } from './result.tsx';
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
