/** Sets the application menu, and shows the menu of text fields and selected text. */

import { app, BrowserWindow, Menu, type MenuItemConstructorOptions, type WebContents } from 'electron';
import type { PlainCommand } from '../../../../shared/contract/page/bridge.ts';
import { ABOUT } from '../strings.ts';
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
