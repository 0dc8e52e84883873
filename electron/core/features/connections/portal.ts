/** Handlers of the portal group: the account behind a connection to Cleartake's own service. */

import type {
  PortalAccountView,
  PortalInvoiceSummaryView,
  PortalInvoiceView,
  PortalUserView,
} from '../../../../shared/contract/portal.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Portal, PortalAccount, PortalInvoice, PortalInvoiceSummary, PortalUser } from '../../api/portal.ts';
import { os, refusing } from '../../calls/router.ts';
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

  /** What waits for the billing is tried again at once where the account isn't on hold anymore. */
  async function changing(connectionId: string, change: (portal: Portal) => Promise<PortalAccount>) {
    const account = await change(await connections.portal(connectionId));
    if (!account.paymentHold) unpark(connectionId);
    return { account: accountView(account) };
  }

  return {
    account: group.account.handler(({ input, errors, signal }) =>
      refusing(errors, async () => ({
        account: accountView(await (await connections.portal(input.connectionId)).account({}, signal)),
      })),
    ),
    invoices: group.invoices.handler(({ input: { connectionId, ...page }, errors }) =>
      refusing(errors, async () => {
        const { invoices, next } = await (await connections.portal(connectionId)).invoices(page);
        return { invoices: invoices.map(summaryView), next };
      }),
    ),
    invoice: group.invoice.handler(({ input, errors }) =>
      refusing(errors, async () => ({
        invoice: invoiceView(await (await connections.portal(input.connectionId)).invoice(input.invoiceId)),
      })),
    ),
    openInvoice: group.openInvoice.handler(({ input, errors }) =>
      refusing(errors, async () => {
        if (ports.openPage === undefined) throw new CleartakeError('notPossibleNow', { parts: PORTAL.noBrowser });
        ports.openPage(await (await connections.portal(input.connectionId)).invoicePage(input.invoiceId));
      }),
    ),
    usage: group.usage.handler(({ input: { connectionId, ...page }, errors }) =>
      refusing(errors, async () => {
        const { usage, next } = await (await connections.portal(connectionId)).usage(page);
        const rows = usage.map(
          ({ amount, apiKeyId: by, billableSeconds: seconds, generationId, modelKey, recordedAt }) => ({
            ...{ generationId, by, model: modelKey, seconds, amount, at: recordedAt },
          }),
        );
        return { usage: rows, next };
      }),
    ),
    audit: group.audit.handler(({ input: { connectionId, ...page }, errors }) =>
      refusing(errors, async () => {
        const { entries, next } = await (await connections.portal(connectionId)).audit(page);
        const rows = entries.map(({ action, actorKeyId: by, auditId, createdAt: at, details, target }) => ({
          ...{ auditId, at, action, target, by },
          details: Object.keys(details).length === 0 ? '' : JSON.stringify(details),
        }));
        return { entries: rows, next };
      }),
    ),
    users: group.users.handler(({ input, errors }) =>
      refusing(errors, async () => ({
        users: (await (await connections.portal(input.connectionId)).users()).map(userView),
      })),
    ),
    createUser: group.createUser.handler(({ input: { connectionId, country, name, plan: tier }, errors }) =>
      refusing(errors, async () => {
        const portal = await connections.portal(connectionId);
        return userView(
          await portal.createUser({ name, tier, ...(country === undefined ? {} : { billingCountry: country }) }),
        );
      }),
    ),
    setPlan: group.setPlan.handler(({ input, errors }) =>
      refusing(errors, () => {
        // On the free plan, it would refuse to start anything.
        if (input.connectionId === BUILT_IN_ID)
          throw new CleartakeError('notPossibleNow', { parts: PORTAL.planOfBuiltIn });
        return changing(input.connectionId, (portal) => portal.setPlan(input.plan));
      }),
    ),
    setPaymentMethod: group.setPaymentMethod.handler(({ input, errors }) =>
      refusing(errors, () => changing(input.connectionId, (portal) => portal.setPaymentMethod(input.label))),
    ),
    setCountry: group.setCountry.handler(({ input, errors }) =>
      refusing(errors, () => changing(input.connectionId, (portal) => portal.setCountry(input.country))),
    ),
    setSpendLimit: group.setSpendLimit.handler(({ input, errors }) =>
      refusing(errors, () => changing(input.connectionId, (portal) => portal.setSpendLimit(input.limit))),
    ),
    setAlerts: group.setAlerts.handler(({ input, errors }) =>
      refusing(errors, () => changing(input.connectionId, (portal) => portal.setAlerts(input.amounts))),
    ),
    pay: group.pay.handler(({ input, errors }) =>
      refusing(errors, () =>
        changing(input.connectionId, async (portal) => {
          await portal.pay(input.invoiceId);
          try {
            return await portal.account();
          } catch (cause) {
            unpark(input.connectionId);
            throw new CleartakeError('accountChangeUncertain', { cause, parts: PORTAL.paidUnread });
          }
        }),
      ),
    ),
  };
}

function accountView(account: PortalAccount): PortalAccountView {
  const { hold, usage } = account;
  return {
    userId: account.userId,
    plan: account.tier,
    country: account.billingCountry,
    paymentMethod: account.paymentMethod?.label ?? null,
    hold: hold === null ? null : { since: hold.since, invoiceId: hold.invoiceId, amount: hold.amount },
    leavingSince: account.downgradeAskedAt,
    spendLimit: account.spendLimit,
    alerts: [...account.alerts],
    lifetime: usage.lifetime,
    month: account.spentThisMonth,
    monthSeconds: usage.billableSeconds,
    held: account.held,
    unbilled: account.unbilled,
    unpaid: account.unpaid,
    credit: account.credit,
    carried: account.carried,
    nextThreshold: account.nextThreshold,
  };
}

function summaryView({ userId: _owner, ...invoice }: PortalInvoiceSummary): PortalInvoiceSummaryView {
  return invoice;
}

function invoiceView({ lines, ...invoice }: PortalInvoice): PortalInvoiceView {
  return {
    ...summaryView(invoice),
    lines: lines.map(({ billableSeconds: seconds, modelKey: model, ...line }) => ({ ...line, model, seconds })),
  };
}

function userView({ tier: plan, ...user }: PortalUser): PortalUserView {
  return { ...user, plan };
}
