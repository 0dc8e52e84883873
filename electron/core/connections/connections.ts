/** Connections as the queue uses them: which one is chosen, how to reach it, and whether billing blocks it. */

import { CleartakeError, type ErrorRecord } from '../../../shared/domain/errors.ts';
import type { SpendingCaps } from '../../../shared/domain/money.ts';
import type { RehearsalOffer } from '../../../shared/service-api/rehearsal.ts';
import { DEFAULT_PATHS, type GivenPaths } from '../../../shared/service-api/routes.ts';
import { parseBaseUrl, parseBillingPage } from '../api/addresses.ts';
import type { Http } from '../api/http.ts';
import { createServiceClient, type ServiceClient } from '../api/service-client.ts';
import type { DeskPorts } from '../ports.ts';
import type { Store } from '../store/open-store.ts';
import type { ConnectionRow } from '../store/schema.ts';
import { CONNECTION } from '../strings.ts';
import { type KeepIn, readKey } from '../vault/vault.ts';
import { type AdHocConnections, createAdHocConnections, fingerprintOf, isOfRun, UNKNOWN_PRICES } from './ad-hoc.ts';
import type { BuiltInService } from './built-in-service.ts';
import { type ConnectionKeys, createConnectionKeys } from './connection-keys.ts';
import { originOfKey } from './key-origin.ts';
import { renewedClient } from './renewed-client.ts';
import { ACCOUNT } from './strings.ts';
import { createThrottle, type Throttle, throttledClient } from './throttle.ts';
import { withPaths } from './unusual-paths.ts';

export const BUILT_IN_ID = 'built-in';

/** A field that is undefined stays as it is. */
export type ConnectionChanges = {
  readonly [Field in 'name' | 'baseUrl' | 'headerStyle' | 'prices' | 'billingPage' | 'color' | 'label']?:
    | ConnectionRow[Field]
    | undefined;
} & { readonly paths?: GivenPaths | undefined };

export interface Connections {
  list(): readonly ConnectionRow[];
  /** The connection that new recordings use. */
  chosen(): ConnectionRow;
  choose(id: string): void;
  add(
    details: Pick<ConnectionRow, 'name' | 'headerStyle' | 'prices'> &
      Pick<ConnectionChanges, 'billingPage' | 'color' | 'label' | 'paths'> & { readonly baseUrl: string },
    key: string,
    keep?: KeepIn,
  ): Promise<ConnectionRow>;
  /**
   * Keys belong to the origin that they were entered for: with another origin they are forgotten, and so are prices and a billing page
   * that aren't among the changes, and everything that the old one's answers said. Name, header style, color, label and caps stay.
   * @throws CleartakeError notFound; notPossibleNow for more than color and label of the built-in service; unsafeAddress; keyStoreLocked,
   *   and nothing changes
   */
  update(id: string, changes: ConnectionChanges): Promise<ConnectionRow>;
  /** @throws CleartakeError notFound */
  setCaps(id: string, caps: SpendingCaps): ConnectionRow;
  /** Those that commands name by their address. */
  readonly adHoc: AdHocConnections;
  /**
   * Keeps a key. A connection of a run then is one like those that were added.
   * @param issuedAt base URL of the service that issued the key, where that is known
   * @throws CleartakeError notFound; keyRefused; keyStoreLocked; otherAccount for a connection of a run whose work the service doesn't know
   *   with it; notPossibleNow for a key that another origin issued: the connection was moved meanwhile
   */
  setKey(id: string, key: string, keep?: KeepIn, issuedAt?: string | null): Promise<void>;
  /** Whether a key was set since a moment of this run (monotonic milliseconds): calls under way still use the one before. */
  keySetSince(id: string, at: number): boolean;
  /** A key that exists but cannot be read now counts. */
  hasKey(connection: ConnectionRow): Promise<boolean>;
  /** Together with its key. @throws CleartakeError notFound; keyStoreLocked, and both stay */
  remove(id: string): Promise<void>;
  /** @throws CleartakeError connectionRemoved, keyMissing, keyStoreLocked, keyFileUnsafe, processStartFailed, unsafeAddress */
  client(id: string): Promise<ServiceClient>;
  readonly keys: ConnectionKeys;
  /** For calls on the account: with the connection's admin key, or its own without one. @throws CleartakeError as `client` */
  accountClient(id: string): Promise<ServiceClient>;
  /** For the calls of Cleartake's own service, the built-in one included. @throws CleartakeError as `accountClient` */
  portal(id: string): Promise<ServiceClient>;
  /** What its service said of rehearsals with its last answer. */
  rehearsal(id: string): RehearsalOffer;
  /** Whether it answered the last call of this run; null before the first. */
  isReached(id: string): boolean | null;
  /** The throttle shared by everything that uses the connection. */
  throttle(id: string): Throttle;
  /** Nothing is started over a parked connection until billing is fixed, or a working key is entered. */
  park(id: string, reason: ErrorRecord): void;
  unpark(id: string): void;
}

export function createConnections(ports: DeskPorts, store: Store, http: Http, builtIn: BuiltInService): Connections {
  const keys = createConnectionKeys(ports.vault);
  const throttles = new Map<string, Throttle>();
  const keySetAt = new Map<string, number>();
  const offers = new Map<string, RehearsalOffer>();
  const reached = new Map<string, boolean>();
  const onKey = (id: string) => keySetAt.set(id, ports.clock.monotonic());
  const adHoc = createAdHocConnections({ ports, store, keys, clientWith, onKey });
  ensureBuiltIn(store, ports.clock.now());

  function throttleOf(id: string): Throttle {
    const throttle = throttles.get(id) ?? createThrottle(ports.clock.monotonic, ports.random);
    throttles.set(id, throttle);
    return throttle;
  }

  function throttled(id: string, client: ServiceClient): ServiceClient {
    return throttledClient(client, throttleOf(id).calls, ports.clock);
  }

  function get(id: string): ConnectionRow {
    const row = store.connections.get(id);
    if (row === undefined) throw new CleartakeError('notFound', { detail: 'connection' });
    return row;
  }

  function clientWith(row: ConnectionRow, key: string): ServiceClient {
    const { headerStyle, paths } = row;
    const baseUrl = parseBaseUrl(row.baseUrl ?? '');
    const onRehearsal = (offer: RehearsalOffer) => offers.set(row.id, offer);
    return createServiceClient(http, { baseUrl, key, headerStyle, paths, onRehearsal, onReached: reachedBy(row.id) });
  }

  function reachedBy(id: string): (isReached: boolean) => void {
    return (isReached) => reached.set(id, isReached);
  }

  async function builtInClient(): Promise<ServiceClient> {
    const { headerStyle, paths } = get(BUILT_IN_ID);
    const onReached = reachedBy(BUILT_IN_ID);
    return createServiceClient(http, {
      ...(await builtIn.running()),
      headerStyle,
      paths,
      hasOwnModels: true,
      onReached,
    });
  }

  async function accountClient(id: string): Promise<ServiceClient> {
    const row = get(id);
    if (row.kind === 'built-in') throw new CleartakeError('notPossibleNow', { detail: 'it has no keys to manage' });
    if (row.removedAt !== null) throw new CleartakeError('connectionRemoved');
    const key = (await keys.adminOf(row)) ?? (await keys.of(row));
    if (key === null) throw new CleartakeError('keyMissing');
    return clientWith(row, key);
  }

  return {
    list: () => store.connections.list(),
    chosen() {
      const id = store.settings.get('chosen-connection');
      const row = typeof id === 'string' ? store.connections.get(id) : undefined;
      return row !== undefined && row.removedAt === null ? row : get(BUILT_IN_ID);
    },
    choose: (id) => store.settings.set('chosen-connection', get(id).id),
    async add(details, typed, keep) {
      const id = ports.newId();
      const key = readKey(typed);
      parseBaseUrl(details.baseUrl);
      if (details.billingPage) parseBillingPage(details.billingPage);
      await keys.keep({ id, baseUrl: details.baseUrl }, key, keep);
      store.connections.insert({
        ...details,
        id,
        kind: 'remote',
        paths: withPaths(DEFAULT_PATHS, details.paths),
        createdAt: ports.clock.now(),
      });
      return get(id);
    },
    async update(id, changes) {
      const { baseUrl, kind, paths } = get(id);
      const { color, label, ...details } = changes;
      if (kind === 'built-in' && isAnyGiven(details))
        throw new CleartakeError('notPossibleNow', { detail: 'the built-in service stays as it is' });
      if (changes.billingPage) parseBillingPage(changes.billingPage);
      const moves = changes.baseUrl !== undefined && originOfKey(changes.baseUrl) !== originOfKey(baseUrl);
      if (moves) {
        await keys.forget(id);
        offers.delete(id);
        reached.delete(id);
        throttles.delete(id);
        store.connections.park(id, null);
      }
      const {
        prices = moves ? UNKNOWN_PRICES : undefined,
        billingPage = moves ? null : undefined,
        paths: changedPaths,
        ...others
      } = details;
      const fields = {
        ...others,
        paths: changedPaths === undefined ? undefined : withPaths(paths, changedPaths),
        billingPage,
        color,
        label,
        ...(moves ? { keyFingerprint: null } : {}),
      };
      if (isAnyGiven(fields)) store.connections.update(id, fields);
      if (prices !== undefined) store.connections.setPrices(id, prices, ports.clock.now());
      return get(id);
    },
    setCaps(id, caps) {
      store.connections.update(get(id).id, { caps });
      return get(id);
    },
    adHoc,
    async setKey(id, typed, keep, issuedAt) {
      const key = readKey(typed);
      const row = get(id);
      if (issuedAt && originOfKey(issuedAt) !== originOfKey(row.baseUrl))
        throw new CleartakeError('notPossibleNow', { parts: ACCOUNT.secretOfOtherAddress });
      if (row.kind === 'built-in')
        throw new CleartakeError('notPossibleNow', { detail: 'the built-in service has its own key' });
      await adHoc.requireSameAccount(row, key);
      await keys.keep(row, key, keep);
      if (isOfRun(row)) {
        keys.memory.delete(id);
        store.connections.update(id, { kind: 'remote', keyFingerprint: fingerprintOf(ports, key) });
      }
      onKey(id);
    },
    keySetSince: (id, at) => (keySetAt.get(id) ?? Number.NEGATIVE_INFINITY) >= at,
    hasKey: async (row) => row.kind === 'built-in' || (await keys.has(row)),
    async remove(id) {
      if (get(id).kind === 'built-in')
        throw new CleartakeError('notPossibleNow', { detail: 'the built-in service stays' });
      await keys.forget(id);
      store.connections.remove(id, ports.clock.now());
    },
    async client(id) {
      const row = get(id);
      if (row.kind === 'built-in') {
        return throttled(id, await builtInClient());
      }
      if (row.removedAt !== null) throw new CleartakeError('connectionRemoved');
      const key = await keys.of(row);
      if (key === null) throw new CleartakeError('keyMissing');
      const renewal = {
        key,
        currentKey: () => keys.current(get(id)),
        clientWith: (newer: string) => clientWith(get(id), newer),
      };
      return throttled(id, renewedClient(clientWith(row, key), renewal));
    },
    keys,
    accountClient,
    async portal(id) {
      const { kind } = get(id);
      return kind === 'built-in' ? builtInClient() : accountClient(id);
    },
    rehearsal: (id) => offers.get(id) ?? 'none',
    isReached: (id) => reached.get(id) ?? null,
    throttle: throttleOf,
    park: (id, reason) => store.connections.park(id, reason),
    unpark: (id) => store.connections.park(id, null),
  };
}

function isAnyGiven(fields: object): boolean {
  return Object.values(fields).some((value) => value !== undefined);
}

function ensureBuiltIn(store: Store, now: number): void {
  if (store.connections.get(BUILT_IN_ID) !== undefined) return;
  store.connections.insert({
    id: BUILT_IN_ID,
    kind: 'built-in',
    name: CONNECTION.builtIn,
    baseUrl: null,
    headerStyle: 'bearer',
    paths: DEFAULT_PATHS,
    prices: { 'service-2': 0, 'service-3.5': 0 },
    createdAt: now,
  });
}
