/** Handlers of the portal group: the account behind a connection to Cleartake's own service. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { AnswerOf, BodyOf, Operation } from '../../../../shared/service-api/operation.ts';
import { createUser, listUsers } from '../../../../shared/service-api/operations/portal-accounts.ts';
import { listAudit } from '../../../../shared/service-api/operations/portal-audit.ts';
import * as billing from '../../../../shared/service-api/operations/portal-billing.ts';
import type { Portal, PortalAccount } from '../../api/portal.ts';
import { os } from '../../calls/router.ts';
import { BUILT_IN_ID, type Connections } from '../../connections/connections.ts';
import { PORTAL } from '../../connections/strings.ts';
import type { DeskPorts } from '../../ports.ts';

export interface PortalHandlersPorts {
  readonly connections: Pick<Connections, 'portal'>;
  readonly ports: Pick<DeskPorts, 'openPage'>;
  /** Lets a connection be tried again. */
  readonly unpark: (connectionId: string) => void;
}

export function portalHandlers({ connections, ports, unpark }: PortalHandlersPorts) {
  const group = os.portal;

  /** What the service answers to a call of the connection's account. */
  async function send<Call extends Operation>(
    connectionId: string,
    operation: Call,
    body: BodyOf<Call>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<Call>> {
    return (await connections.portal(connectionId)).portal(operation, body, signal);
  }

  /** What waits for the billing is tried again at once where the account isn't on hold anymore. */
  async function changing(connectionId: string, change: (client: Portal) => Promise<PortalAccount>) {
    const account = await change(await connections.portal(connectionId));
    if (!account.paymentHold) unpark(connectionId);
    return { account };
  }

  return {
    account: group.account.handler(async ({ input, signal }) => ({
      account: await send(input.connectionId, billing.billingAccount, {}, signal),
    })),
    invoices: group.invoices.handler(({ input: { connectionId, ...page } }) =>
      send(connectionId, billing.listInvoices, page),
    ),
    invoice: group.invoice.handler(({ input: { connectionId, invoiceId } }) =>
      send(connectionId, billing.getInvoice, { invoiceId }),
    ),
    openInvoice: group.openInvoice.handler(async ({ input: { connectionId, invoiceId } }) => {
      if (ports.openPage === undefined) throw new CleartakeError('notPossibleNow', { parts: PORTAL.noBrowser });
      const { invoicePage } = await connections.portal(connectionId);
      ports.openPage(await invoicePage(invoiceId));
    }),
    usage: group.usage.handler(({ input: { connectionId, ...page } }) => send(connectionId, billing.listUsage, page)),
    audit: group.audit.handler(({ input: { connectionId, ...page } }) => send(connectionId, listAudit, page)),
    users: group.users.handler(({ input }) => send(input.connectionId, listUsers, {})),
    createUser: group.createUser.handler(({ input: { connectionId, ...user } }) =>
      send(connectionId, createUser, user),
    ),
    setTier: group.setTier.handler(({ input: { connectionId, tier } }) => {
      // On the free plan, it would refuse to start anything.
      if (connectionId === BUILT_IN_ID) throw new CleartakeError('notPossibleNow', { parts: PORTAL.planOfBuiltIn });
      const operation = tier === 'developer' ? billing.upgrade : billing.downgrade;
      return changing(connectionId, ({ portal }) => portal(operation, {}));
    }),
    setPaymentMethod: group.setPaymentMethod.handler(({ input: { connectionId, label } }) =>
      changing(connectionId, ({ portal }) =>
        portal(billing.setPaymentMethod, { paymentMethod: label === null ? null : { label } }),
      ),
    ),
    setBillingCountry: group.setBillingCountry.handler(({ input: { connectionId, billingCountry } }) =>
      changing(connectionId, ({ portal }) => portal(billing.setBillingCountry, { billingCountry })),
    ),
    setSpendLimit: group.setSpendLimit.handler(({ input: { connectionId, limit } }) =>
      changing(connectionId, ({ portal }) => portal(billing.setSpendLimit, { limit })),
    ),
    setAlerts: group.setAlerts.handler(({ input: { amounts, connectionId } }) =>
      changing(connectionId, ({ portal }) => portal(billing.setAlerts, { amounts })),
    ),
    pay: group.pay.handler(({ input: { connectionId, invoiceId } }) =>
      changing(connectionId, async ({ portal }) => {
        // An invoice is never withdrawn twice.
        await portal(billing.payInvoice, { invoiceId });
        try {
          return await portal(billing.billingAccount, {});
        } catch (cause) {
          unpark(connectionId);
          throw new CleartakeError('accountChangeUncertain', { cause, parts: PORTAL.paidUnread });
        }
      }),
    ),
  };
}
