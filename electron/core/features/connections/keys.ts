/** Handlers of the keys group. A new secret is answered by `create` and `rotate` alone, and remembered here only until it is used or forgotten. */

import type { KeyView } from '../../../../shared/contract/account/keys.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { ListedKey } from '../../../../shared/service-api/account-answers.ts';
import * as accounts from '../../../../shared/service-api/operations/portal-accounts.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { os } from '../../calls/router.ts';
import type { Connections } from '../../connections/connections.ts';
import { ACCOUNT } from '../../connections/strings.ts';
import type { DeskPorts } from '../../ports.ts';
import type { ConnectionRow } from '../../store/schema.ts';

/** How long a new secret is remembered, in milliseconds. */
const REMEMBERED_MS = 15 * 60_000;

export interface KeysHandlersPorts {
  readonly connections: Connections;
  readonly ports: Pick<DeskPorts, 'clock' | 'log'>;
  /** Lets a connection be tried again. */
  readonly unpark: (connectionId: string) => void;
}

interface Fresh {
  readonly keyId: string;
  /** Of the service that issued it: it goes to no other. */
  readonly baseUrl: string | null;
  readonly secret: string;
  readonly at: number;
}

export function keysHandlers({ connections, ports, unpark }: KeysHandlersPorts) {
  const group = os.keys;
  /** The newest secret that wasn't used, by connection. */
  const fresh = new Map<string, Fresh>();

  function rowOf(id: string): ConnectionRow {
    const row = connections.list().find((one) => one.id === id);
    if (row === undefined) throw new CleartakeError('notFound', { detail: 'connection' });
    return row;
  }

  /** With their limits, from Cleartake's own service: others don't know that call, each in its own way. */
  async function listed(row: ConnectionRow) {
    const client = await connections.accountClient(row.id);
    const keys = await client.listKeys();
    const ours = await client.portal(accounts.listAccountKeys, {}).catch((failure: unknown) => {
      if (failure instanceof CleartakeError) return null;
      throw failure;
    });
    const limits = new Map(ours?.keys.map(({ callsPerMinute, keyId }) => [keyId, callsPerMinute]));
    return {
      isOurs: ours !== null,
      keys: keys.map((key) => ({ ...key, callsPerMinute: limits.get(key.keyId) ?? null })),
    };
  }

  async function view(row: ConnectionRow, key: ListedKey & Pick<KeyView, 'callsPerMinute'>): Promise<KeyView> {
    const hasAdmin = await connections.keys.hasAdmin(row);
    return {
      ...key,
      inUse: await connections.keys.uses(row, key.keyPrefix, 'own'),
      signedIn: await connections.keys.uses(row, key.keyPrefix, hasAdmin ? 'admin' : 'own'),
    };
  }

  function remember({ baseUrl, id }: ConnectionRow, keyId: string, secret: string): Fresh {
    const known = { keyId, baseUrl, secret, at: ports.clock.monotonic() };
    fresh.set(id, known);
    return known;
  }

  async function adopt(connectionId: string, { baseUrl, secret }: Fresh): Promise<void> {
    await connections.setKey(connectionId, secret, undefined, baseUrl);
    unpark(connectionId);
  }

  /** Rotates, and with `use` swaps the connection's key before any call can miss it. A swap that fails doesn't lose the secret. */
  async function rotate(row: ConnectionRow, keyId: string, use: boolean) {
    const client = await connections.accountClient(row.id);
    const rotated = await client.rotateKey(keyId);
    const known = remember(row, keyId, rotated.key);
    if (!use) return { rotated, used: false };
    try {
      await adopt(row.id, known);
      fresh.delete(row.id);
      return { rotated, used: true };
    } catch (failure) {
      if (!(failure instanceof CleartakeError)) throw failure;
      ports.log.warn('A rotated key could not be stored', { code: failure.code });
      return { rotated, used: false };
    }
  }

  async function changing(connectionId: string, change: (client: ServiceClient) => Promise<unknown>): Promise<void> {
    await change(await connections.accountClient(rowOf(connectionId).id));
  }

  return {
    list: group.list.handler(async ({ input }) => {
      const row = rowOf(input.connectionId);
      const { isOurs, keys } = await listed(row);
      return {
        keys: await Promise.all(keys.map((key) => view(row, key))),
        hasAdminKey: await connections.keys.hasAdmin(row),
        isOurs,
      };
    }),
    setAdmin: group.setAdmin.handler(({ input }) =>
      connections.keys.setAdmin(rowOf(input.connectionId), input.key, input.keep),
    ),
    rotate: group.rotate.handler(async ({ input }) => {
      const row = rowOf(input.connectionId);
      // As it is once its turn has come.
      const work = () => rotate(rowOf(row.id), input.keyId, input.use);
      const { rotated, used } = await (input.use ? connections.keys.renew(row.id, work) : work());
      const { key: secret, ...metadata } = rotated;
      return { secret, key: await view(row, { ...metadata, callsPerMinute: null }), used };
    }),
    create: group.create.handler(async ({ input: { connectionId, ...wanted } }) => {
      const row = rowOf(connectionId);
      const client = await connections.accountClient(row.id);
      const { key: secret, ...metadata } = await client.createKey(wanted);
      remember(row, metadata.keyId, secret);
      return { secret, key: await view(row, metadata) };
    }),
    revoke: group.revoke.handler(({ input: { connectionId, keyId } }) =>
      changing(connectionId, ({ portal }) => portal(accounts.revokeKey, { keyId })),
    ),
    setActive: group.setActive.handler(({ input: { active, connectionId, keyId } }) =>
      changing(connectionId, ({ portal }) => portal(active ? accounts.activateKey : accounts.deactivateKey, { keyId })),
    ),
    limit: group.limit.handler(({ input: { callsPerMinute, connectionId, keyId } }) =>
      changing(connectionId, ({ portal }) => portal(accounts.limitKey, { keyId, callsPerMinute })),
    ),
    use: group.use.handler(async ({ input }) => {
      const { id } = rowOf(input.connectionId);
      const known = fresh.get(id);
      const isKnown = known?.keyId === input.keyId && ports.clock.monotonic() - known.at < REMEMBERED_MS;
      if (known === undefined || !isKnown)
        throw new CleartakeError('notPossibleNow', { parts: ACCOUNT.secretForgotten });
      await connections.keys.renew(id, () => adopt(id, known));
      fresh.delete(id);
    }),
    forget: group.forget.handler(({ input }) => {
      if (fresh.get(rowOf(input.connectionId).id)?.keyId === input.keyId) fresh.delete(input.connectionId);
    }),
  };
}
