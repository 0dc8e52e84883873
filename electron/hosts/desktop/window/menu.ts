/** The native menus: of the application, of text fields and selected text, and the system's own lists of recent files. */

import path from 'node:path';
import { app, BrowserWindow, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import type { PlainCommand } from '../../../../shared/contract/page/bridge.ts';
import { ABOUT, RECENT } from '../strings.ts';
import { menuTemplate, type RecentMenu } from './menu-template.ts';

/** Call it again when the recent files change. @param developing whether to offer reload and the developer tools */
export function setDeskMenu(developing: boolean, recent: RecentMenu, run: (command: PlainCommand) => void): void {
  app.setAboutPanelOptions({
    applicationName: ABOUT.name,
    applicationVersion: app.getVersion(),
    copyright: ABOUT.copyright,
  });
  const about = () => app.showAboutPanel();
  const template = menuTemplate({ platform: process.platform, developing, recent, run, about });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** Where the page has a menu of its own, it prevents this one. */
export function offerContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, { editFlags, isEditable, selectionText }) => {
    const editing: MenuItemConstructorOptions[] = [
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
    if (!isEditable && selectionText.trim() === '') return;
    const window = BrowserWindow.fromWebContents(contents);
    Menu.buildFromTemplate(isEditable ? editing : [{ role: 'copy' }]).popup(window === null ? {} : { window });
  });
}

/**
 * The Dock's menu on a Mac, the jump list on Windows. Linux desktops have none for programs.
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
