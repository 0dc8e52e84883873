/** The invoices of Cleartake's own service, to choose from, and what the amounts of one mean. */

import { Button } from '@mantine/core';
import type { ReconciledInvoiceView, ServiceInvoiceView } from '../../../../shared/contract/costs.ts';
import { localDates } from '../../../../shared/domain/units.ts';
import { InvoiceSums } from '../../../components/invoices/invoice-sums.tsx';
import { usdWords } from '../../../components/text/usd.ts';
import classes from '../costs.module.css';
import { INVOICE_LIST } from './strings.ts';

interface InvoicesProps {
  readonly invoices: readonly ServiceInvoiceView[];
  readonly busy: boolean;
  readonly onCompare: (invoice: ServiceInvoiceView) => void;
}

export function Invoices({ busy, invoices, onCompare }: InvoicesProps) {
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

export function InvoiceFacts({ reconciled: { invoice, notes } }: { readonly reconciled: ReconciledInvoiceView }) {
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
