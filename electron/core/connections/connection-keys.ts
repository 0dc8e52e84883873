/** The keys of connections: the one that restores, in the vault or in memory, and the admin key of its account, if there is one. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { ConnectionRow } from '../store/schema.ts';
import { type KeepIn, readKey, type Vault } from '../vault/vault.ts';
import { adminVaultName, forgetKey, forgetKeys, keepKey, keyFor, mayBeKeyFor, vaultName } from './key-origin.ts';

/** Characters by which keys are distinguished. */
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
  /** Whether there is a key for the connection's address, even if it can't be read now. */
  has(row: ConnectionRow): Promise<boolean>;
  /** Puts the key that restores into the vault. @throws CleartakeError as `Vault.set` */
  keep(place: Pick<ConnectionRow, 'id' | 'baseUrl'>, key: string, keep?: KeepIn): Promise<void>;
  /** Both of them. */
  forget(id: string): Promise<void>;
}

export function createConnectionKeys(vault: Vault): KeptKeys {
  const memory = new Map<string, string>();
  const renewals = new Map<string, Promise<unknown>>();

  async function read(row: ConnectionRow, name: string): Promise<string | null> {
    return row.kind === 'remote' ? await keyFor(vault, name, row) : null;
  }

  async function isThere(row: ConnectionRow, name: string): Promise<boolean> {
    return row.kind === 'remote' && (await vault.has(name)) && (await mayBeKeyFor(vault, name, row));
  }

  const of = async (row: ConnectionRow) => memory.get(row.id) ?? (await read(row, vaultName(row.id)));
  const adminOf = (row: ConnectionRow) => read(row, adminVaultName(row.id));

  return {
    memory,
    of,
    adminOf,
    async current(row) {
      await renewals.get(row.id)?.catch(() => undefined);
      return of(row);
    },
    has: async (row) => memory.has(row.id) || (await isThere(row, vaultName(row.id))),
    keep: (place, key, keep) => keepKey(vault, vaultName(place.id), key, place, keep),
    async forget(id) {
      await forgetKeys(vault, id);
      memory.delete(id);
    },
    async renew(id, work) {
      // One after the other: of two rotations at the same time, the answer of the first may come last, with a secret that is dead by then.
      const before = renewals.get(id);
      const renewal = before === undefined ? work() : before.then(work, work);
      renewals.set(id, renewal);
      try {
        return await renewal;
      } finally {
        if (renewals.get(id) === renewal) renewals.delete(id);
      }
    },
    async setAdmin(row, typed, keep) {
      if (row.kind !== 'remote') throw new CleartakeError('notPossibleNow', { detail: 'it has no admin key' });
      const name = adminVaultName(row.id);
      if (typed === null) await forgetKey(vault, name);
      else await keepKey(vault, name, readKey(typed), row, keep);
    },
    hasAdmin: (row) => isThere(row, adminVaultName(row.id)),
    async uses(row, keyPrefix, which) {
      const key = which === 'own' ? await of(row) : await adminOf(row);
      return key !== null && keyPrefix.length >= SHORTEST_PREFIX && key.startsWith(keyPrefix);
    },
  };
}
