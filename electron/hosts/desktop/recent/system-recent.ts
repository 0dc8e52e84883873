/** The system's own lists of recent files: the Dock's menu on a Mac, the jump list on Windows. Linux desktops have none for programs. */

import path from 'node:path';
import { app } from 'electron';
import { RECENT } from '../strings.ts';

/**
 * @param paths newest first
 * @param added what of it was added now: a Mac keeps its list by itself
 */
export function showSystemRecent(paths: readonly string[], added: readonly string[], platform: string): void {
  if (platform === 'darwin') for (const file of [...added].reverse()) app.addRecentDocument(file);
  if (platform === 'win32') app.setJumpList(jumpList(paths));
}

/** As tasks of the program: files of their own kind would need a registered type for each. */
function jumpList(paths: readonly string[]): Electron.JumpListCategory[] | null {
  if (paths.length === 0) return null;
  const items = paths.map(
    (file): Electron.JumpListItem => ({
      type: 'task',
      title: path.basename(file),
      description: file,
      program: process.execPath,
      // Behind the two dashes nothing is read as a switch. A name on Windows has no quotation marks.
      args: `-- "${file}"`,
      iconPath: process.execPath,
      iconIndex: 0,
    }),
  );
  return [{ type: 'custom', name: RECENT.category, items }];
}
