/** Opens the desk for a command. */

import path from 'node:path';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import { createScope } from '../../../platform/disposal.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { createDeskClient } from '../../common/desk-client.ts';
import type { DeskHost } from '../../common/desk-host.ts';
import { createFileLog } from '../../common/file-log.ts';
import { openDesk } from '../../common/open-desk.ts';
import { defaultDataDirectory, nodeHostInfo } from '../../common/paths.ts';
import { spawnNodeHelper } from '../../common/processes/node-helpers.ts';
import { settleDataFolder } from '../../common/settle-data-folder.ts';
import { openKeyringVault } from '../../common/vault/keyring.ts';
import { knownSecrets, trackSecrets } from '../../common/vault/secret-tracking.ts';
import { say } from '../output/printer.ts';

export interface CommandDesk {
  readonly client: DeskClient;
  readonly host: DeskHost;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly dataDirectory: string | undefined;
  readonly concurrency?: number | undefined;
  readonly leavesEarlierWork: boolean;
  readonly rehearsal?: boolean | undefined;
  /** Waits for what others can fix, such as a full disk, instead of giving up. */
  readonly patient?: boolean;
}

/** @throws CleartakeError dataFolderBusy */
export async function openCommandDesk(options: OpenOptions): Promise<CommandDesk> {
  const start = path.resolve(options.dataDirectory ?? defaultDataDirectory());
  const info = nodeHostInfo('cli', await settleDataFolder(start));
  const scope = createScope();
  const log = createFileLog({ dataDirectory: info.dataDirectory, clock: systemClock, redactor: knownSecrets });
  scope.add(() => log.close());
  const openedAt = systemClock.now();
  try {
    const host = await openDesk({
      info,
      spawn: spawnNodeHelper,
      vault: trackSecrets(await openKeyringVault(log, info.dataDirectory), log.conceal),
      log,
      leavesEarlierWork: options.leavesEarlierWork,
      // The command itself asks for work.
      ignoresPause: true,
      patient: options.patient ?? false,
      rehearsal: options.rehearsal === true,
      ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    });
    scope.add(() => host.close());
    const client = createDeskClient(host.router);
    await printNotices(client, openedAt);
    return { client, host, close: () => scope.close() };
  } catch (failure) {
    await scope.close().catch(() => undefined);
    throw failure;
  }
}

/** Prints what opening the desk found out, such as a recovered store. */
async function printNotices(client: DeskClient, openedAt: number): Promise<void> {
  const notices = (await client.system.notices()).filter((notice) => notice.at >= openedAt);
  for (const { sentence } of notices) say(sentence);
}
