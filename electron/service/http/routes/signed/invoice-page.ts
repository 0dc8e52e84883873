/** Invoices as pages behind signed URLs, to read and print without a key. */

import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../rules/refusal.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { INVOICE_PAGE_POLICY, renderInvoice } from '../../views/invoice-page.ts';
import { answerOtherMethods } from '../method-answers.ts';
import { requireReadable } from './signed-request.ts';

const INVOICE_PAGE_ROUTE = '/storage/invoices/:invoiceId';

export function invoicePagePath(invoiceId: string): string {
  return `/storage/invoices/${invoiceId}`;
}

export function addInvoicePageRoute(app: FastifyInstance, parts: ServiceParts): void {
  const { store } = parts;
  app.route<{ Params: { readonly invoiceId: string } }>({
    method: ['GET', 'HEAD'],
    url: INVOICE_PAGE_ROUTE,
    onRequest: async (request) => {
      await requireReadable(parts, invoicePagePath(request.params.invoiceId), request);
    },
    handler: async (request, reply) => {
      const invoice = await store.billing.findInvoice(request.params.invoiceId);
      const account = invoice === null ? null : await store.accounts.findUser(invoice.userId);
      if (invoice === null || account === null) throw refuse(404, 'There is no such invoice.');
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', INVOICE_PAGE_POLICY)
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .send(renderInvoice(invoice, account.name));
    },
  });
  answerOtherMethods(app, INVOICE_PAGE_ROUTE, ['GET', 'HEAD']);
}
