/** The keys of connections: the one that restores, in the vault or in memory, and the admin key of its account, if there is one. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { ConnectionRow } from '../store/schema.ts';
import { type KeepIn, readKey, type Vault } from '../vault/vault.ts';

/** Characters by which keys are told apart. */
const SHORTEST_PREFIX = 6;

/** What others may ask about keys and do to them. */
export interface ConnectionKeys {
  /**
   * Replaces a connection's key, and perhaps asks the service to rotate it first: calls that are refused for the old key meanwhile wait
   * for the new one.
   */
  renew<Result>(id: string, work: () => Promise<Result>): Promise<Result>;
  /** Null forgets it. @throws CleartakeError notPossibleNow, keyRefused, keyStoreLocked */
  setAdmin(row: ConnectionRow, key: string | null, keep?: KeepIn): Promise<void>;
  hasAdmin(row: ConnectionRow): Promise<boolean>;
  /** Whether a prefix, as a service shows it, is that of the connection's own key, or of its admin key. */
  uses(row: ConnectionRow, keyPrefix: string, which: 'own' | 'admin'): Promise<boolean>;
}

export interface KeptKeys extends ConnectionKeys {
  /** Keys of ad-hoc connections by their ids. */
  readonly memory: Map<string, string>;
  of(row: ConnectionRow): Promise<string | null>;
  /** The same, once a renewal under way is over. */
  current(row: ConnectionRow): Promise<string | null>;
  adminOf(row: ConnectionRow): Promise<string | null>;
  /** Both of them. */
  forget(id: string): Promise<void>;
}

export function createConnectionKeys(vault: Vault): KeptKeys {
  const memory = new Map<string, string>();
  const renewals = new Map<string, Promise<unknown>>();

  async function of({ id, kind }: ConnectionRow): Promise<string | null> {
    return memory.get(id) ?? (kind === 'remote' ? await vault.get(vaultName(id)) : null);
  }

  async function adminOf({ id, kind }: ConnectionRow): Promise<string | null> {
    return kind === 'remote' ? await vault.get(adminVaultName(id)) : null;
  }

  return {
    memory,
    of,
    adminOf,
    async current(row) {
      await renewals.get(row.id)?.catch(() => undefined);
      return of(row);
    },
    async forget(id) {
      await vault.delete(adminVaultName(id));
      await vault.delete(vaultName(id));
      memory.delete(id);
    },
    async renew(id, work) {
      const renewal = work();
      renewals.set(id, renewal);
      try {
        return await renewal;
      } finally {
        if (renewals.get(id) === renewal) renewals.delete(id);
      }
    },
    async setAdmin({ id, kind }, typed, keep) {
      if (kind !== 'remote') throw new CleartakeError('notPossibleNow', { detail: 'it has no admin key' });
      if (typed === null) await vault.delete(adminVaultName(id));
      else await vault.set(adminVaultName(id), readKey(typed), keep);
    },
    hasAdmin: async ({ id, kind }) => kind === 'remote' && (await vault.has(adminVaultName(id))),
    async uses(row, keyPrefix, which) {
      const key = which === 'own' ? await of(row) : await adminOf(row);
      return key !== null && keyPrefix.length >= SHORTEST_PREFIX && key.startsWith(keyPrefix);
    },
  };
}

/** The name under which the vault keeps a connection's key. */
export function vaultName(id: string): string {
  return `connection-${id}`;
}

/** The name under which the vault keeps the admin key of a connection's account. */
export function adminVaultName(id: string): string {
  return `connection-${id}-admin`;
}
