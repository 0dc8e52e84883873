/**
 * Where the keys of a connection may go: to the origin that they were entered for, and the vault remembers it beside them. The history
 * can't: one that is brought back, from a backup or an export, may have an earlier address of the same connection.
 */

import { parseBaseUrl } from '../api/addresses.ts';
import type { ConnectionRow } from '../store/schema.ts';
import type { KeepIn, Vault } from '../vault/vault.ts';

type Place = Pick<ConnectionRow, 'id' | 'baseUrl'>;

/** The name under which the vault keeps a connection's key. */
export function vaultName(id: string): string {
  return `connection-${id}`;
}

/** The name under which the vault keeps the admin key of a connection's account. */
export function adminVaultName(id: string): string {
  return `connection-${id}-admin`;
}

function originName(id: string): string {
  return `connection-${id}-origin`;
}

/** Whether keys in the vault are for this address; those of earlier versions are for any. @throws CleartakeError as `Vault.get`; unsafeAddress */
export async function areKeysFor(vault: Pick<Vault, 'get'>, { id, baseUrl }: Place): Promise<boolean> {
  const origin = await vault.get(originName(id));
  return origin === null || origin === originOf(baseUrl);
}

/** The same for those who may not wait or fail: while the vault is locked, its keys count. */
export async function mayBeKeysFor(vault: Pick<Vault, 'get'>, place: Place): Promise<boolean> {
  return await areKeysFor(vault, place).catch(() => true);
}

/** Puts one of the keys into the vault. Those of another origin are forgotten first. @throws CleartakeError as `Vault.set` */
export async function keepKey(vault: Vault, name: string, key: string, place: Place, keep?: KeepIn): Promise<void> {
  if (!(await areKeysFor(vault, place))) await forgetKeys(vault, place.id);
  // First: a key without its origin could go anywhere.
  await vault.set(originName(place.id), originOf(place.baseUrl), keep);
  await vault.set(name, key, keep);
}

/** Forgets them, and at last where they were for. @throws CleartakeError as `Vault.delete` */
export async function forgetKeys(vault: Vault, id: string): Promise<void> {
  for (const name of [adminVaultName(id), vaultName(id), originName(id)]) await vault.delete(name);
}

/** @throws CleartakeError unsafeAddress */
export function originOf(baseUrl: string | null): string {
  return parseBaseUrl(baseUrl ?? '').origin;
}
