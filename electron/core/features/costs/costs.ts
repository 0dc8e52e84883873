/** Handlers of the costs group, and the ledger as a table. All but the account and its invoices is read from this computer only. */

import type { TableFormat } from '../../../../shared/contract/tables.ts';
import type { LedgerFilter, LedgerPlace } from '../../../../shared/domain/costs/ledger-lines.ts';
import type { Reader } from '../../calls/reader.ts';
import { os } from '../../calls/router.ts';
import type { Connections } from '../../connections/connections.ts';
import type { TablePart } from '../../library/table-files.ts';
import type { CostsAnswers } from './answers.ts';
import type { LedgerPart } from './cost-file.ts';
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

export async function* ledgerTable(
  { ask }: Reader<Pick<CostsAnswers, 'ledgerPart'>>,
  filter: LedgerFilter,
  format: TableFormat,
): AsyncGenerator<TablePart> {
  let before: LedgerPlace | null = null;
  do {
    const { next, rows, text }: LedgerPart = await ask('ledgerPart', { filter, format, before });
    yield { text, rows };
    before = next;
  } while (before !== null);
}
