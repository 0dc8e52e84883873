/** The application menu: the system's standard entries and nothing else. The desk's own commands are on the desk. */

import { Menu, type MenuItemConstructorOptions } from 'electron';

/** @param developing whether to offer reload and the developer tools */
export function setDeskMenu(platform: string, developing: boolean): void {
  const onMac = platform === 'darwin';
  const tools: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }];
  const template: MenuItemConstructorOptions[] = [
    ...(onMac ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: [onMac ? { role: 'close' } : { role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: 'View',
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
