/** The account at a Cleartake service. */

import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { parseUsd, parseUsdOrNone, parseWhole } from '../parsers.ts';
import { PORTAL_HELP, PORTAL_USAGE } from '../strings/portal.ts';
import { adminCommand, COMMANDS, type Finish } from './shared.ts';

const PLANS = ['free', 'developer'];
const NONE = 'none';

type AddCommand = (parent: Command, syntax: string, description: string) => Command;

/** One that is about an account. */
const accountCommand: AddCommand = (parent, syntax, description) =>
  adminCommand(parent, syntax, description).option('--user <id>', PORTAL_HELP.user);

const listCommand: AddCommand = (parent, syntax, description) =>
  accountCommand(parent, syntax, description)
    .option('--limit <n>', PORTAL_HELP.limitRows, parseWhole(1, 500), 100)
    .option('--before <id>', PORTAL_HELP.before);

export function addPortalCommands(program: Command, finish: Finish): void {
  const portal = program.command('portal').description(PORTAL_HELP.command);
  addBillingCommands(portal, finish);
  addInvoiceCommands(portal, finish);
  listCommand(portal, 'usage', PORTAL_HELP.usage).action(async (options) =>
    finish(await (await COMMANDS.portal()).listUsage(options)),
  );
  listCommand(portal, 'audit', PORTAL_HELP.audit).action(async (options) =>
    finish(await (await COMMANDS.portal()).listAudit(options)),
  );
  listCommand(portal, 'ledger', PORTAL_HELP.ledger).action(async (options) =>
    finish(await (await COMMANDS.portal()).listLedger(options)),
  );
  accountCommand(portal, 'keys', PORTAL_HELP.keys).action(async (options) =>
    finish(await (await COMMANDS.portal()).listAccountKeys(options)),
  );
  adminCommand(portal, 'users', PORTAL_HELP.users).action(async (options) =>
    finish(await (await COMMANDS.portal()).listUsers(options)),
  );
  adminCommand(portal, 'add-user <name>', PORTAL_HELP.addUser)
    .addOption(new Option('--plan <plan>', PORTAL_HELP.userPlan).choices(PLANS).default('free'))
    .option('--country <code>', PORTAL_HELP.country, parseCountry)
    .action(async (name, options) => finish(await (await COMMANDS.portal()).addUser(name, options)));
}

function addBillingCommands(portal: Command, finish: Finish): void {
  accountCommand(portal, 'status', PORTAL_HELP.status).action(async (options) =>
    finish(await (await COMMANDS.portal()).showStatus(options)),
  );
  accountCommand(portal, 'plan', PORTAL_HELP.plan)
    .addArgument(new Argument('<plan>').choices(PLANS))
    .option('--yes', PORTAL_HELP.yes)
    .action(async (plan, options) => finish(await (await COMMANDS.portal()).setPlan(plan, options)));
  accountCommand(portal, 'payment <name>', PORTAL_HELP.payment)
    .option('--yes', PORTAL_HELP.yes)
    .action(async (name, options) =>
      finish(await (await COMMANDS.portal()).setPayment(name === NONE ? null : name, options)),
    );
  accountCommand(portal, 'country', PORTAL_HELP.setCountry)
    .addArgument(new Argument('<code>').argParser(parseCountry))
    .action(async (code, options) => finish(await (await COMMANDS.portal()).setCountry(code, options)));
  accountCommand(portal, 'credit', PORTAL_HELP.credit).action(async (options) =>
    finish(await (await COMMANDS.portal()).showCredit(options)),
  );
  accountCommand(portal, 'limit', PORTAL_HELP.limit)
    .addArgument(new Argument('<usd>').argParser(parseUsdOrNone))
    .action(async (limit, options) => finish(await (await COMMANDS.portal()).setLimit(limit, options)));
  accountCommand(portal, 'alerts', PORTAL_HELP.alerts)
    .addArgument(new Argument('<usd...>').argParser(parseAlert))
    .action(async (amounts, options) => finish(await (await COMMANDS.portal()).setAlerts(amounts, options)));
}

function addInvoiceCommands(portal: Command, finish: Finish): void {
  listCommand(portal, 'invoices', PORTAL_HELP.invoices).action(async (options) =>
    finish(await (await COMMANDS.portal()).listInvoices(options)),
  );
  adminCommand(portal, 'invoice <id>', PORTAL_HELP.invoice)
    .option('--page', PORTAL_HELP.page)
    .action(async (id, options) => finish(await (await COMMANDS.portal()).showInvoice(id, options)));
  adminCommand(portal, 'pay <id>', PORTAL_HELP.pay)
    .option('--yes', PORTAL_HELP.yes)
    .action(async (id, options) => finish(await (await COMMANDS.portal()).payInvoice(id, options)));
}

/** Amounts one after the other, or `none` alone. */
function parseAlert(value: string, earlier: readonly MicroUsd[] = []): readonly MicroUsd[] {
  if (value === NONE && earlier.length === 0) return [];
  const amount = parseUsd(value);
  if (amount === 0) throw new InvalidArgumentError(PORTAL_USAGE.alerts);
  return [...earlier, amount];
}

function parseCountry(value: string): string {
  if (!/^[A-Z]{2}$/.test(value)) throw new InvalidArgumentError(PORTAL_USAGE.country);
  return value;
}
