/** `cleartake portal`: an account at Cleartake's own service. It calls the service itself, so the desk may be open. */

import { formatUsd, type MicroUsd } from '../../../../shared/domain/money.ts';
import {
  createUser,
  listUsers as listAllUsers,
  listAccountKeys as listKeysOfAccount,
} from '../../../../shared/service-api/operations/portal-accounts.ts';
import { listAudit as listAuditLog } from '../../../../shared/service-api/operations/portal-audit.ts';
import * as billing from '../../../../shared/service-api/operations/portal-billing.ts';
import type { Portal, PortalAccount } from '../../../core/api/portal.ts';
import { type AccountOptions, withAccount } from '../account-access.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { print, tell } from '../output/printer.ts';
import { accountInWords, invoiceInWords } from '../reports/account-words.ts';
import { localDayOf, localTimeOf } from '../reports/local-time.ts';
import { jsonLine } from '../reports/printable.ts';
import { table } from '../reports/table.ts';
import { PORTAL, PORTAL_USAGE } from '../strings/portal.ts';

export interface PortalOptions extends AccountOptions {
  /** Another account, for operators. */
  readonly user?: string;
}

/** Options of what charges money. */
export interface ChargeOptions extends PortalOptions {
  readonly yes?: boolean;
}

export interface ListOptions extends PortalOptions {
  readonly limit: number;
  readonly before?: string;
}

export interface NewUserOptions extends AccountOptions {
  readonly plan: 'free' | 'developer';
  readonly country?: string;
}

const of = ({ user }: PortalOptions) => (user === undefined ? {} : { userId: user });

/** Status 3 while the account is on hold. */
export function showStatus(options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) =>
    tellAccount(options, await portal(billing.billingAccount, of(options))),
  );
}

export function showCredit(options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    const { credit } = await portal(billing.billingAccount, of(options));
    say(options, { event: 'credit', credit }, [PORTAL.credit(formatUsd(credit))]);
    return EXIT.done;
  });
}

export function setPlan(plan: PortalAccount['tier'], options: ChargeOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    if (plan === 'free' && options.yes !== true) {
      const { carried, credit, tier, unbilled, unpaid } = await portal(billing.billingAccount, of(options));
      const charged = unpaid + Math.max(0, unbilled + carried - credit);
      if (tier !== 'free') throw new UsageError(PORTAL_USAGE.freeNeedsYes(formatUsd(charged)));
    }
    return tellAccount(options, await portal(plan === 'developer' ? billing.upgrade : billing.downgrade, of(options)));
  });
}

/** @param label null removes it */
export function setPayment(label: string | null, options: ChargeOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    const { unpaid } = await portal(billing.billingAccount, of(options));
    const isCharged = label !== null && unpaid > 0;
    if (isCharged && options.yes !== true) throw new UsageError(PORTAL_USAGE.methodNeedsYes(formatUsd(unpaid)));
    const paymentMethod = label === null ? null : { label };
    return tellAccount(options, await portal(billing.setPaymentMethod, { ...of(options), paymentMethod }));
  });
}

/** @param billingCountry two capital letters */
export function setCountry(billingCountry: string, options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) =>
    tellAccount(options, await portal(billing.setBillingCountry, { ...of(options), billingCountry })),
  );
}

export function setLimit(limit: MicroUsd | null, options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) =>
    tellAccount(options, await portal(billing.setSpendLimit, { ...of(options), limit })),
  );
}

export function setAlerts(amounts: readonly MicroUsd[], options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) =>
    tellAccount(options, await portal(billing.setAlerts, { ...of(options), amounts: [...amounts] })),
  );
}

export function payInvoice(invoiceId: string, options: ChargeOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    if (options.yes !== true) {
      const { number, status, total } = (await portal(billing.getInvoice, { invoiceId })).invoice;
      const isPaid = status === 'paid';
      throw new UsageError(
        isPaid ? PORTAL_USAGE.paidAlready(number) : PORTAL_USAGE.payNeedsYes(number, formatUsd(total)),
      );
    }
    const { lines: _lines, pageUrl: _signed, ...paid } = (await portal(billing.payInvoice, { invoiceId })).invoice;
    say(options, { event: 'paid', ...paid }, [PORTAL.paid(paid.number, formatUsd(paid.total))]);
    return EXIT.done;
  });
}

export function listInvoices(options: ListOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    const { invoices, next } = await portal(billing.listInvoices, pageOf(options));
    return sayRows(options, 'invoice', PORTAL.invoiceColumns, invoices, next, (one) => [
      ...[String(one.number), one.invoiceId, localDayOf(one.issuedAt), one.reason, formatUsd(one.total), one.status],
    ]);
  });
}

/** The signed address of its page is printed only when it is asked for. */
export function showInvoice(
  invoiceId: string,
  options: AccountOptions & { readonly page?: boolean },
): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, reveal }) => {
    if (options.page === true) {
      const address = (await reveal(billing.getInvoice, { invoiceId })).invoice.pageUrl;
      say(options, { event: 'page', address }, [address]);
      return EXIT.done;
    }
    const { pageUrl: _signed, ...invoice } = (await portal(billing.getInvoice, { invoiceId })).invoice;
    say(options, { event: 'invoice', ...invoice }, invoiceInWords(invoice));
    return EXIT.done;
  });
}

export function listUsage(options: ListOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    const { usage, next } = await portal(billing.listUsage, pageOf(options));
    return sayRows(options, 'usage', PORTAL.usageColumns, usage, next, (row) => [
      ...[localTimeOf(row.recordedAt), row.generationId, row.modelKey, row.apiKeyId],
      ...[String(row.billableSeconds), formatUsd(row.amount)],
    ]);
  });
}

export function listAudit(options: ListOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    const { entries, next } = await portal(listAuditLog, pageOf(options));
    return sayRows(options, 'audit', PORTAL.auditColumns, entries, next, (entry) => [
      ...[localTimeOf(entry.createdAt), entry.action, entry.target, entry.actorKeyId ?? PORTAL.byService],
      Object.keys(entry.details).length === 0 ? '' : JSON.stringify(entry.details),
    ]);
  });
}

export function listLedger(options: ListOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    const { entries, next } = await portal(billing.listLedger, pageOf(options));
    return sayRows(options, 'entry', PORTAL.ledgerColumns, entries, next, (entry) => [
      ...[localTimeOf(entry.createdAt), entry.kind, entry.reference],
      entry.postings.map(({ account, amount }) => `${account} ${formatUsd(amount)}`).join(', '),
    ]);
  });
}

/** With their limits, and those of another account for operators. */
export function listAccountKeys(options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    const { keys } = await portal(listKeysOfAccount, of(options));
    return sayRows(options, 'key', PORTAL.keyColumns, keys, null, (key) => [
      ...[key.label, key.keyId, key.role, key.status],
      key.callsPerMinute === null ? PORTAL.ofPlan : String(key.callsPerMinute),
    ]);
  });
}

export function listUsers(options: AccountOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    const { users } = await portal(listAllUsers, {});
    return sayRows(options, 'user', PORTAL.userColumns, users, null, (user) => [
      ...[user.name, user.userId, user.tier, user.operator ? PORTAL.operator : PORTAL.user, localDayOf(user.createdAt)],
    ]);
  });
}

export function addUser(name: string, options: NewUserOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal }) => {
    const user = await portal(createUser, { name, tier: options.plan, billingCountry: options.country });
    say(options, { event: 'user', ...user }, [PORTAL.userAdded(user.name, user.userId)]);
    return EXIT.done;
  });
}

function onPortal(options: AccountOptions, work: (portal: Portal) => Promise<ExitStatus>): Promise<ExitStatus> {
  return withAccount(options, work);
}

function pageOf({ before, limit, user }: ListOptions) {
  return { limit, ...of({ user } as PortalOptions), ...(before === undefined ? {} : { before }) };
}

function tellAccount(options: PortalOptions, account: PortalAccount): ExitStatus {
  say(options, { event: 'account', ...account }, accountInWords(account));
  return account.paymentHold ? EXIT.needsPerson : EXIT.done;
}

/** One line of JSON for each row, or a table. */
function sayRows<Row extends object>(
  { json }: AccountOptions,
  event: string,
  columns: readonly string[],
  rows: readonly Row[],
  next: string | null,
  cells: (row: Row) => string[],
): ExitStatus {
  if (json === true) {
    for (const row of rows) print(jsonLine({ event, ...row }));
    if (next !== null) print(jsonLine({ event: 'next', before: next }));
    return EXIT.done;
  }
  if (rows.length === 0) print(PORTAL.none);
  else for (const line of table(columns, rows.map(cells))) print(line);
  if (next !== null) tell(PORTAL.more(next));
  return EXIT.done;
}

function say({ json }: AccountOptions, event: object, words: readonly string[]): void {
  if (json === true) print(jsonLine(event));
  else for (const line of words) print(line);
}
