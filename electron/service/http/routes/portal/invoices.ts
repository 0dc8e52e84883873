/** Invoices, the ledger and the meter of accounts. */

import {
  getInvoice,
  listInvoices,
  listLedger,
  listUsage,
  payInvoice,
} from '../../../../../shared/service-api/operations/portal-billing.ts';
import type { Caller } from '../../../auth/authenticate.ts';
import { reachedAccount, reachesAccount } from '../../../auth/authenticate.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { Invoice } from '../../../store/billing-port.ts';
import { finishDowngrade } from '../../../work/billing/downgrade.ts';
import { withdrawInvoice } from '../../../work/billing/withdrawals.ts';
import { declinedRefusal } from '../../payment-hold.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { invoiceAnswer, invoiceSummaryView, ledgerEntryView, usageView } from '../../views/billing.ts';
import { cutPage } from '../../views/common.ts';
import type { AddEndpoint } from '../endpoint.ts';
import { invoicePagePath } from '../signed/invoice-page.ts';
import { signReading } from '../signed/signed-request.ts';

/** As for downloads (service specification, "Limits"). */
const PAGE_LIFETIME_MS = 2 * 60 * 60 * 1000;

export function addPortalInvoiceRoutes(add: AddEndpoint, parts: ServiceParts): void {
  const { store, signer, baseUrl, clock } = parts;
  const { billing } = store;

  async function reachedInvoice(caller: Caller, invoiceId: string): Promise<Invoice> {
    const invoice = await billing.findInvoice(invoiceId);
    if (invoice === null || !reachesAccount(caller, invoice.userId)) throw refuse(404, 'There is no such invoice.');
    return invoice;
  }

  function describe(invoice: Invoice, caller: Caller) {
    const address = signReading(signer, invoicePagePath(invoice.invoiceId), PAGE_LIFETIME_MS, caller);
    return { invoice: invoiceAnswer(invoice, `${baseUrl()}${address}`) };
  }

  add(listInvoices, async ({ caller, body: { limit, before = null, ...body } }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    const invoices = await billing.listInvoices(userId, { limit: limit + 1, before });
    if (invoices === null) throw refuse(404, 'There is no such invoice.');
    const [shown, next] = cutPage(invoices, limit, ({ invoiceId }) => invoiceId);
    return { invoices: shown.map(invoiceSummaryView), next };
  });

  add(getInvoice, async ({ caller, body }) => describe(await reachedInvoice(caller, body.invoiceId), caller));

  add(payInvoice, async ({ caller, body }) => {
    const { lines, ...invoice } = await reachedInvoice(caller, body.invoiceId);
    const settled = await withdrawInvoice(parts, invoice, caller.keyId);
    if (settled.status !== 'paid') throw await declinedRefusal(parts, settled.userId, settled);
    await finishDowngrade(parts, settled.userId, { actorKeyId: caller.keyId, now: clock.now() });
    return describe({ ...settled, lines }, caller);
  });

  add(listLedger, async ({ caller, body: { limit, before = null, ...body } }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    const entries = await billing.listLedger(userId, { limit: limit + 1, before });
    if (entries === null) throw refuse(404, 'There is no such entry.');
    const [shown, next] = cutPage(entries, limit, ({ sequence }) => String(sequence));
    return { entries: shown.map(ledgerEntryView), next };
  });

  add(listUsage, async ({ caller, body: { limit, before = null, ...body } }) => {
    const { userId } = await reachedAccount(store.accounts, caller, body.userId);
    const rows = await billing.listUsage(userId, { limit: limit + 1, before });
    if (rows === null) throw refuse(404, 'There is no such entry.');
    const [shown, next] = cutPage(rows, limit, ({ generationId }) => generationId);
    return { usage: shown.map(usageView), next };
  });
}
