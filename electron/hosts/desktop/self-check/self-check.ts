/** `--self-check`: proves on this computer what tests can't prove elsewhere, prints a line for each check, and ends with the result. */

import { rmSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { libraryPaths } from '../../../core/library/paths.ts';
import type { DeskApp } from '../desk-app.ts';
import { endChecks } from './end-checks.ts';
import { type CheckedWindow, pageChecks } from './page-checks.ts';
import { runChecks } from './run-checks.ts';
import { LONG_SAMPLE, workChecks } from './work-checks.ts';

const EXIT_FAILED = 1;

/** @param dataDirectory temporary, and removed at the end */
export async function selfCheck(desk: DeskApp, window: BrowserWindow, dataDirectory: string): Promise<void> {
  const page = checkedWindow(window);
  const { client, samplesDirectory, spawn, vault } = desk.inside;
  const sample = path.join(samplesDirectory, LONG_SAMPLE);
  const database = libraryPaths(dataDirectory).database;
  const checks = [
    ...pageChecks(page, client, sample),
    ...workChecks({ desk: client, spawn, vault, database, sample, folder: dataDirectory }, page),
    ...endChecks({ program: app.isPackaged ? programWithFuses() : null, helpers: countHelpers, closeDesk: desk.close }),
  ];
  const { failed, skipped } = await runChecks(checks, (line) => process.stdout.write(`${line}\n`));
  process.stdout.write(`${checks.length - failed - skipped} ok, ${failed} failed, ${skipped} skipped\n`);
  removeIfPossible(dataDirectory);
  app.exit(failed === 0 ? 0 : EXIT_FAILED);
}

/** Windows keeps files of the window open until the program has ended; the system empties the folder for temporary files. */
function removeIfPossible(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // See above.
  }
}

function checkedWindow(window: BrowserWindow): CheckedWindow {
  const { webContents } = window;
  return {
    isVisible: () => window.isVisible(),
    address: () => webContents.getURL(),
    evaluate: (script) => webContents.executeJavaScript(script),
    chooseFile: async (id, file) => {
      const { debugger: cdp } = webContents;
      cdp.attach();
      try {
        const { root } = await cdp.sendCommand('DOM.getDocument');
        const { nodeId } = await cdp.sendCommand('DOM.querySelector', { nodeId: root.nodeId, selector: `#${id}` });
        await cdp.sendCommand('DOM.setFileInputFiles', { nodeId, files: [file] });
      } finally {
        cdp.detach();
      }
    },
  };
}

/** On a Mac the fuses are in the framework, which all processes share. */
function programWithFuses(): string {
  const program = app.getPath('exe');
  const framework = '../Frameworks/Electron Framework.framework/Versions/A/Electron Framework';
  return process.platform === 'darwin' ? path.join(path.dirname(program), framework) : program;
}

/** Chromium's own utility processes, such as that of the network, have other names. */
function countHelpers(): number {
  const isHelper = ({ type, name }: Electron.ProcessMetric) =>
    type === 'Utility' && name?.startsWith('Cleartake') === true;
  return app.getAppMetrics().filter(isHelper).length;
}
