/** `cleartake portal`: an account at Cleartake's own service. It calls the service itself, so the desk may be open. */

import { Argument, InvalidArgumentError, Option } from 'commander';
import type { MicroUsd } from '../../../../../shared/domain/money.ts';
import { formatUsd } from '../../../../../shared/domain/money.ts';
import type { PortalAccount } from '../../../../core/api/portal.ts';
import type { ServiceClient } from '../../../../core/api/service-client.ts';
import { withAccount } from '../../access/access.ts';
import type { AccountOptions } from '../../access/account-access.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { print, say } from '../../output/printer.ts';
import { accountInWords, creditInWords, invoiceInWords } from '../../reports/account-words.ts';
import { localDayOf, localTimeOf } from '../../reports/local-time.ts';
import { jsonLine } from '../../reports/printable.ts';
import { type ReportRows, report, reportRows } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { parseUsd, parseUsdOrNone, parseWhole } from '../../syntax/parsers.ts';

const PLANS = ['free', 'developer'];
const NONE = 'none';

export function command(program: CliCommand): void {
  const portal = program.subcommand(
    'portal',
    'look after an account at a Cleartake service: plan, payment, limits, invoices, usage, audit log, users',
  );
  const onAccount = (syntax: string, description: string) =>
    portal
      .subcommand(syntax, description)
      .onAccount()
      .option('--user <id>', 'another account by its id, for the service’s owner');
  const list = (syntax: string, description: string) =>
    onAccount(syntax, description)
      .option('--limit <n>', 'rows of a page', parseWhole(1, 500), 100)
      .option('--before <id>', 'continue with the page before this one’s last row');
  const yes = () => new Option('--yes', 'charge what this costs');
  onAccount('status', 'show plan, payment hold, usage, next invoice, limit and alerts; status 3 on hold').run(
    showStatus,
  );
  onAccount('plan', 'change the plan; the free plan charges the final invoice first')
    .addArgument(new Argument('<plan>').choices(PLANS))
    .addOption(yes())
    .run(setPlan);
  onAccount('payment <name>', 'set the payment method by a name, never a card number; “none” removes it')
    .addOption(yes())
    .examples('cleartake portal payment "Studio card" --connection Admin')
    .run((name: string, options: ChargeOptions) => setPayment(name === NONE ? null : name, options));
  onAccount('country', 'set the country of the billing address, such as DE; it decides when invoices come early')
    .addArgument(new Argument('<code>').argParser(parseCountry))
    .run(setCountry);
  onAccount('credit', 'show the promotional credit that is left').run(showCredit);
  onAccount('limit', 'set what a calendar month (UTC) may cost; “none” removes it')
    .addArgument(new Argument('<usd>').argParser(parseUsdOrNone))
    .run(setLimit);
  onAccount('alerts', 'replace the alerts at amounts of monthly usage; “none” removes them')
    .addArgument(new Argument('<usd...>').argParser(parseAlert))
    .examples('cleartake portal alerts 25 40 50 --connection Admin')
    .run(portalAlertsCommand);
  list('invoices', 'list the invoices, newest first')
    .examples('cleartake portal invoices --connection Admin --json')
    .run(portalInvoicesCommand);
  portal
    .subcommand('invoice <id>', 'show an invoice with its lines')
    .onAccount()
    .option('--page', 'print only the signed address of its page, good for two hours')
    .run(showInvoice);
  portal.subcommand('pay <id>', 'charge a declined invoice again').onAccount().addOption(yes()).run(portalPayCommand);
  list('usage', 'list what was metered, newest first').run(portalUsageCommand);
  list('audit', 'list what was done in the account, newest first').run(portalAuditCommand);
  list('ledger', 'list the entries of the account’s books, newest first').run(portalLedgerCommand);
  onAccount('keys', 'list the API keys of an account with their limits').run(portalKeysCommand);
  portal.subcommand('users', 'list the users that the key reaches').onAccount().run(portalUsersCommand);
  portal
    .subcommand('add-user <name>', 'add a user with an account of its own, as the service’s owner')
    .onAccount()
    .addOption(new Option('--plan <plan>', 'plan of the account').choices(PLANS).default('free'))
    .option('--country <code>', 'country of the billing address', parseCountry)
    .run(addUser);
}

interface PortalOptions extends AccountOptions {
  /** Another account, for operators. */
  readonly user?: string;
}

/** Options of what charges money. */
interface ChargeOptions extends PortalOptions {
  readonly yes?: boolean;
}

interface ListOptions extends PortalOptions {
  readonly limit: number;
  readonly before?: string;
}

interface NewUserOptions extends AccountOptions {
  readonly plan: 'free' | 'developer';
  readonly country?: string;
}

const accountOf = ({ user }: PortalOptions) => (user === undefined ? {} : { userId: user });

/** Status 3 while the account is on hold. */
export function showStatus(options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) =>
    reportAccount(options, await portal(billing.billingAccount, accountOf(options))),
  );
}

export function showCredit(options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) => {
    const { credit } = await portal(billing.billingAccount, accountOf(options));
    return report(options, { event: 'credit', credit }, creditInWords(credit));
  });
}

export function setPlan(plan: PortalAccount['tier'], options: ChargeOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) => {
    if (plan === 'free' && options.yes !== true) {
      const { carried, credit, tier, unbilled, unpaid } = await portal(billing.billingAccount, accountOf(options));
      const charged = unpaid + Math.max(0, unbilled + carried - credit);
      if (tier !== 'free')
        throw new UsageError(
          `This issues the final invoice and charges ${formatUsd(charged)} USD at most, besides what still runs. Nothing new can be restored then; projects and results stay. Add --yes to do it.`,
        );
    }
    return reportAccount(
      options,
      await portal(plan === 'developer' ? billing.upgrade : billing.downgrade, accountOf(options)),
    );
  });
}

/** @param label null removes it */
export function setPayment(label: string | null, options: ChargeOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) => {
    const { unpaid } = await portal(billing.billingAccount, accountOf(options));
    const isCharged = label !== null && unpaid > 0;
    if (isCharged && options.yes !== true)
      throw new UsageError(`This account owes ${formatUsd(unpaid)} USD, which is charged at once. Add --yes to do it.`);
    const paymentMethod = label === null ? null : { label };
    return reportAccount(options, await portal(billing.setPaymentMethod, { ...accountOf(options), paymentMethod }));
  });
}

/** @param billingCountry two capital letters */
function setCountry(billingCountry: string, options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) =>
    reportAccount(options, await portal(billing.setBillingCountry, { ...accountOf(options), billingCountry })),
  );
}

export function setLimit(limit: MicroUsd | null, options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) =>
    reportAccount(options, await portal(billing.setSpendLimit, { ...accountOf(options), limit })),
  );
}

export function portalAlertsCommand(amounts: readonly MicroUsd[], options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) =>
    reportAccount(options, await portal(billing.setAlerts, { ...accountOf(options), amounts: [...amounts] })),
  );
}

export function portalPayCommand(invoiceId: string, options: ChargeOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) => {
    if (options.yes !== true) {
      const { number, status, total } = (await portal(billing.getInvoice, { invoiceId })).invoice;
      const isPaid = status === 'paid';
      throw new UsageError(
        isPaid
          ? `Invoice ${number} is paid. Nothing is left to pay.`
          : `This charges ${formatUsd(total)} USD, the total of invoice ${number}, to the payment method. Add --yes to do it.`,
      );
    }
    const { lines: _lines, pageUrl: _signed, ...paid } = (await portal(billing.payInvoice, { invoiceId })).invoice;
    const words = `Invoice ${paid.number} over ${formatUsd(paid.total)} USD is paid.`;
    return report(options, { event: 'paid', ...paid }, words);
  });
}

export function portalInvoicesCommand(options: ListOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) => {
    const { invoices, next } = await portal(billing.listInvoices, pageOf(options));
    return reportPage(options, next, {
      event: 'invoice',
      rows: invoices,
      columns: ['Number', 'Id', 'Issued', 'Reason', 'Total USD', 'Status'],
      cells: ({ invoiceId, issuedAt, number, reason, status, total }) => [
        String(number),
        invoiceId,
        localDayOf(issuedAt),
        reason,
        formatUsd(total),
        status,
      ],
    });
  });
}

/** The signed address of its page is printed only when it is asked for. */
export function showInvoice(
  invoiceId: string,
  options: AccountOptions & { readonly page?: boolean },
): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, invoicePage, billing }) => {
    if (options.page === true) {
      const address = await invoicePage(invoiceId);
      return report(options, { event: 'page', address }, address);
    }
    const { pageUrl: _signed, ...invoice } = (await portal(billing.getInvoice, { invoiceId })).invoice;
    return report(options, { event: 'invoice', ...invoice }, invoiceInWords(invoice));
  });
}

export function portalUsageCommand(options: ListOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) => {
    const { usage, next } = await portal(billing.listUsage, pageOf(options));
    return reportPage(options, next, {
      event: 'usage',
      rows: usage,
      columns: ['Time', 'Generation', 'Model', 'API key', 'Seconds', 'USD'],
      cells: ({ amount, apiKeyId, billableSeconds, generationId, modelKey, recordedAt }) => [
        localTimeOf(recordedAt),
        generationId,
        modelKey,
        apiKeyId,
        String(billableSeconds),
        formatUsd(amount),
      ],
    });
  });
}

export function portalAuditCommand(options: ListOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, audit }) => {
    const { entries, next } = await portal(audit.listAudit, pageOf(options));
    return reportPage(options, next, {
      event: 'audit',
      rows: entries,
      columns: ['Time', 'Action', 'Of', 'By', 'Details'],
      cells: ({ action, actorKeyId, createdAt, details, target }) => [
        localTimeOf(createdAt),
        action,
        target,
        actorKeyId ?? 'service',
        Object.keys(details).length === 0 ? '' : JSON.stringify(details),
      ],
    });
  });
}

export function portalLedgerCommand(options: ListOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, billing }) => {
    const { entries, next } = await portal(billing.listLedger, pageOf(options));
    return reportPage(options, next, {
      event: 'entry',
      rows: entries,
      columns: ['Time', 'Kind', 'Of', 'Postings (USD)'],
      cells: ({ createdAt, kind, postings, reference }) => [
        localTimeOf(createdAt),
        kind,
        reference,
        postings.map(({ account, amount }) => `${account} ${formatUsd(amount)}`).join(', '),
      ],
    });
  });
}

/** With their limits, and those of another account for operators. */
export function portalKeysCommand(options: PortalOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, accounts }) =>
    reportPage(options, null, {
      event: 'key',
      rows: (await portal(accounts.listAccountKeys, accountOf(options))).keys,
      columns: ['Label', 'Id', 'Role', 'Status', 'Calls a minute'],
      cells: ({ callsPerMinute, keyId, label, role, status }) => [
        label,
        keyId,
        role,
        status,
        callsPerMinute === null ? 'as the plan' : String(callsPerMinute),
      ],
    }),
  );
}

export function portalUsersCommand(options: AccountOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, accounts }) =>
    reportPage(options, null, {
      event: 'user',
      rows: (await portal(accounts.listUsers, {})).users,
      columns: ['Name', 'Id', 'Plan', 'Role', 'Created'],
      cells: ({ createdAt, name, operator, tier, userId }) => [
        name,
        userId,
        tier,
        operator ? 'operator' : 'user',
        localDayOf(createdAt),
      ],
    }),
  );
}

export function addUser(name: string, options: NewUserOptions): Promise<ExitStatus> {
  return onPortal(options, async ({ portal, accounts }) => {
    const user = await portal(accounts.createUser, { name, tier: options.plan, billingCountry: options.country });
    const words = `${user.name} (${user.userId}) was added. They need a key of their own before they can use the service.`;
    return report(options, { event: 'user', ...user }, words);
  });
}

interface PortalCalls extends ServiceClient {
  readonly accounts: typeof import('../../../../../shared/service-api/operations/portal-accounts.ts');
  readonly audit: typeof import('../../../../../shared/service-api/operations/portal-audit.ts');
  readonly billing: typeof import('../../../../../shared/service-api/operations/portal-billing.ts');
}

/** With the calls that the portal has. */
async function onPortal(
  options: AccountOptions,
  work: (calls: PortalCalls) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const [accounts, audit, billing] = await Promise.all([
    import('../../../../../shared/service-api/operations/portal-accounts.ts'),
    import('../../../../../shared/service-api/operations/portal-audit.ts'),
    import('../../../../../shared/service-api/operations/portal-billing.ts'),
  ]);
  return await withAccount(options, (account) => work({ ...account, accounts, audit, billing }));
}

function pageOf({ before, limit, user }: ListOptions) {
  return {
    limit,
    ...(user === undefined ? {} : { userId: user }),
    ...(before === undefined ? {} : { before }),
  };
}

function reportAccount(options: PortalOptions, account: PortalAccount): ExitStatus {
  report(options, { event: 'account', ...account }, accountInWords(account));
  return account.paymentHold ? EXIT.needsPerson : EXIT.done;
}

/** Rows, and where the next page begins. */
function reportPage<Row extends object>(
  options: AccountOptions,
  next: string | null,
  rows: ReportRows<Row>,
): ExitStatus {
  reportRows(options, { ...rows, none: 'None.' });
  if (next === null) return EXIT.done;
  if (options.json === true) print(jsonLine({ event: 'next', before: next }));
  else say(`There are more: repeat this with --before ${next}.`);
  return EXIT.done;
}

/** Amounts one after the other, or `none` alone. */
function parseAlert(value: string, earlier: readonly MicroUsd[] = []): readonly MicroUsd[] {
  if (value === NONE && earlier.length === 0) return [];
  const amount = parseUsd(value);
  if (amount === 0) throw new InvalidArgumentError('Use amounts in dollars, for example 25 40 50, or none.');
  return [...earlier, amount];
}

function parseCountry(value: string): string {
  if (!/^[A-Z]{2}$/.test(value)) throw new InvalidArgumentError('Use two capital letters, for example DE.');
  return value;
}
