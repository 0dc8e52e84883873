/** The application menu: only the system's standard entries. The desk's commands are on the desk. */

import { Menu, type MenuItemConstructorOptions } from 'electron';
import { MENU } from '../strings.ts';

/** @param developing whether to offer reload and the developer tools */
export function setDeskMenu(platform: string, developing: boolean): void {
  const onMac = platform === 'darwin';
  const tools: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }];
  const template: MenuItemConstructorOptions[] = [
    ...(onMac ? [{ role: 'appMenu' } as const] : []),
    { label: MENU.file, submenu: [onMac ? { role: 'close' } : { role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: MENU.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(developing ? tools : []),
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
