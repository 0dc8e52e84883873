/** Invoices as Cleartake's own service tells them, and one of them with what was metered in its time. */

import type { InvoiceLine, InvoicePeriod } from '../../../../shared/domain/costs/reconcile.ts';
import {
  coveredBy,
  invoiceNotes,
  invoicesIn,
  type ServiceInvoice,
} from '../../../../shared/domain/costs/service-invoices.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { meteredLines } from './metered-lines.ts';

type BillingClient = Pick<ServiceClient, 'billingInvoices' | 'billingUsage'>;

/** Those of the period's months, newest first. @throws CleartakeError where it does not tell */
export async function invoicesOf(
  client: BillingClient,
  period: InvoicePeriod,
  signal?: AbortSignal,
): Promise<ServiceInvoice[]> {
  return invoicesIn(await allInvoices(client, signal), period);
}

interface InvoiceWithLines {
  readonly invoice: ServiceInvoice;
  readonly period: InvoicePeriod;
  readonly lines: readonly InvoiceLine[];
  readonly notes: readonly string[];
}

/** @throws CleartakeError notFound; others where it does not tell */
export async function invoiceWithLines(
  client: BillingClient,
  invoiceId: string,
  signal?: AbortSignal,
): Promise<InvoiceWithLines> {
  const all = await allInvoices(client, signal);
  const invoice = all.find((one) => one.invoiceId === invoiceId);
  if (invoice === undefined) throw new CleartakeError('notFound', { detail: 'invoice' });
  const before = all.find(({ number }) => number === invoice.number - 1) ?? null;
  const period = coveredBy(invoice, before);
  const lines = await meteredLines(client, period.from, period.to, signal);
  const metered = lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  return { invoice, period, lines, notes: invoiceNotes(invoice, metered) };
}

async function allInvoices(client: BillingClient, signal?: AbortSignal): Promise<ServiceInvoice[]> {
  const all: ServiceInvoice[] = [];
  let before: string | null = null;
  do {
    const { invoices, next } = await client.billingInvoices(before, signal);
    all.push(...invoices.map(({ issuedAt, ...rest }) => ({ ...rest, issuedAt: Date.parse(issuedAt) })));
    before = next;
  } while (before !== null);
  return all;
}
