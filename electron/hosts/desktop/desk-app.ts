/** The desk behind the window: opened once the app is ready, served to the page, closed before the app quits. */

import path from 'node:path';
import { app, dialog, powerMonitor, protocol, session, shell } from 'electron';
import type { DeskClient } from '../../../shared/contract/index.ts';
import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { Attention } from '../../core/ports.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { createScope } from '../../platform/disposal.ts';
import type { SpawnHelper } from '../../platform/processes/helper-process.ts';
import { createDeskClient, putOnDesk } from '../common/desk-client.ts';
import type { DeskHost } from '../common/desk-host.ts';
import type { FileLog } from '../common/file-log.ts';
import { createGivenPaths } from '../common/given-paths.ts';
import { openDesk } from '../common/open-desk.ts';
import { openEgress } from '../common/processes/egress.ts';
import { trackSecrets } from '../common/vault/secret-tracking.ts';
import { createAppProtocol } from './app-protocol.ts';
import { bundlePaths, desktopHostInfo } from './install-paths.ts';
import { serveIpc } from './ipc.ts';
import { closeBeforeQuit } from './quitting.ts';
import type { RecentFiles } from './recent-files.ts';
import { SCHEME } from './security/addresses.ts';
import { createPageOpener } from './security/guards.ts';
import type { StartArguments } from './start-arguments.ts';
import { DIALOGS } from './strings.ts';
import { createUpdater } from './updates/updater.ts';
import { createUtilitySpawner } from './utility-helpers.ts';
import { openKeychain } from './vault/keychain.ts';

export interface DeskApp extends Pick<DeskHost, 'beforeClosing' | 'isWorking' | 'jobOfProject' | 'close'> {
  /** Adds recordings to the queue without starting them. */
  add(paths: readonly string[]): void;
  /** What a self-check looks at. */
  readonly inside: {
    readonly client: DeskClient;
    readonly samplesDirectory: string;
    readonly spawn: SpawnHelper;
    readonly vault: Vault;
  };
}

/** Exit statuses as in the terminal: `needsPerson` when another program holds the data folder, else `failed`. */
const EXIT = { failed: 1, needsPerson: 3 } as const;

/** More wouldn't fit on a screen. */
const MOST_REASONS = 5;

/** @returns null when the desk can't be opened: the person has read why, and the app quits */
export async function openDeskApp(
  { dataDirectory, rehearsal }: Pick<StartArguments, 'dataDirectory' | 'rehearsal'>,
  attention: Attention,
  recent: Pick<RecentFiles, 'add'>,
  restart: () => void,
  log: FileLog,
): Promise<DeskApp | null> {
  const mainDirectory = import.meta.dirname;
  const paths = bundlePaths({ mainDirectory, resourcesDirectory: app.isPackaged ? process.resourcesPath : null });
  const spawn = createUtilitySpawner(mainDirectory, log);
  const egress = openEgress((address) => session.defaultSession.resolveProxy(address));
  const scope = createScope();
  let vault: Vault;
  let desk: DeskHost;
  try {
    vault = trackSecrets(await openKeychain(dataDirectory, log), log.conceal);
    desk = await openDesk({
      info: desktopHostInfo(paths, app.getVersion(), dataDirectory),
      spawn,
      vault,
      egress,
      log,
      rehearsal,
      attention,
      reveal: (file) => shell.showItemInFolder(file),
      trash: (file) => shell.trashItem(file),
      openPage: createPageOpener(shell, log),
      quit: () => app.quit(),
      restart,
      opened: recent.add,
      updater: createUpdater(() => scope.close(), egress, log),
    });
  } catch (thrown) {
    const error = toCleartakeError(thrown);
    log.error('The desk cannot be opened', { code: error.code, detail: error.detail });
    dialog.showErrorBox(DIALOGS.cannotOpen, error.userMessage);
    app.exit(error.code === 'dataFolderBusy' ? EXIT.needsPerson : EXIT.failed);
    return null;
  }
  scope.add(() => desk.close());
  protocol.handle(SCHEME, createAppProtocol({ pageDirectory: paths.page, media: (request) => desk.media(request) }));
  const dragIcon = path.join(mainDirectory, 'icons/tray.png');
  const given = createGivenPaths();
  const router = desk.pageRouter(given);
  scope.add(serveIpc({ router, given, fileOfResult: desk.fileOfResult, dragIcon }, log));
  const quitting = closeBeforeQuit(app, () => scope.close(), log);
  powerMonitor.on('shutdown', quitting.systemEnds);
  powerMonitor.on('resume', desk.afterSleep);
  // Windows says it to each window.
  app.on('browser-window-created', (_event, window) => void window.on('session-end', quitting.systemEnds));

  return {
    add: (files) => void addFiles(desk, files),
    beforeClosing: desk.beforeClosing,
    isWorking: desk.isWorking,
    jobOfProject: desk.jobOfProject,
    close: () => scope.close(),
    inside: { client: createDeskClient(desk.router), samplesDirectory: paths.samples, spawn, vault },
  };
}

/** Reports skipped files in a dialog: whoever opened them from elsewhere may not be looking at the desk. */
async function addFiles(desk: DeskHost, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const { already, skipped } = await putOnDesk(createDeskClient(desk.router), files);
  await showSkipped([...skipped, ...already]);
}

async function showSkipped(reasons: readonly string[]): Promise<void> {
  if (reasons.length === 0) return;
  const more = reasons.length - MOST_REASONS;
  const detail = [...reasons.slice(0, MOST_REASONS), ...(more > 0 ? [DIALOGS.more(more)] : [])].join('\n\n');
  await dialog.showMessageBox({ type: 'warning', message: DIALOGS.skipped, detail });
}
