/** `cleartake connections`: manages connections to services. Keys come from the environment or standard input, never from arguments. */

import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import type { ConnectionColor } from '../../../../shared/domain/connections/marks.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { type MicroUsd, NO_CAPS } from '../../../../shared/domain/money.ts';
import type { GivenPaths, HeaderStyle } from '../../../../shared/service-api/routes.ts';
import { BUILT_IN_ID } from '../../../core/connections/connections.ts';
import { mayBeKeyFor, vaultName } from '../../../core/connections/key-origin.ts';
import { ownPaths } from '../../../core/connections/own-paths.ts';
import { plannedRehearsal } from '../../../core/connections/rehearsals.ts';
import type { Store } from '../../../core/store/open-store.ts';
import { silentLog } from '../../../platform/log.ts';
import type { DeskHost } from '../../common/desk-host.ts';
import { nodeHostInfo } from '../../common/paths.ts';
import { openKeyringVault } from '../../common/vault/keyring.ts';
import { EXIT, type ExitStatus, statusOfCode, UsageError } from '../exit-status.ts';
import { readKeyFromInput } from '../key-input.ts';
import { namedConnection } from '../named.ts';
import { openForWork, takeKeyFromEnvironment } from '../open-desk.ts';
import { openForReading } from '../open-store.ts';
import { print as printLines } from '../output/printer.ts';
import { connectionInWords } from '../reports/connection-words.ts';
import { jsonLine } from '../reports/printable.ts';
import { CONNECTIONS } from '../strings/reports.ts';
import { USAGE } from '../strings/usage.ts';

export interface ConnectionsOptions {
  readonly json?: boolean;
  readonly dataDir?: string;
}

export interface KeyOptions extends ConnectionsOptions {
  readonly keyStdin?: boolean;
  readonly store?: 'memory' | 'file';
}

export interface CapOptions extends ConnectionsOptions {
  /** Micro-USD; null removes the cap. */
  readonly day?: MicroUsd | null;
  readonly month?: MicroUsd | null;
}

interface DetailOptions {
  readonly price?: Partial<Record<ModelId, MicroUsd>>;
  /** Null removes it. */
  readonly billingPage?: string | null;
  readonly color?: ConnectionColor | null;
  readonly label?: string | null;
  /** Paths that the specification leaves open. */
  readonly createPath?: string;
  readonly listPath?: string;
}

export interface AddOptions extends KeyOptions, DetailOptions {
  readonly header: HeaderStyle;
}

export interface EditOptions extends ConnectionsOptions, DetailOptions {
  readonly name?: string;
  readonly url?: string;
  readonly header?: HeaderStyle;
}

const NO_PRICES: ConnectionView['prices'] = { 'service-2': null, 'service-3.5': null };

/** Needs no lock, so it works while the desk is open. */
export async function listConnections(options: ConnectionsOptions): Promise<ExitStatus> {
  const { dataDirectory } = nodeHostInfo('cli', options.dataDir);
  const vault = await openKeyringVault(silentLog, dataDirectory);
  const store = openForReading(options.dataDir);
  try {
    const inUse = store?.jobs.connectionsInUse() ?? [];
    const isLeft = (id: string) => inUse.includes(id) || store?.openWork.isOver(id) === true;
    const rows = store?.connections.list().filter(({ id, kind }) => kind !== 'ad-hoc' || isLeft(id)) ?? [];
    const chosen = store?.settings.get('chosen-connection') ?? BUILT_IN_ID;
    for (const row of rows) {
      const { baseUrl, billingPage, color, headerStyle, id, label, name, parked, prices } = row;
      const kind = row.kind === 'built-in' ? row.kind : 'remote';
      const hasKey =
        kind === 'built-in' ||
        ((await vault.has(vaultName(id))) && (await mayBeKeyFor(vault, vaultName(id), { id, baseUrl })));
      const view = {
        ...({ id, kind, name, baseUrl, headerStyle, prices, hasKey, parked, chosen: chosen === id } as const),
        caps: row.caps ?? NO_CAPS,
        billingPage,
        color,
        label,
        ...ownPaths(row),
        rehearsal: offerOf(kind, store),
      };
      print(options, { event: 'connection', ...view }, connectionInWords(view));
    }
    print(options, { event: 'vault', kind: vault.kind, sentence: vault.sentence }, vault.sentence);
    return EXIT.done;
  } finally {
    store?.close();
  }
}

export async function addConnection(name: string, baseUrl: string, options: AddOptions): Promise<ExitStatus> {
  const key = await givenKey(options);
  return await administering(options, async (client) => {
    const { connections } = await client.connections.list();
    if (connections.some((known) => known.name === name)) {
      throw new UsageError(USAGE.connectionExists(name));
    }
    const prices = { ...NO_PRICES, ...options.price };
    const keep = await whereToKeep(client, options);
    const { billingPage = null, color = null, header: headerStyle, label = null } = options;
    const details = { name, baseUrl, headerStyle, prices, billingPage, color, label, ...pathsOf(options) };
    const added = await client.connections.add({ ...details, key, ...keep });
    print(options, { event: 'connection', ...added }, connectionInWords(added));
    await tellVault(client, options);
  });
}

/** What isn't named stays as it is. At another origin the connection needs its key anew. */
export function editConnection(name: string, options: EditOptions): Promise<ExitStatus> {
  const { billingPage, color, header: headerStyle, label, name: newName, price, url: baseUrl } = options;
  const changes = { name: newName, baseUrl, headerStyle, billingPage, color, label, ...pathsOf(options) };
  if (Object.values({ ...changes, price }).every((value) => value === undefined)) throw new UsageError(USAGE.noEdit);
  return administering(options, async (client) => {
    const { connections } = await client.connections.list();
    const present = await find(client, name);
    const connectionId = present.id;
    // Prices of another service say nothing about this one.
    const known = baseUrl === undefined || isSameOrigin(baseUrl, present.baseUrl) ? present.prices : NO_PRICES;
    if (connections.some((other) => other.name === newName && other.id !== connectionId)) {
      throw new UsageError(USAGE.connectionExists(newName ?? ''));
    }
    const changed = await client.connections.update({
      connectionId,
      ...changes,
      ...(price === undefined ? {} : { prices: { ...known, ...price } }),
    });
    print(options, { event: 'connection', ...changed }, connectionInWords(changed));
  });
}

export async function setKey(name: string, options: KeyOptions): Promise<ExitStatus> {
  const key = await givenKey(options);
  return await administering(options, async (client) => {
    const { id } = await find(client, name);
    await client.connections.setKey({ connectionId: id, key, ...(await whereToKeep(client, options)) });
    await tellVault(client, options);
  });
}

/** What isn't named stays as it is. */
export function setCap(name: string, options: CapOptions): Promise<ExitStatus> {
  if (options.day === undefined && options.month === undefined) throw new UsageError(USAGE.noCap);
  return administering(options, async (client) => {
    const { caps, id } = await find(client, name);
    const { day = caps.day, month = caps.month } = options;
    const changed = await client.connections.setCaps({ connectionId: id, caps: { day, month } });
    print(options, { event: 'connection', ...changed }, connectionInWords(changed));
  });
}

/** Only the built-in service's account can be released from here. */
export function liftHold(name: string, options: ConnectionsOptions): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id, kind } = await find(client, name);
    if (kind !== 'built-in') throw new UsageError(USAGE.noHoldToLift);
    await client.connections.liftHold({ connectionId: id });
    print(options, { event: 'lifted', id, name }, CONNECTIONS.lifted(name));
  });
}

export function removeConnection(name: string, options: ConnectionsOptions): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id } = await find(client, name);
    await client.connections.remove({ connectionId: id });
    print(options, { event: 'removed', id, name }, CONNECTIONS.removed(name));
  });
}

export function chooseConnection(name: string, options: ConnectionsOptions): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id } = await find(client, name);
    await client.connections.choose({ connectionId: id });
    print(options, { event: 'chosen', id, name }, CONNECTIONS.chosen(name));
  });
}

export function testConnection(name: string, options: ConnectionsOptions): Promise<ExitStatus> {
  return administering(options, async (client) => {
    const { id } = await find(client, name);
    const { code, ok, sentence } = await client.connections.test({ connectionId: id });
    print(options, { event: 'tested', id, name, ok, sentence, ...(code === undefined ? {} : { code }) }, sentence);
    return ok ? EXIT.done : statusOfCode(code);
  });
}

/** Opens the desk for one change. */
export async function administering(
  options: ConnectionsOptions,
  work: (client: DeskClient, host: DeskHost) => Promise<ExitStatus | undefined>,
): Promise<ExitStatus> {
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  try {
    return (await work(desk.client, desk.host)) ?? EXIT.done;
  } finally {
    await desk.close();
  }
}

/** @throws UsageError that lists the connections */
export async function find(client: DeskClient, wanted: string): Promise<ConnectionView> {
  const { connections } = await client.connections.list();
  return namedConnection(connections, wanted);
}

/** Those that are given. */
function pathsOf({ createPath, listPath }: DetailOptions): { readonly paths?: GivenPaths } {
  if (createPath === undefined && listPath === undefined) return {};
  return { paths: { createProject: createPath, listProjects: listPath } };
}

function isSameOrigin(one: string, other: string | null): boolean {
  return other !== null && URL.canParse(one) && new URL(one).origin === new URL(other).origin;
}

async function givenKey({ keyStdin }: KeyOptions): Promise<string> {
  const ofEnvironment = takeKeyFromEnvironment();
  const key = keyStdin === true ? await readKeyFromInput() : ofEnvironment;
  if (key !== undefined && key !== '') return key;
  throw new UsageError(USAGE.noKey);
}

/** Memory ends with the command, so the key needs a lasting place; an unencrypted file is only used when the person asks for it. */
async function whereToKeep(client: DeskClient, options: KeyOptions): Promise<{ readonly keep?: 'file' }> {
  const { vault } = await client.connections.list();
  if (vault.kind === 'keychain') return {};
  if (options.store === 'file' || vault.kind === 'file') return { keep: 'file' };
  throw new UsageError(USAGE.noKeyStorage);
}

async function tellVault(client: DeskClient, options: ConnectionsOptions): Promise<void> {
  const { vault } = await client.connections.list();
  print(options, { event: 'vault', ...vault }, vault.sentence);
}

/** What services rehearse is known to the desk alone. */
function offerOf(kind: ConnectionView['kind'], store: Store | null): ConnectionView['rehearsal'] {
  if (kind === 'remote' || store === null) return 'none';
  return plannedRehearsal(store) === null ? 'off' : 'on';
}

/** One object for programs, or the text for people. */
export function print(options: ConnectionsOptions, fields: object, text: string | readonly string[]): void {
  printLines(options.json === true ? jsonLine(fields) : text);
}
