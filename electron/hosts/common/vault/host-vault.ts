/** The vault of every host: the protected store where there is one, what was kept without it moved there, and honesty where there is none. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Vault } from '../../../core/vault/vault.ts';
import type { Log } from '../../../platform/log.ts';
import { openFallbackVault } from './fallback-vault.ts';

export interface Keychain {
  /** The protected store, or why there is none at present. Asked again when a key is wanted that rests there. */
  open(): Promise<Vault | { readonly missing: string }>;
  /** Whether a key of this name is known to rest there, also while it does not open. */
  holds(name: string): Promise<boolean>;
}

/**
 * What rests in the fallback is newer than what rests in the protected store: it got there while that did not open.
 * @param keyFile absolute path of the file that keys go to when the person chooses it
 */
export async function openHostVault(keychain: Keychain, keyFile: string, log: Log): Promise<Vault> {
  const fallback = await openFallbackVault(keyFile);
  let store = await open();

  async function open(): Promise<Vault | null> {
    const opened = await keychain.open();
    if (!('missing' in opened)) return opened;
    log.warn('No protected key store', { reason: opened.missing });
    return null;
  }

  /** The protected store for a key that may rest there. @throws CleartakeError keyStoreLocked when it does and cannot be reached */
  async function storeFor(name: string): Promise<Vault | null> {
    if (store !== null || !(await keychain.holds(name))) return store;
    store = await open();
    if (store === null) throw new CleartakeError('keyStoreLocked', { detail: 'it does not open' });
    return store;
  }

  /** Moves a key into the protected store, and takes it from where it was only when it is there to be read. */
  async function moveIn(protectedStore: Vault, name: string, secret: string): Promise<void> {
    try {
      await protectedStore.set(name, secret);
      if ((await protectedStore.get(name)) === secret) await fallback.delete(name);
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : 'unknown';
      log.warn('A key could not be moved into the protected key store', { reason });
    }
  }

  return {
    get kind() {
      return store?.kind ?? fallback.kind;
    },
    get sentence() {
      return store?.sentence ?? fallback.sentence;
    },
    has: async (name) =>
      (await fallback.has(name).catch(() => false)) ||
      (await keychain.holds(name)) ||
      ((await store?.has(name)) ?? false),
    async get(name) {
      const waiting = await fallback.get(name).catch((failure: unknown) => {
        if (store === null) throw failure;
        return null;
      });
      if (waiting === null) return (await (await storeFor(name))?.get(name)) ?? null;
      if (store !== null) await moveIn(store, name, waiting);
      return waiting;
    },
    async set(name, secret, keep) {
      if (store === null) return await fallback.set(name, secret, keep);
      const isElsewhere = await fallback.has(name);
      await store.set(name, secret);
      if (isElsewhere) await fallback.delete(name);
    },
    async delete(name) {
      // First where it may fail: a key that cannot be deleted everywhere is not said to be gone.
      await (await storeFor(name))?.delete(name);
      await fallback.delete(name);
    },
  };
}
