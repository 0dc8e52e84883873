/** The desktop's main process, in order: settings that must precede app readiness, the single-instance lock, the desk and its window. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { app, BrowserWindow, dialog, protocol, session, type WebContents } from 'electron';
import { textOf, toCleartakeError } from '../../../shared/domain/errors.ts';
import { makeOwnerOnlyFolder } from '../../platform/files/make-folder.ts';
import type { Log } from '../../platform/log.ts';
import { installCrashHandler } from '../../platform/processes/crash-handler.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { createFileLog } from '../common/file-log.ts';
import { defaultDataDirectory } from '../common/paths.ts';
import { settleDataFolder } from '../common/settle-data-folder.ts';
import { DATA_FOLDER } from '../common/strings.ts';
import { knownSecrets } from '../common/vault/secret-tracking.ts';
import { PRIVILEGED_SCHEME } from './app-protocol.ts';
import { createAttention } from './attention/attention.ts';
import { createBackground } from './attention/background.ts';
import { type DeskApp, openDeskApp } from './desk-app.ts';
import { bundlePaths } from './install-paths.ts';
import { LINK_SCHEME, projectOfLink } from './links.ts';
import { guardClosing } from './quitting.ts';
import { createRecentFiles } from './recent-files.ts';
import { guardContents, guardSession } from './security/guards.ts';
import { selfCheck } from './self-check/self-check.ts';
import { PAGE_V8_FLAGS, readStartArguments, type StartArguments } from './start-arguments.ts';
import { DIALOGS } from './strings.ts';
import { offerContextMenu, setDeskMenu, showSystemRecent } from './window/menu.ts';
import { openDeskWindow, showDeskWindow } from './window/window.ts';
import { sendCommand } from './window/window-page.ts';

/** What a second start sends to the running instance, and what the system asks for. */
type StartMessage = Pick<StartArguments, 'paths' | 'projects'>;

/** As in electron-builder.yml. */
const APP_ID = 'example.cleartake.desktop';

let reportCrash = (text: string): void => void process.stderr.write(`${text}\n`);
installCrashHandler(knownSecrets.redact, (text) => {
  reportCrash(text);
  dialog.showErrorBox(DIALOGS.crashed, DIALOGS.afterCrash);
});

const args = process.argv.slice(app.isPackaged ? 1 : 2);
const { paths, projects, rehearsal, ...start } = readStartArguments(args, process.cwd(), defaultDataDirectory());

app.enableSandbox();
app.commandLine.appendSwitch('js-flags', PAGE_V8_FLAGS);
// What stands after the two dashes is never read as a switch, whoever wrote the link.
if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--']);
// Windows shows notifications only for the id of the installed shortcut.
if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME]);

// Second starts and, on a Mac, opened files and links arrive as events, some before the desk is open.
const waiting: StartMessage[] = [{ paths, projects }];
let take = (message: StartMessage): void => void waiting.push(message);
app.on('second-instance', (_event, _args, _workingDirectory, message) => take(message as StartMessage));
app.on('open-file', (event, file) => {
  event.preventDefault();
  take({ paths: [file], projects: [] });
});
app.on('open-url', (event, link) => {
  event.preventDefault();
  const project = projectOfLink(link);
  take({ paths: [], projects: project === null ? [] : [project] });
});

const dataDirectory = start.selfCheck
  ? mkdtempSync(path.join(tmpdir(), 'cleartake-check-'))
  : await settledFolder(start.dataDirectory);

// This module must not await app readiness: the app is only ready once an ECMAScript main module has finished.
const windowDirectory = dataDirectory === null ? null : openWindowDirectory(dataDirectory);
if (dataDirectory === null || windowDirectory === null) app.exit(1);
else if (app.requestSingleInstanceLock({ paths, projects } satisfies StartMessage))
  void app.whenReady().then(() => run(dataDirectory, windowDirectory));
else app.quit();

async function run(dataDirectory: string, programDirectory: string): Promise<void> {
  const log = createFileLog({ dataDirectory, clock: systemClock, redactor: knownSecrets });
  reportCrash = (text) => log.error(text);
  guardSession(session.defaultSession, log);
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, log);
    offerContextMenu(contents);
  });
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.error('A process ended', { type, name, reason, exitCode });
  });
  const icons = path.join(import.meta.dirname, 'icons');
  const attention = createAttention({ markFile: path.join(icons, 'attention.png'), show: () => show() });
  const recent = createRecentFiles(path.join(programDirectory, 'recent.json'), (added) => showRecent(added));
  const desk = await openDeskApp({ dataDirectory, rehearsal }, attention, recent, restart, log);
  if (desk === null) return;
  const background = createBackground(
    path.join(icons, 'tray.png'),
    () => show(),
    () => app.quit(),
    log,
  );
  let isQuitting = false;
  app.on('before-quit', () => {
    isQuitting = true;
    background.end();
  });
  // On a Mac an application without windows stays in the Dock, and its queue keeps working: nothing to ask.
  if (process.platform !== 'darwin') {
    app.on('browser-window-created', (_event, window) =>
      guardClosing(window, {
        ...desk,
        isQuitting: () => isQuitting,
        keepWorking: background.begin,
        quit: () => app.quit(),
      }),
    );
  }
  function show(): BrowserWindow {
    background.end();
    return showWindow(path.join(programDirectory, 'window.json'), log);
  }
  function showRecent(added: readonly string[]): void {
    const menu = {
      paths: recent.list(),
      open: (file: string) => take({ paths: [file], projects: [] }),
      clear: recent.clear,
    };
    setDeskMenu(!app.isPackaged, menu, (kind) => sendCommand(show().webContents, { kind }));
    showSystemRecent(recent.list(), added, process.platform);
  }
  showRecent([]);
  take = (message) => {
    desk.add(message.paths);
    const { webContents } = show();
    for (const project of message.projects) void openProject(desk, project, webContents);
  };
  for (const message of waiting) take(message);
  if (start.selfCheck) {
    // The window as it opened: showing it again would hide that it never appeared.
    const [opened] = BrowserWindow.getAllWindows();
    await selfCheck(desk, opened ?? show(), dataDirectory);
    return;
  }
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !background.isOn) app.quit();
  });
}

/** @returns null when the data folder was moved and isn't there: the person has read so */
async function settledFolder(folder: string): Promise<string | null> {
  try {
    return await settleDataFolder(folder);
  } catch (failure) {
    dialog.showErrorBox(DIALOGS.cannotOpen, toCleartakeError(failure).userMessage);
    return null;
  }
}

/** Starts again as it was started, without the recordings that it was started with: they are in the queue. */
function restart(): void {
  const own = args.filter(
    (one, index) => one.startsWith('--data-dir') || one === '--rehearsal' || args[index - 1] === '--data-dir',
  );
  app.relaunch({ args: [...process.argv.slice(1, app.isPackaged ? 1 : 2), ...own] });
  app.quit();
}

/**
 * Keeps Chromium's own files in one folder, apart from the history that other programs read.
 * @returns null when it can't be created: the person has read why
 */
function openWindowDirectory(parent: string): string | null {
  const directory = path.join(parent, 'window');
  try {
    makeOwnerOnlyFolder(parent);
    makeOwnerOnlyFolder(directory);
  } catch {
    dialog.showErrorBox(DIALOGS.cannotOpen, textOf(DATA_FOLDER.unwritable(parent), 'desk'));
    return null;
  }
  app.setPath('userData', directory);
  return directory;
}

/** Opens its comparison, or says that there is none. */
async function openProject(desk: DeskApp, projectId: string, page: WebContents): Promise<void> {
  const jobId = desk.jobOfProject(projectId);
  if (jobId !== null) sendCommand(page, { kind: 'compare', jobId });
  else await dialog.showMessageBox({ type: 'info', message: DIALOGS.noProject, detail: DIALOGS.noProjectDetail });
}

function showWindow(stateFile: string, log: Log): BrowserWindow {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) {
    const { preload } = bundlePaths({ mainDirectory: import.meta.dirname, resourcesDirectory: null });
    return openDeskWindow({ preload, stateFile }, log);
  }
  showDeskWindow(window);
  return window;
}
