/**
 * Where the keys of a connection may go: to the origin that they were entered for, and the vault remembers it beside each of them. The history
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

/** The name under which the vault keeps the origin that a key was entered for, beside that key. */
function originName(name: string): string {
  return `${name}-origin`;
}

/** Whether a name of the vault is that of an origin, which is no secret. */
export function isOriginName(name: string): boolean {
  return name.endsWith('-origin');
}

/** One of the keys in the vault, if it is for this address. @throws CleartakeError as `Vault.get`; unsafeAddress */
export async function keyFor(vault: Pick<Vault, 'get'>, name: string, place: Place): Promise<string | null> {
  return (await isKeyFor(vault, name, place)) ? await vault.get(name) : null;
}

/** A key of earlier versions is for any address. */
async function isKeyFor(vault: Pick<Vault, 'get'>, name: string, { id, baseUrl }: Place): Promise<boolean> {
  const origin = (await vault.get(originName(name))) ?? (await vault.get(originName(vaultName(id))));
  return origin === null || origin === originOfKey(baseUrl);
}

/** Whether a key is for this address, for those who may not wait or fail: while the vault is locked, it counts. */
export async function mayBeKeyFor(vault: Pick<Vault, 'get'>, name: string, place: Place): Promise<boolean> {
  return await isKeyFor(vault, name, place).catch(() => true);
}

/** Puts one of the keys into the vault. Those of another origin are forgotten first. @throws CleartakeError as `Vault.set` */
export async function keepKey(vault: Vault, name: string, key: string, place: Place, keep?: KeepIn): Promise<void> {
  const { id } = place;
  const areFor = [await isKeyFor(vault, vaultName(id), place), await isKeyFor(vault, adminVaultName(id), place)];
  if (areFor.includes(false)) await forgetKeys(vault, id);
  // First, and for as long as the key: without its origin it could go anywhere.
  await vault.set(originName(name), originOfKey(place.baseUrl), keep ?? { beside: name });
  await vault.set(name, key, keep);
}

/** Forgets one of the keys, and then where it was for. @throws CleartakeError as `Vault.delete` */
export async function forgetKey(vault: Vault, name: string): Promise<void> {
  await vault.delete(name);
  await vault.delete(originName(name));
}

/** Forgets both. @throws CleartakeError as `Vault.delete` */
export async function forgetKeys(vault: Vault, id: string): Promise<void> {
  for (const name of [adminVaultName(id), vaultName(id)]) await forgetKey(vault, name);
}

/** @throws CleartakeError unsafeAddress */
export function originOfKey(baseUrl: string | null): string {
  return parseBaseUrl(baseUrl ?? '').origin;
}
