/** The desk in a browser on loopback: composition of the browser host. */

import { spawn } from 'node:child_process';
import path from 'node:path';
import type { PathPolicy } from '../../core/calls/path-policy.ts';
import { createScope } from '../../platform/disposal.ts';
import type { Log } from '../../platform/log.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { createDeskClient, putOnDesk } from '../common/desk-client.ts';
import { createFileLog } from '../common/file-log.ts';
import { openDesk } from '../common/open-desk.ts';
import { defaultDataDirectory, nodeHostInfo } from '../common/paths.ts';
import { spawnNodeHelper } from '../common/processes/node-helpers.ts';
import { announceDesk, withdrawDesk } from '../common/processes/running-desk.ts';
import { settleDataFolder } from '../common/settle-data-folder.ts';
import { openKeyringVault } from '../common/vault/keyring.ts';
import { knownSecrets, trackSecrets } from '../common/vault/secret-tracking.ts';
import { createFileHandOver, type HandedOver, type Taken } from './hand-over.ts';
import { type BrowserServer, startBrowserServer } from './server.ts';

export interface BrowserHostOptions {
  /** Folder of the bundled page. */
  readonly pageDirectory: string;
  /** Default: the operating system's folder for application data. */
  readonly dataDirectory?: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Opens the person's browser, where there is a display. */
  readonly open: boolean;
  /** Files and folders to add to the queue without starting them. */
  readonly files: readonly string[];
  /** Starts the built-in service in rehearsal mode. */
  readonly rehearsal?: boolean;
  /** Instead of the log in the data folder. */
  readonly log?: Log;
}

export interface BrowserHost {
  /** Includes the token of this run. */
  readonly url: string;
  /** A message for each of `files` that was skipped. */
  readonly skipped: readonly string[];
  close(): Promise<void>;
}

/**
 * Recordings come by upload, as managed copies, or by a path that is typed: a browser has no dialog that tells where a file is. Of these only
 * recordings are read, as of a watch folder, which is typed too. So are output folders, and where a moved recording is looked for.
 */
const PAGE_PATHS: PathPolicy = {
  mayAdd: () => false,
  mayAddTyped: () => true,
  mayWriteTo: () => true,
  mayWatch: () => true,
  mayLookIn: () => true,
  mayImport: () => true,
};

/** @throws CleartakeError, `dataFolderBusy` for one; Error with code EADDRINUSE when the port is taken */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const start = path.resolve(options.dataDirectory ?? defaultDataDirectory());
  const info = nodeHostInfo('browser', await settleDataFolder(start));
  const scope = createScope();
  try {
    const fileLog = createFileLog({ dataDirectory: info.dataDirectory, clock: systemClock, redactor: knownSecrets });
    scope.add(() => fileLog.close());
    const log = options.log ?? fileLog;
    const vault = trackSecrets(await openKeyringVault(log, info.dataDirectory), fileLog.conceal);
    const reveal = hasDisplay() ? { reveal: (file: string) => revealFile(file, log) } : {};
    const desk = await openDesk({
      info,
      spawn: spawnNodeHelper,
      vault,
      log,
      rehearsal: options.rehearsal === true,
      // As if it was stopped in its terminal.
      quit: () => void process.kill(process.pid, 'SIGTERM'),
      ...reveal,
    });
    scope.add(() => desk.close());
    const served = { router: desk.pageRouter(PAGE_PATHS), media: desk.media };
    const client = createDeskClient(desk.router);
    const handOver = createFileHandOver(async (handed) => {
      log.info('A second start handed over', { files: handed.files.length });
      const { already, ...put } = await putOnDesk(client, handed.files);
      return { ...put, already: already.length, address: showDesk(server, handed, log) };
    });
    const server: BrowserServer = await startBrowserServer({
      desk: served,
      pageDirectory: options.pageDirectory,
      port: options.port,
      handOver,
      log,
    });
    scope.add(() => server.close());
    scope.add(() => withdrawDesk(info.dataDirectory));
    await announceDesk(info.dataDirectory, { origin: server.origin, token: handOver.token }).catch((failure: unknown) =>
      log.warn('A second start can’t hand its files over', { reason: String(failure) }),
    );
    log.info('The browser host listens', { version: info.version, origin: server.origin });
    const files = options.files.map((file) => path.resolve(file));
    const { already, skipped } = await putOnDesk(client, files);
    if (options.open && hasDisplay()) openAddress(server.createOpeningUrl(), log);
    return { url: server.url, skipped: [...skipped, ...already], close: () => scope.close() };
  } catch (failure) {
    await scope.close().catch(() => undefined);
    throw failure;
  }
}

/**
 * For a second start: files appear in the page that is open; one without files wants to see the desk.
 * @returns where the desk is when no page shows it and none was opened
 */
function showDesk(server: BrowserServer, { files, open }: HandedOver, log: Log): Taken['address'] {
  if (server.hasPage() && files.length > 0) return null;
  if (!open || !hasDisplay()) return server.createOpeningUrl();
  openAddress(server.createOpeningUrl(), log);
  return null;
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** Whether there is a display to open anything on. */
function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return (process.env.DISPLAY ?? '') !== '' || (process.env.WAYLAND_DISPLAY ?? '') !== '';
}

/** Opens an address in the person's browser. */
function openAddress(address: string, log: Log): void {
  run(opener(address), log);
}

/** Shows a file in the file manager; on Linux, which has no common way to select a file, only its folder. */
function revealFile(file: string, log: Log): void {
  switch (process.platform) {
    case 'darwin':
      run({ command: 'open', args: ['-R', file] }, log);
      break;
    case 'win32':
      run({ command: 'explorer.exe', args: [`/select,${file}`] }, log);
      break;
    default:
      run(opener(path.dirname(file)), log);
  }
}

function opener(target: string): Program {
  switch (process.platform) {
    case 'darwin':
      return { command: 'open', args: [target] };
    case 'win32':
      return { command: 'explorer.exe', args: [target] };
    default:
      return { command: 'xdg-open', args: [target] };
  }
}

function run({ command, args }: Program, log: Log): void {
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  // The address isn't logged: it may contain a token.
  child.once('error', (failure) =>
    log.warn('The program that opens addresses did not start', { command, reason: failure.message }),
  );
  child.unref();
}
