/** The rest of the system as the application reaches it: each call recorded, nothing done. */

import { EventEmitter } from 'node:events';
import { recordCall, recorded } from '../calls.ts';

export const shell = {
  openExternal: recorded('shell.openExternal', Promise.resolve()),
  openPath: recorded('shell.openPath', Promise.resolve('')),
  showItemInFolder: recorded('shell.showItemInFolder', undefined),
};

export class Menu {
  static setApplicationMenu(menu: Menu | null): void {
    recordCall('Menu.setApplicationMenu', menu === null ? null : menu.template);
  }
  static buildFromTemplate(template: unknown): Menu {
    return new Menu(template);
  }

  readonly template: unknown;
  constructor(template: unknown) {
    this.template = template;
  }
}

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true;
  }

  readonly options: unknown;
  constructor(options: unknown) {
    super();
    this.options = options;
  }
  show(): void {
    recordCall('Notification.show', this.options);
  }
}

export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' });
export const powerMonitor = new EventEmitter();
export const powerSaveBlocker = {
  start: recorded('powerSaveBlocker.start', 1),
  stop: recorded('powerSaveBlocker.stop', true),
  isStarted: () => false,
};
