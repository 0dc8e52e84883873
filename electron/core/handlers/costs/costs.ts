/** Handlers of the costs group. All but the account is read from this computer only. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Reader } from '../reading/reader.ts';
import { os, refusing } from '../router.ts';
import { meteredLines } from './metered-lines.ts';
import { invoicesOf, invoiceWithLines } from './service-invoices.ts';

export interface CostPorts {
  readonly connections: Pick<Connections, 'client'>;
  readonly reader: Pick<Reader, 'ask'>;
}

export function costsHandlers({ connections, reader }: CostPorts) {
  const group = os.costs;
  return {
    overview: group.overview.handler(({ input, errors, signal }) =>
      refusing(errors, () => reader.ask('overview', input, signal)),
    ),
    by: group.by.handler(({ input, errors, signal }) => refusing(errors, () => reader.ask('costsBy', input, signal))),
    ledger: group.ledger.handler(({ input, errors, signal }) =>
      refusing(errors, () => reader.ask('ledger', input, signal)),
    ),
    account: group.account.handler(({ input, errors, signal }) =>
      refusing(errors, async () => ({ account: await readAccount(connections, input.connectionId, signal) })),
    ),
    readInvoice: group.readInvoice.handler(({ input, errors, signal }) =>
      refusing(errors, () => reader.ask('invoice', input, signal)),
    ),
    reconcile: group.reconcile.handler(({ input, errors, signal }) =>
      refusing(errors, () => reader.ask('reconcile', input, signal)),
    ),
    invoices: group.invoices.handler(({ input, errors, signal }) =>
      refusing(errors, async () => {
        const { connectionId, ...period } = input;
        return { invoices: await invoicesOf(await connections.client(connectionId), period, signal) };
      }),
    ),
    reconcileInvoice: group.reconcileInvoice.handler(({ input, errors, signal }) =>
      refusing(errors, async () => {
        const { connectionId, invoiceId } = input;
        const client = await connections.client(connectionId);
        const { invoice, lines, notes, period } = await invoiceWithLines(client, invoiceId, signal);
        const compared = await reader.ask('reconcileLines', { lines, connectionId, ...period }, signal);
        return { ...compared, invoice, notes: [...notes] };
      }),
    ),
    reconcileUsage: group.reconcileUsage.handler(({ input, errors, signal }) =>
      refusing(errors, async () => {
        const { connectionId, from, to } = input;
        const lines = await meteredLines(await connections.client(connectionId), from, to, signal);
        return await reader.ask('reconcileLines', { lines, connectionId, from, to }, signal);
      }),
    ),
  };
}

/** @returns null where the service does not tell */
async function readAccount({ client }: CostPorts['connections'], connectionId: string, signal?: AbortSignal) {
  try {
    const { paymentMethod, usage, ...account } = await (await client(connectionId)).billingAccount(signal);
    return { ...account, ...usage, paymentMethod: paymentMethod?.label ?? null };
  } catch (failure) {
    if (failure instanceof CleartakeError) return null;
    throw failure;
  }
}
