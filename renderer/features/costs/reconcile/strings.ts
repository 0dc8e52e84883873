/** Words of comparing an invoice with the ledger. */

import type { ServiceInvoiceView } from '../../../../shared/contract/costs.ts';
import type { InvoiceField } from '../../../../shared/domain/costs/invoice-columns.ts';
import type { Discrepancy } from '../../../../shared/domain/costs/reconcile.ts';
import { countOf } from '../../../../shared/domain/units.ts';

export const RECONCILE = {
  title: 'Invoice and ledger',
  text: (connection: string) => `Compare an invoice of ${connection} with what was charged here.`,
  file: 'Compare a file…',
  invoices: 'Fetch invoices',
  fetch: 'Compare with the service',
  matched: 'Agree',
  different: 'Differ',
  totals: (invoiced: string, charged: string) => `Invoice ${invoiced}, ledger ${charged}`,
  kinds: {
    twice: 'Billed twice',
    'missing-here': 'Not in the ledger',
    'missing-there': 'Not on the invoice',
    different: 'Differs',
  } satisfies Record<Discrepancy['kind'], string>,
  line: (row: number) => `line ${row}`,
  amounts: (invoiced: string, charged: string) => `${invoiced} on the invoice, ${charged} in the ledger`,
  more: (count: number) => `${count} more are not listed. \`cleartake reconcile\` lists all of them.`,
  show: 'Show line',
  showNamed: (name: string) => `Show the charge for ${name} in the ledger`,
  copy: 'Copy ID',
  copyNamed: (id: string) => `Copy the generation ID ${id}`,
} as const;

export const INVOICE_LIST = {
  list: 'Invoices of the service',
  none: 'The service has no invoice for this period yet. It issues one at the end of a month, or at a billing threshold.',
  name: (number: number) => `Invoice ${number}`,
  issued: (number: number, month: string, day: string) => `Invoice ${number}, ${month}, issued ${day}`,
  reasons: { threshold: 'at a threshold', 'month-end': 'end of month', final: 'final' } satisfies Record<
    ServiceInvoiceView['reason'],
    string
  >,
  statuses: { open: 'open', paid: 'paid', declined: 'payment declined' } satisfies Record<
    ServiceInvoiceView['status'],
    string
  >,
  compare: 'Compare',
  compareNamed: (number: number) => `Compare invoice ${number} with the ledger`,
} as const;

export const COLUMNS = {
  title: 'Which column is which?',
  text: (lines: number) =>
    `The file has ${countOf(lines, 'line')}. Lines are found by generation ID, or by date and amount.`,
  fields: {
    generationId: 'Generation ID',
    at: 'Date',
    model: 'Model',
    seconds: 'Seconds',
    amount: 'Amount (USD)',
  } satisfies Record<InvoiceField, string>,
  none: 'Not in this file',
  sample: 'First lines of the file',
  missing: 'Choose the generation ID, or date and amount.',
  compare: 'Compare',
} as const;
