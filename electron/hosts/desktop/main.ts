/** The desktop's main process, in order: what must be set before the app is ready, one instance, then the desk and its window. */

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, protocol, session } from 'electron';
import { systemClock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createFileLog } from '../common/file-log.ts';
import { defaultDataDirectory } from '../common/paths.ts';
import { PRIVILEGED_SCHEME } from './app-protocol.ts';
import { openDeskApp } from './desk-app.ts';
import { bundlePaths } from './facts.ts';
import { guardContents, guardSession } from './guards.ts';
import { setDeskMenu } from './menu.ts';
import { readStartArguments } from './start-arguments.ts';
import { openDeskWindow, showDeskWindow } from './window.ts';

/** What one start tells another that came before it. */
interface StartMessage {
  readonly paths: readonly string[];
}

const words = process.argv.slice(app.isPackaged ? 1 : 2);
const { dataDirectory, paths } = readStartArguments(words, process.cwd(), defaultDataDirectory());

app.enableSandbox();
protocol.registerSchemesAsPrivileged([PRIVILEGED_SCHEME]);
// Chromium's own files stay together in one folder, apart from the history that other programs read.
const windowDirectory = path.join(dataDirectory, 'window');
mkdirSync(windowDirectory, { recursive: true });
app.setPath('userData', windowDirectory);

// On a Mac the files that Cleartake is opened with arrive as events, the first of them before the app is ready.
const waiting = [...paths];
let add = (files: readonly string[]): void => void waiting.push(...files);
app.on('open-file', (event, file) => {
  event.preventDefault();
  add([file]);
});

// The module must not wait for the app to be ready: an ECMAScript main module has to end before it is.
if (app.requestSingleInstanceLock({ paths } satisfies StartMessage)) void app.whenReady().then(run);
else app.quit();

async function run(): Promise<void> {
  const log = createFileLog({ dataDirectory, clock: systemClock });
  guardSession(session.defaultSession, log);
  app.on('web-contents-created', (_event, contents) => guardContents(contents, log));
  setDeskMenu(process.platform, !app.isPackaged);

  const desk = await openDeskApp(dataDirectory, log);
  if (desk === null) return;
  add = desk.add;
  add(waiting);
  showWindow(log);
  app.on('second-instance', (_event, _words, _workingDirectory, message) => {
    add((message as StartMessage).paths);
    showWindow(log);
  });
  app.on('activate', () => showWindow(log));
  app.on('window-all-closed', () => {
    // On a Mac an application without windows stays in the Dock, and its queue goes on.
    if (process.platform !== 'darwin') app.quit();
  });
}

function showWindow(log: Log): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window !== undefined) showDeskWindow(window);
  else {
    const { preload } = bundlePaths({ mainDirectory: import.meta.dirname, resourcesDirectory: null });
    openDeskWindow({ preload, stateFile: path.join(windowDirectory, 'window.json') }, log);
  }
}
