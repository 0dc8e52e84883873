/** What Costs reads of the billing of Cleartake's own service. It reads liberally: services that say no more than Costs shows will do. */

import { z } from 'zod';
import { accountFigures } from '../../../../shared/contract/costs.ts';
import type { InvoiceLine, InvoicePeriod } from '../../../../shared/domain/costs/reconcile.ts';
import {
  coveredBy,
  invoiceNotes,
  invoicesIn,
  type ServiceInvoice,
} from '../../../../shared/domain/costs/service-invoices.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { AnswerOf } from '../../../../shared/service-api/operation.ts';
import { billingAccount, listInvoices, listUsage } from '../../../../shared/service-api/operations/portal-billing.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import type { Connections } from '../../connections/connections.ts';

const ACCOUNT = { ...billingAccount, answer: accountFigures };
const USAGE = {
  ...listUsage,
  answer: listUsage.answer.extend({
    usage: z.array(listUsage.answer.shape.usage.element.omit({ apiKeyId: true, pricePerSecond: true })),
  }),
};

const INVOICES = {
  ...listInvoices,
  answer: listInvoices.answer.extend({
    invoices: z.array(
      listInvoices.answer.shape.invoices.element
        .omit({ userId: true, paidAt: true })
        .extend({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
    ),
  }),
};

/** @returns null where the service doesn't say */
export async function readAccount({ client }: Pick<Connections, 'client'>, connectionId: string, signal?: AbortSignal) {
  try {
    return await (await client(connectionId)).portal(ACCOUNT, {}, signal);
  } catch (failure) {
    if (failure instanceof CleartakeError) return null;
    throw failure;
  }
}

type BillingClient = Pick<ServiceClient, 'portal'>;

/** Those of the period's months, newest first. @throws CleartakeError where it doesn't say */
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

/** @throws CleartakeError notFound; others where it doesn't say */
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
    const { invoices, next }: AnswerOf<typeof INVOICES> = await client.portal(INVOICES, pageAfter(before, 100), signal);
    all.push(...invoices.map(({ issuedAt, ...rest }) => ({ ...rest, issuedAt: Date.parse(issuedAt) })));
    before = next;
  } while (before !== null);
  return all;
}

/** What was metered in a time, as the lines of an invoice. @throws CleartakeError where it doesn't say */
export async function meteredLines(
  client: BillingClient,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<InvoiceLine[]> {
  const lines: InvoiceLine[] = [];
  let before: string | null = null;
  do {
    const { next, usage }: AnswerOf<typeof USAGE> = await client.portal(USAGE, pageAfter(before, 500), signal);
    for (const { amount, billableSeconds: seconds, generationId, modelKey: model, recordedAt } of usage) {
      const at = Date.parse(recordedAt);
      if (at < from) return lines;
      if (at < to) lines.push({ row: lines.length + 1, at, generationId, model, seconds, amount });
    }
    before = next;
  } while (before !== null);
  return lines;
}

/** The body of a listing. @param before the `next` of the page before; null for the first */
function pageAfter(before: string | null, limit: number) {
  return before === null ? { limit } : { limit, before };
}
