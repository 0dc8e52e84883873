/** Handlers of the costs group. All but the account and its invoices is read from this computer only. */

import type { Reader } from '../../calls/reader.ts';
import { os } from '../../calls/router.ts';
import type { Connections } from '../../connections/connections.ts';
import type { CostsAnswers } from './answers.ts';
import { invoicesOf, invoiceWithLines, meteredLines, readAccount } from './service-billing.ts';

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
