/**
 * Connections of one run, which a command names by their address. An address is one connection whatever its key: a key that is new there was
 * replaced, unless the service doesn't know the unfinished work with it. Then it belongs to another account, which the person is asked about.
 * Keys of runs stay in memory, and only salted fingerprints are stored.
 */

import { pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { DEFAULT_PATHS, type HeaderStyle } from '../../../shared/service-api/routes.ts';
import { parseBaseUrl, sameService } from '../api/addresses.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { DeskPorts } from '../ports.ts';
import type { Store } from '../store/open-store.ts';
import type { ConnectionRow } from '../store/schema.ts';
import { readKey } from '../vault/vault.ts';
import type { KeptKeys } from './connection-keys.ts';

export const UNKNOWN_PRICES: ConnectionRow['prices'] = { 'service-2': null, 'service-3.5': null };

/** Projects by which an account is recognized: a service may have deleted the one or other. */
const MOST_ASKED = 3;

export interface AdHocDetails {
  /** Micro-USD a second, for models whose price the person knows. */
  readonly prices?: Partial<ConnectionRow['prices']> | undefined;
  /** The header that carries the key there; without it the one used before. */
  readonly headerStyle?: HeaderStyle | undefined;
  /** The person says that the key belongs to another account than the one whose work is unfinished. */
  readonly isOtherAccount?: boolean | undefined;
}

export interface AdHocConnections {
  /**
   * The connection of an address, for a run with this key.
   * @throws CleartakeError otherAccount; keyRefused for what is no key; unsafeAddress
   */
  open(baseUrl: string, key: string, details?: AdHocDetails): Promise<ConnectionRow>;
  /**
   * Gives the key of a run to the connections of earlier ones that it belongs to: where it was used before, and, if all unfinished work of
   * such connections is at one address, there.
   * @param baseUrl the only address that is meant
   * @returns their ids
   * @throws CleartakeError otherAccount where a service doesn't know the work with it, and no connection got it
   */
  recognize(key: string, baseUrl?: string): Promise<readonly string[]>;
  /** Before a person's key is kept for a connection. @throws CleartakeError otherAccount for one of a run whose work the service doesn't know with it */
  requireSameAccount(row: ConnectionRow, key: string): Promise<void>;
}

interface AdHocPorts {
  readonly ports: Pick<DeskPorts, 'clock' | 'newId' | 'newSecret'>;
  readonly store: Store;
  readonly keys: Pick<KeptKeys, 'has' | 'memory' | 'of'>;
  readonly clientWith: (row: ConnectionRow, key: string) => Pick<ServiceClient, 'listGenerations'>;
  /** Told of each connection that has a key now. */
  readonly onKey: (id: string) => void;
}

export function createAdHocConnections(context: AdHocPorts): AdHocConnections {
  const { clientWith, keys, onKey, ports, store } = context;

  function at(baseUrl: string): ConnectionRow[] {
    return store.connections.list().filter((row) => row.baseUrl !== null && sameService(row.baseUrl, baseUrl));
  }

  /** Whether the account behind a key has the connection's work; null where its service can't tell now. */
  async function knowsWork(row: ConnectionRow, key: string): Promise<boolean | null> {
    const client = clientWith(row, key);
    for (const projectId of store.openWork.latestProjects(row.id, MOST_ASKED)) {
      try {
        await client.listGenerations(projectId);
        return true;
      } catch (failure) {
        if (!(failure instanceof CleartakeError)) throw failure;
        if (failure.code !== 'projectUnknown') return null;
      }
    }
    return false;
  }

  /** @param isKnown whether it is certain that the key is one of the connection's account */
  function give(row: ConnectionRow, key: string, isKnown: boolean): void {
    keys.memory.set(row.id, key);
    if (isKnown && !matches(row, key)) store.connections.update(row.id, { keyFingerprint: fingerprintOf(ports, key) });
    onKey(row.id);
  }

  async function isKeyOf(row: ConnectionRow, key: string): Promise<boolean> {
    return matches(row, key) || (row.kind === 'remote' && (await keys.of(row).catch(() => null)) === key);
  }

  /** @returns null when the address needs another connection */
  async function rowFor(baseUrl: string, key: string, isOtherAccount: boolean): Promise<ConnectionRow | null> {
    const here = at(baseUrl);
    for (const row of here) {
      if (!(await isKeyOf(row, key))) continue;
      give(row, key, true);
      return row;
    }
    if (isOtherAccount) return null;
    const busy = here.filter(({ id }) => store.openWork.isOver(id));
    const doubtful: ConnectionRow[] = [];
    for (const row of busy) {
      const knows = await knowsWork(row, key);
      if (knows === true) {
        give(row, key, true);
        return row;
      }
      if (knows === null) doubtful.push(row);
    }
    const left = doubtful.find(isOfRun) ?? (busy.some(isOfRun) ? null : here.findLast(isOfRun));
    if (left === null) throw new CleartakeError('otherAccount');
    if (left === undefined) return null;
    give(left, key, !doubtful.includes(left));
    return left;
  }

  return {
    async open(baseUrl, typed, { prices = {}, headerStyle, isOtherAccount = false } = {}) {
      const key = readKey(typed);
      const address = parseBaseUrl(baseUrl).href;
      // Before the service is asked about its work.
      if (headerStyle !== undefined) {
        for (const { id } of at(address).filter(isOfRun)) store.connections.update(id, { headerStyle });
      }
      const row = (await rowFor(address, key, isOtherAccount)) ?? insert(context, address, key, headerStyle);
      if (Object.keys(prices).length > 0) {
        store.connections.setPrices(row.id, { ...row.prices, ...prices }, ports.clock.now());
      }
      return store.connections.get(row.id) ?? row;
    },
    async recognize(typed, baseUrl) {
      const key = readKey(typed);
      const all = store.connections.list().filter(isOfRun);
      const rows =
        baseUrl === undefined ? all.filter((row) => row.keyFingerprint !== null) : at(baseUrl).filter(isOfRun);
      const known = rows.filter((row) => matches(row, key));
      const inUse = store.jobs.connectionsInUse();
      const waiting: ConnectionRow[] = [];
      for (const row of rows) {
        const waits = inUse.includes(row.id) || store.openWork.isOver(row.id);
        if (waits && !known.includes(row) && (baseUrl !== undefined || !(await keys.has(row)))) waiting.push(row);
      }
      const [first = null] = known.length > 0 ? known : waiting;
      const areTogether = [...known, ...waiting].every((row) => sameService(row.baseUrl ?? '', first?.baseUrl ?? ''));
      const given = known.map(({ id }) => id);
      for (const row of known) give(row, key, true);
      let isStrange = false;
      // A key never goes to an address that it may not be meant for.
      for (const row of areTogether ? waiting : []) {
        const knows = store.openWork.isOver(row.id) ? await knowsWork(row, key) : true;
        if (knows === false) isStrange = true;
        else {
          give(row, key, knows === true);
          given.push(row.id);
        }
      }
      if (isStrange && given.length === 0) throw new CleartakeError('otherAccount');
      return given;
    },
    async requireSameAccount(row, key) {
      if (!isOfRun(row) || !store.openWork.isOver(row.id) || (await isKeyOf(row, key))) return;
      if ((await knowsWork(row, key)) === false) throw new CleartakeError('otherAccount');
    },
  };
}

/** One that a command made of an address, also once a person has kept a key for it. */
export function isOfRun({ keyFingerprint, kind }: ConnectionRow): boolean {
  return kind === 'ad-hoc' || keyFingerprint !== null;
}

function insert(
  { keys, onKey, ports, store }: AdHocPorts,
  baseUrl: string,
  key: string,
  headerStyle: HeaderStyle = 'bearer',
): ConnectionRow {
  const id = ports.newId();
  store.connections.insert({
    id,
    kind: 'ad-hoc',
    name: new URL(baseUrl).host,
    baseUrl,
    headerStyle,
    paths: DEFAULT_PATHS,
    prices: UNKNOWN_PRICES,
    keyFingerprint: fingerprintOf(ports, key),
    createdAt: ports.clock.now(),
  });
  const row = store.connections.get(id);
  if (row === undefined) throw new Error('The connection was not written');
  keys.memory.set(id, key);
  onKey(id);
  return row;
}

/** Whether a key is the one that the connection was last used with. */
function matches(row: ConnectionRow, key: string): boolean {
  const [salt, kept] = (row.keyFingerprint ?? '').split(':');
  if (salt === undefined || kept === undefined) return false;
  const given = Buffer.from(fingerprint(salt, key), 'hex');
  const known = Buffer.from(kept, 'hex');
  return given.length === known.length && timingSafeEqual(given, known);
}

/** Of a key, with a salt of its own. */
export function fingerprintOf({ newSecret }: Pick<DeskPorts, 'newSecret'>, key: string): string {
  const salt = newSecret(16);
  return `${salt}:${fingerprint(salt, key)}`;
}

function fingerprint(salt: string, key: string): string {
  return pbkdf2Sync(key, salt, 20_000, 32, 'sha256').toString('hex');
}
