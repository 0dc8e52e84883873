/** Handlers of the costs group. All but the account is read from this computer only. */

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
import { billingAccount, listInvoices } from '../../../../shared/service-api/operations/portal-billing.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import type { Reader } from '../../calls/reader.ts';
import { os } from '../../calls/router.ts';
import type { Connections } from '../../connections/connections.ts';
import type { CostsAnswers } from './answers.ts';
import { meteredLines, pageAfter } from './metered-lines.ts';

export interface CostPorts {
  readonly connections: Pick<Connections, 'client'>;
  readonly reader: Reader<CostsAnswers>;
}

export function costsHandlers({ connections, reader }: CostPorts) {
  const group = os.costs;
  return {
    overview: group.overview.handler(({ input, signal }) => reader.ask('overview', input, signal)),
    by: group.by.handler(({ input, signal }) => reader.ask('costsBy', input, signal)),
    ledger: group.ledger.handler(({ input, signal }) => reader.ask('ledger', input, signal)),
    account: group.account.handler(async ({ input, signal }) => ({
      account: await readAccount(connections, input.connectionId, signal),
    })),
    readInvoice: group.readInvoice.handler(({ input, signal }) => reader.ask('invoice', input, signal)),
    reconcile: group.reconcile.handler(({ input, signal }) => reader.ask('reconcile', input, signal)),
    invoices: group.invoices.handler(async ({ input, signal }) => {
      const { connectionId, ...period } = input;
      return { invoices: await invoicesOf(await connections.client(connectionId), period, signal) };
    }),
    reconcileInvoice: group.reconcileInvoice.handler(async ({ input, signal }) => {
      const { connectionId, invoiceId } = input;
      const client = await connections.client(connectionId);
      const { invoice, lines, notes, period } = await invoiceWithLines(client, invoiceId, signal);
      const compared = await reader.ask('reconcileLines', { lines, connectionId, ...period }, signal);
      return { ...compared, invoice, notes: [...notes] };
    }),
    reconcileUsage: group.reconcileUsage.handler(async ({ input, signal }) => {
      const { connectionId, from, to } = input;
      const lines = await meteredLines(await connections.client(connectionId), from, to, signal);
      return await reader.ask('reconcileLines', { lines, connectionId, from, to }, signal);
    }),
  };
}

/** @returns null where the service does not tell */
async function readAccount({ client }: CostPorts['connections'], connectionId: string, signal?: AbortSignal) {
  try {
    return await (await client(connectionId)).portal({ ...billingAccount, answer: accountFigures }, {}, signal);
  } catch (failure) {
    if (failure instanceof CleartakeError) return null;
    throw failure;
  }
}

type BillingClient = Pick<ServiceClient, 'portal'>;

/** Those of the period's months, newest first. @throws CleartakeError where it does not tell */
async function invoicesOf(
  client: BillingClient,
  period: InvoicePeriod,
  signal?: AbortSignal,
): Promise<ServiceInvoice[]> {
  return invoicesIn(await allInvoices(client, signal), period);
}

/** Read liberally, as all that Costs asks of a service. */
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

interface InvoiceWithLines {
  readonly invoice: ServiceInvoice;
  readonly period: InvoicePeriod;
  readonly lines: readonly InvoiceLine[];
  readonly notes: readonly string[];
}

/** @throws CleartakeError notFound; others where it does not tell */
async function invoiceWithLines(
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
