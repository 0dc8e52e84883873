/**
 * Runs a bundled main process, unmodified, against the stand-in:
 * `node test/harness/electron/launch.ts out/main/main.js [WORDS…]`. A test steers it through the process's channel.
 */

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import './register.ts';
import { listenForCommands } from './control.ts';
import { ARCHIVE, ownAsarSupport } from './environment.ts';
import { app } from './modules/app.ts';
import { BrowserWindow } from './modules/browser-window.ts';
import { startServer } from './modules/protocol.ts';

const [program = 'node', , main = 'out/main/main.js', ...words] = process.argv;
// As Electron has it when it is started with a path: program, path, words. A packed one is not given its path.
process.argv = ARCHIVE === null ? [program, main, ...words] : [program, ...words];
if (ARCHIVE !== null) Object.defineProperty(process, 'resourcesPath', { value: path.dirname(ARCHIVE) });
const support = ownAsarSupport();
if (support !== null) await import(support);
Object.defineProperty(process, 'type', { value: 'browser' });

app.closeWindows = async () => {
  for (const window of BrowserWindow.getAllWindows()) await window.close();
  return BrowserWindow.getAllWindows().length === 0;
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());
if (process.send !== undefined) listenForCommands();

await startServer();
await import(pathToFileURL(path.resolve(main)).href);
app.becomeReady();
