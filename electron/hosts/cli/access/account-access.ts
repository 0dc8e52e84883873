/** Reaches the account behind a service from a terminal. Keys come from the environment, standard input, a file or the key store. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_PATHS, type HeaderStyle } from '../../../../shared/service-api/routes.ts';
import { parseBaseUrl } from '../../../core/api/addresses.ts';
import { createHttp } from '../../../core/api/http.ts';
import { type Network, networkOver } from '../../../core/api/network.ts';
import { createServiceClient, type ServiceClient } from '../../../core/api/service-client.ts';
import { adminVaultName, keyFor, vaultName } from '../../../core/connections/key-origin.ts';
import { followNetworkChoice } from '../../../core/connections/network-choice.ts';
import type { ConnectionRow } from '../../../core/store/schema.ts';
import { readKey } from '../../../core/vault/vault.ts';
import { freshId } from '../../../platform/fresh-id.ts';
import { silentLog } from '../../../platform/log.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { nodeHostInfo } from '../../common/paths.ts';
import { openEgress } from '../../common/processes/egress.ts';
import { programVersion } from '../../common/program-version.ts';
import { openKeyringVault } from '../../common/vault/keyring.ts';
import { knownSecrets, trackSecrets } from '../../common/vault/secret-tracking.ts';
import { type ExitStatus, UsageError } from '../exit-status.ts';
import { readKeyFromInput } from './key-input.ts';
import { namedConnection } from './named.ts';
import { openForReading } from './open-store.ts';

export interface AccountOptions {
  readonly json?: boolean;
  readonly dataDir?: string;
  /** Name or id of a connection of the desk. */
  readonly connection?: string;
  readonly baseUrl?: string;
  readonly header: HeaderStyle;
  readonly keyStdin?: boolean;
  readonly keyFile?: string;
}

interface Place {
  readonly baseUrl: string;
  readonly headerStyle: HeaderStyle;
  readonly connectionId: string | null;
}

/** @throws UsageError unless there is one service and a key for it */
export async function callAccount(
  options: AccountOptions,
  work: (account: ServiceClient) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const place = await placeOf(options);
  const key = readKey(await keyGiven(place, options));
  const http = createHttp(systemClock, await settledNetwork(options.dataDir), undefined, {
    version: programVersion(),
    newRequestId: () => freshId(systemClock.now()),
  });
  try {
    const { headerStyle } = place;
    return await work(
      createServiceClient(http, { baseUrl: parseBaseUrl(place.baseUrl), key, headerStyle, paths: DEFAULT_PATHS }),
    );
  } finally {
    await http.close();
  }
}

/** As the desk of this data folder has it. */
async function settledNetwork(dataDir: string | undefined): Promise<Network> {
  const egress = openEgress();
  const { dataDirectory } = nodeHostInfo('cli', dataDir);
  // A desk that was never used has no settings, and nothing to say about it: an address alone needs none.
  const isUsed = existsSync(path.join(dataDirectory, 'cleartake.sqlite'));
  const store = isUsed ? await openForReading(dataDirectory) : null;
  if (store === null) return networkOver(egress);
  const chosen = store.settings.get('preferences');
  store.close();
  const vault = await openKeyringVault(silentLog, dataDirectory);
  const tracked = trackSecrets(vault, knownSecrets.conceal);
  followNetworkChoice(egress, { settings: { get: () => chosen } }, tracked);
  return networkOver(egress);
}

async function placeOf({ baseUrl, connection, dataDir, header }: AccountOptions): Promise<Place> {
  if (baseUrl !== undefined && connection === undefined) return { baseUrl, headerStyle: header, connectionId: null };
  if (baseUrl !== undefined || connection === undefined)
    throw new UsageError('Name one service, with --connection NAME or --base-url URL.');
  const row = await findRow(dataDir, connection);
  if (row.baseUrl === null)
    throw new UsageError(
      'The service on this computer has neither API keys nor plans to look after. Name another connection.',
    );
  return { baseUrl: row.baseUrl, headerStyle: row.headerStyle, connectionId: row.id };
}

async function findRow(dataDirectory: string | undefined, wanted: string): Promise<ConnectionRow> {
  const store = await openForReading(dataDirectory);
  try {
    const rows = store?.connections.list().filter(({ kind }) => kind !== 'ad-hoc') ?? [];
    return namedConnection(rows, wanted);
  } finally {
    store?.close();
  }
}

/** In this order: standard input or a file, the environment, the key store of the connection. */
async function keyGiven(place: Place, { dataDir, keyFile, keyStdin }: AccountOptions): Promise<string> {
  if (keyStdin === true && keyFile !== undefined) throw new UsageError('Use either --key-stdin or --key-file.');
  const ofEnvironment = process.env.CLEARTAKE_ADMIN_KEY;
  delete process.env.CLEARTAKE_ADMIN_KEY;
  const given = keyStdin === true ? await readKeyFromInput() : await ofFile(keyFile);
  const key = given ?? (ofEnvironment || (await stored(place, dataDir)));
  if (key === null || key === '')
    throw new UsageError(
      'Set the admin key in the environment variable CLEARTAKE_ADMIN_KEY, or use --key-stdin or --key-file.',
    );
  knownSecrets.conceal(key);
  return key;
}

async function ofFile(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`The file ${file} can’t be read.`);
  });
  return text.split('\n')[0]?.trim() ?? '';
}

async function stored({ baseUrl, connectionId }: Place, dataDir: string | undefined): Promise<string | null> {
  if (connectionId === null) return null;
  const vault = await openKeyringVault(silentLog, nodeHostInfo('cli', dataDir).dataDirectory);
  const place = { id: connectionId, baseUrl };
  const admin = await keyFor(vault, adminVaultName(connectionId), place);
  return admin ?? (await keyFor(vault, vaultName(connectionId), place));
}
