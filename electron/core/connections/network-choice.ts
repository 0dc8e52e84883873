/** What Settings say about the network, for the egress. The proxy's password is kept like a key, for that proxy alone. */

import type { Egress } from '../../platform/network/egress.ts';
import { readPreferences } from '../store/tables/preferences.ts';
import type { WithReadSettings } from '../store/tables/settings.ts';
import type { Keep, Vault } from '../vault/vault.ts';

/** The name under which the vault keeps the password. */
export const PROXY_PASSWORD = 'proxy-password';

/** Beside it: the proxy that it was entered for. */
const PASSWORD_ORIGIN = `${PROXY_PASSWORD}-origin`;

export function followNetworkChoice(egress: Egress, store: WithReadSettings, vault: Pick<Vault, 'get'>): void {
  egress.follow(() => {
    const { certificateFile, proxy, proxyExceptions: exceptions, proxyUser: user } = readPreferences(store);
    return { proxy, user, exceptions, certificateFile, password: () => passwordFor(vault, proxy) };
  });
}

async function passwordFor(vault: Pick<Vault, 'get'>, proxy: string): Promise<string | null> {
  return (await vault.get(PASSWORD_ORIGIN)) === proxy ? await vault.get(PROXY_PASSWORD) : null;
}

/** Whether there is a password for this proxy; while the vault is locked, there is none. */
export async function hasProxyPassword(vault: Pick<Vault, 'get' | 'has'>, proxy: string): Promise<boolean> {
  if (!(await vault.has(PROXY_PASSWORD))) return false;
  return (await vault.get(PASSWORD_ORIGIN).catch(() => null)) === proxy;
}

/** @param password null forgets it @throws CleartakeError as `Vault.set` */
export async function keepProxyPassword(
  vault: Vault,
  proxy: string,
  password: string | null,
  keep?: Keep,
): Promise<void> {
  await vault.delete(PROXY_PASSWORD);
  if (password === null) {
    await vault.delete(PASSWORD_ORIGIN);
    return;
  }
  await vault.set(PASSWORD_ORIGIN, proxy, keep);
  await vault.set(PROXY_PASSWORD, password, keep);
}
