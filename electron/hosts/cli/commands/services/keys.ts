/** `cleartake keys`: the API keys of an account, at any service. It calls the service itself, so the desk may be open. */

import { Argument, Option } from 'commander';
import { toCleartakeError } from '../../../../../shared/domain/errors.ts';
import { countOf } from '../../../../../shared/domain/units.ts';
import type { ListedKey } from '../../../../../shared/service-api/account-answers.ts';
import { KEY_ROLES, type KeyRole, MOST_CALLS_PER_MINUTE } from '../../../../../shared/service-api/key-metadata.ts';
import { SCOPES, type Scope } from '../../../../../shared/service-api/permissions.ts';
import type { PortalKey } from '../../../../core/api/portal.ts';
import type { ServiceClient } from '../../../../core/api/service-client.ts';
import { withAccount } from '../../access/access.ts';
import type { AccountOptions } from '../../access/account-access.ts';
import { namedKey, refuseUnknownKey } from '../../access/named.ts';
import { type ExitStatus, UsageError } from '../../exit-status.ts';
import { say } from '../../output/printer.ts';
import { report, reportRows } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { parseWhole } from '../../syntax/parsers.ts';

export function command(program: CliCommand): void {
  const keys = program.subcommand('keys', 'manage the API keys of an account, at any service');
  const onAccount = (syntax: string, description: string) => keys.subcommand(syntax, description).onAccount();
  onAccount('list', 'list the keys of the account, without their secrets')
    .examples('cleartake keys list --connection Studio')
    .run(listKeysCommand);
  const ofKey = (verb: string, description: string) =>
    onAccount(verb, description).addArgument(
      new Argument('<key>', 'the key: its id, or its label or prefix if only one key has that'),
    );
  ofKey('rotate', 'give a scoped key a new secret, printed once; the old one stops working at once')
    .examples('cleartake keys rotate Newsroom --connection Admin |\ncleartake connections set-key Studio --key-stdin')
    .run(rotateKeyCommand);
  onAccount('create <label>', 'create a key at a Cleartake service; its secret is printed once')
    .addOption(new Option('--role <role>', 'what the key may be').choices(KEY_ROLES).default('scoped'))
    .addOption(
      new Option(
        '--scope <scopes...>',
        'a permission of the key; repeat it for more (default: read and write)',
      ).choices(SCOPES),
    )
    .option('--user <id>', 'for another account, by its id, as the service’s owner')
    .examples('cleartake keys create Newsroom --scope read write --connection Admin > key')
    .run(createKeyCommand);
  ofKey('revoke', 'stop a key of a Cleartake service for good')
    .option('--yes', 'revoke it: programs that use it stop working at once')
    .run(revokeKeyCommand);
  ofKey('activate', 'let a key of a Cleartake service work again').run((id: string, options: AccountOptions) =>
    setKeyActive(id, true, options),
  );
  ofKey('deactivate', 'stop a key of a Cleartake service until it is activated again').run(
    (id: string, options: AccountOptions) => setKeyActive(id, false, options),
  );
  ofKey('limit', 'limit how many calls a minute a key of a Cleartake service may make; “none” for what the plan allows')
    .addArgument(new Argument('<calls>').argParser(parseCalls))
    .examples(
      'cleartake keys limit Newsroom 60 --connection Admin',
      'cleartake keys limit Newsroom none --connection Admin',
    )
    .run(limitKeyCommand);
}

const OPERATIONS = () => import('../../../../../shared/service-api/operations/portal-accounts.ts');

const CHANGED = {
  revoked: (name: string) => `${name} is revoked. It can’t be used again.`,
  activated: (name: string) => `${name} works again.`,
  deactivated: (name: string) => `${name} has stopped working. Activate it again with \`cleartake keys activate\`.`,
  limited: (name: string, { callsPerMinute }: PortalKey) =>
    callsPerMinute === null
      ? `${name} may make as many calls as the plan allows.`
      : `${name} may make ${countOf(callsPerMinute, 'call')} a minute.`,
};

/** How ids of keys begin at Cleartake's own service. */
const ID_PREFIX = 'key_';

interface CreateKeyOptions extends AccountOptions {
  readonly role: KeyRole;
  readonly scope?: readonly Scope[];
  /** Another account, for operators. */
  readonly user?: string;
}

export function listKeysCommand(options: AccountOptions): Promise<ExitStatus> {
  return withAccount(options, async (account) =>
    reportRows(options, {
      event: 'key',
      rows: await account.listKeys(),
      columns: ['Label', 'Id', 'Prefix', 'Role', 'Status', 'Scopes', 'Created', 'Rotated'],
      cells,
    }),
  );
}

/** The new secret goes to standard output, this once. */
export function rotateKeyCommand(wanted: string, options: AccountOptions): Promise<ExitStatus> {
  return withAccount(options, async (account) => {
    const keyId = await keyIdOf(account, wanted);
    const rotated = await account.rotateKey(keyId);
    const words = `${rotated.label || keyId} has a new secret, shown only now. The old one has stopped working: give programs that used it the new one.`;
    return reportSecret(options, { event: 'rotated', ...rotated }, words);
  });
}

export function createKeyCommand(label: string, options: CreateKeyOptions): Promise<ExitStatus> {
  return withAccount(options, async (account) => {
    const created = await account.createKey({
      label,
      role: options.role,
      scopes: [...(options.scope ?? (['read', 'write'] as const))],
      userId: options.user,
    });
    const words = `${label} (${created.keyId}) was created. Its secret is shown only now.`;
    return reportSecret(options, { event: 'created', ...created }, words);
  });
}

/** For good, so only with `yes`. */
export function revokeKeyCommand(
  wanted: string,
  options: AccountOptions & { readonly yes?: boolean },
): Promise<ExitStatus> {
  if (options.yes !== true)
    throw new UsageError(
      `This stops the key ${wanted} for good: programs that use it stop working at once. Its projects, results and webhook endpoints stay. Add --yes to do it, or stop it for a while with \`cleartake keys deactivate\`.`,
    );
  return changing(wanted, options, 'revoked', async ({ portal }, keyId) =>
    portal((await OPERATIONS()).revokeKey, { keyId }),
  );
}

/** Until it is changed again. */
export function setKeyActive(wanted: string, active: boolean, options: AccountOptions): Promise<ExitStatus> {
  const event = active ? 'activated' : 'deactivated';
  return changing(wanted, options, event, async ({ portal }, keyId) => {
    const { activateKey, deactivateKey } = await OPERATIONS();
    return await portal(active ? activateKey : deactivateKey, { keyId });
  });
}

/** @param callsPerMinute null for as many as the plan allows */
export function limitKeyCommand(
  wanted: string,
  callsPerMinute: number | null,
  options: AccountOptions,
): Promise<ExitStatus> {
  return changing(wanted, options, 'limited', async ({ portal }, keyId) =>
    portal((await OPERATIONS()).limitKey, { keyId, callsPerMinute }),
  );
}

/** One change, and its report. */
function changing(
  wanted: string,
  options: AccountOptions,
  event: keyof typeof CHANGED,
  change: (account: ServiceClient, keyId: string) => Promise<PortalKey>,
): Promise<ExitStatus> {
  return withAccount(options, async (account) => {
    const key = await change(account, await keyIdOf(account, wanted));
    return report(options, { event, ...key }, CHANGED[event](key.label || key.keyId, key));
  });
}

/**
 * Ids of other accounts, which the list doesn't have, and those of an account that doesn't list its keys go to the service as they are.
 * @throws UsageError for several keys or none
 */
async function keyIdOf(account: ServiceClient, wanted: string): Promise<string> {
  const keys = await account.listKeys().catch((failure: unknown) => {
    if (toCleartakeError(failure).code === 'keyMayNot') return null;
    throw failure;
  });
  const keyId = keys === null ? wanted : namedKey(keys, wanted)?.keyId;
  if (keyId !== undefined) return keyId;
  return wanted.startsWith(ID_PREFIX) ? wanted : refuseUnknownKey(keys ?? [], wanted);
}

/** The secret alone is on standard output, so that it can be piped on. */
function reportSecret(
  options: AccountOptions,
  event: { readonly event: string; readonly key: string },
  words: string,
): ExitStatus {
  if (options.json !== true) say(words);
  return report(options, event, event.key);
}

function cells({ createdAt, keyId, keyPrefix, label, role, rotatedAt, scopes, status }: ListedKey): string[] {
  return [label, keyId, keyPrefix, role, status, scopes.join(' '), day(createdAt), day(rotatedAt)];
}

function day(time: string | null): string {
  return time?.slice(0, 10) ?? '';
}

/** Calls a minute; null for `none`. */
function parseCalls(text: string): number | null {
  return text === 'none' ? null : parseWhole(1, MOST_CALLS_PER_MINUTE)(text);
}
