/** `cleartake keys`: the API keys of an account, at any service. It calls the service itself, so the desk may be open. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { ListedKey } from '../../../../shared/service-api/account-answers.ts';
import type { KeyRole } from '../../../../shared/service-api/key-metadata.ts';
import * as accounts from '../../../../shared/service-api/operations/portal-accounts.ts';
import type { Scope } from '../../../../shared/service-api/permissions.ts';
import type { PortalKey } from '../../../core/api/portal.ts';
import type { ServiceClient } from '../../../core/api/service-client.ts';
import { type AccountOptions, withAccount } from '../account-access.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { namedKey, refuseUnknownKey } from '../named.ts';
import { print, tell } from '../output/printer.ts';
import { jsonLine } from '../reports/printable.ts';
import { table } from '../reports/table.ts';
import { KEYS } from '../strings/keys.ts';

/** How ids of keys begin at Cleartake's own service. */
const ID_PREFIX = 'key_';

export interface CreateKeyOptions extends AccountOptions {
  readonly role: KeyRole;
  readonly scope?: readonly string[];
  /** Another account, for operators. */
  readonly user?: string;
}

export function listKeys(options: AccountOptions): Promise<ExitStatus> {
  return withAccount(options, async (account) => {
    const keys = await account.listKeys();
    if (options.json === true) for (const key of keys) print(jsonLine({ event: 'key', ...key }));
    else for (const line of table(KEYS.columns, keys.map(cells))) print(line);
    return EXIT.done;
  });
}

/** The new secret goes to standard output, this once. */
export function rotateKey(wanted: string, options: AccountOptions): Promise<ExitStatus> {
  return withAccount(options, async (account) => {
    const keyId = await keyIdOf(account, wanted);
    const rotated = await account.rotateKey(keyId);
    if (options.json === true) print(jsonLine({ event: 'rotated', ...rotated }));
    else tellSecret(KEYS.rotated(rotated.label || keyId), rotated.key);
    return EXIT.done;
  });
}

export function createKey(label: string, options: CreateKeyOptions): Promise<ExitStatus> {
  return withAccount(options, async (account) => {
    // What is no scope the service refuses, in its own words.
    const scopes = [...(options.scope ?? ['read', 'write'])] as Scope[];
    const created = await account.portal(accounts.createKey, {
      label,
      role: options.role,
      scopes,
      userId: options.user,
    });
    if (options.json === true) print(jsonLine({ event: 'created', ...created }));
    else tellSecret(KEYS.created(label, created.keyId), created.key);
    return EXIT.done;
  });
}

/** For good, so only with `yes`. */
export function revokeKey(wanted: string, options: AccountOptions & { readonly yes?: boolean }): Promise<ExitStatus> {
  if (options.yes !== true) throw new UsageError(KEYS.revokeNeedsYes(wanted));
  return changing(wanted, options, 'revoked', KEYS.revoked, ({ portal }, keyId) =>
    portal(accounts.revokeKey, { keyId }),
  );
}

/** Until it is changed again. */
export function setKeyActive(wanted: string, active: boolean, options: AccountOptions): Promise<ExitStatus> {
  const [event, words] = active
    ? (['activated', KEYS.activated] as const)
    : (['deactivated', KEYS.deactivated] as const);
  return changing(wanted, options, event, words, ({ portal }, keyId) =>
    portal(active ? accounts.activateKey : accounts.deactivateKey, { keyId }),
  );
}

/** @param callsPerMinute null for as many as the plan allows */
export function limitKey(wanted: string, callsPerMinute: number | null, options: AccountOptions): Promise<ExitStatus> {
  const words = (name: string) => KEYS.limited(name, callsPerMinute);
  return changing(wanted, options, 'limited', words, ({ portal }, keyId) =>
    portal(accounts.limitKey, { keyId, callsPerMinute }),
  );
}

/** One change, told in a sentence or a line of JSON. */
function changing(
  wanted: string,
  options: AccountOptions,
  event: string,
  words: (name: string) => string,
  change: (account: ServiceClient, keyId: string) => Promise<PortalKey>,
): Promise<ExitStatus> {
  return withAccount(options, async (account) => {
    const key = await change(account, await keyIdOf(account, wanted));
    print(options.json === true ? jsonLine({ event, ...key }) : words(key.label || key.keyId));
    return EXIT.done;
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
function tellSecret(sentence: string, secret: string): void {
  tell(sentence);
  print(secret);
}

function cells(key: ListedKey): string[] {
  const texts = [key.label, key.keyId, key.keyPrefix, key.role, key.status, key.scopes.join(' ')];
  return [...texts, day(key.createdAt), day(key.rotatedAt)];
}

function day(time: string | null): string {
  return time?.slice(0, 10) ?? '';
}
