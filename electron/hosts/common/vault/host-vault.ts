/** The vault of every host: the secure key storage if there is one, with a fallback whose keys move there as soon as it opens. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Vault } from '../../../core/vault/vault.ts';
import type { Log } from '../../../platform/log.ts';
import { openFallbackVault } from './fallback-vault.ts';

export interface Keychain {
  /** The secure key storage, or why there is none right now. Called again when a key that it has is needed. */
  open(): Promise<Vault | { readonly missing: string }>;
  /** Whether it is known to have a key of this name, even while it doesn't open. */
  has(name: string): Promise<boolean>;
}

/**
 * A key in the fallback is newer than one in the secure storage: it was set while that didn't open.
 * @param keyFile absolute path of the key file, used if the person chooses it
 */
export async function openHostVault(keychain: Keychain, keyFile: string, log: Log): Promise<Vault> {
  const fallback = await openFallbackVault(keyFile);
  let store = await open();

  async function open(): Promise<Vault | null> {
    const opened = await keychain.open();
    if (!('missing' in opened)) return opened;
    log.warn('No secure key storage', { reason: opened.missing });
    return null;
  }

  /** The secure storage, for a key that it may have. @throws CleartakeError keyStoreLocked when it has the key and doesn't open */
  async function storeFor(name: string): Promise<Vault | null> {
    if (store !== null || !(await keychain.has(name))) return store;
    store = await open();
    if (store === null) throw new CleartakeError('keyStoreLocked', { detail: 'it does not open' });
    return store;
  }

  /** Moves a key into the secure storage; deletes the old copy only once the new one can be read back. */
  async function moveIn(protectedStore: Vault, name: string, secret: string): Promise<void> {
    try {
      await protectedStore.set(name, secret);
      if ((await protectedStore.get(name)) === secret) await fallback.delete(name);
    } catch (failure) {
      const reason = failure instanceof Error ? failure.message : 'unknown';
      log.warn('A key could not be moved into the secure key storage', { reason });
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
      (await keychain.has(name)) ||
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
      // The part that may fail comes first: a key that can't be deleted everywhere must not look deleted.
      await (await storeFor(name))?.delete(name);
      await fallback.delete(name);
    },
  };
}
