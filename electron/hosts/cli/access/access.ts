/** The ways to what a command works on: a whole desk, its store alone, an account at a service. Each is loaded when it is taken. */

import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import type { ServiceClient } from '../../../core/api/service-client.ts';
import type { Store } from '../../../core/store/open-store.ts';
import { knownSecrets } from '../../common/vault/secret-tracking.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import type { AccountOptions } from './account-access.ts';
import { namedConnection } from './named.ts';
import type { CommandDesk, OpenOptions } from './open-desk.ts';
import { openForReading } from './open-store.ts';

/** What nearly every command understands. */
export interface CommandOptions {
  readonly json?: boolean;
  readonly dataDir?: string;
}

/** @throws CleartakeError dataFolderBusy */
export async function openForWork(options: OpenOptions): Promise<CommandDesk> {
  return await (await import('./open-desk.ts')).openCommandDesk(options);
}

/** Opens the desk for one thing, and leaves all earlier work alone. @param work done unless it says another status */
export async function withDesk(
  { dataDir }: CommandOptions,
  work: (desk: CommandDesk) => Promise<ExitStatus | undefined>,
): Promise<ExitStatus> {
  const desk = await openForWork({ dataDirectory: dataDir, leavesEarlierWork: true });
  try {
    return (await work(desk)) ?? EXIT.done;
  } finally {
    await desk.close();
  }
}

/** The same with a connection of the desk. @param name or id, or address @throws UsageError that lists the connections */
export function withConnection(
  name: string,
  options: CommandOptions,
  work: (connection: ConnectionView, desk: CommandDesk) => Promise<ExitStatus | undefined>,
): Promise<ExitStatus> {
  return withDesk(options, async (desk) => await work(await findConnection(desk.client, name), desk));
}

/** Runs a command that only reads. @param read gets null when the data folder was never used */
export async function withStore(
  { dataDir }: CommandOptions,
  read: (store: Store | null) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const store = await openForReading(dataDir);
  try {
    return await read(store);
  } finally {
    store?.close();
  }
}

/** @throws UsageError unless there is one service and a key for it */
export async function withAccount(
  options: AccountOptions,
  work: (account: ServiceClient) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  return await (await import('./account-access.ts')).callAccount(options, work);
}

/** @throws UsageError that lists the connections */
export async function findConnection(client: DeskClient, wanted: string): Promise<ConnectionView> {
  const { connections } = await client.connections.list();
  return namedConnection(connections, wanted);
}

/** Removes the key from the environment, so that no child process inherits it, and redacts it from all output. */
export function takeKeyFromEnvironment(): string | undefined {
  const key = process.env.CLEARTAKE_API_KEY;
  delete process.env.CLEARTAKE_API_KEY;
  if (key === undefined || key === '') return undefined;
  knownSecrets.conceal(key);
  return key;
}
