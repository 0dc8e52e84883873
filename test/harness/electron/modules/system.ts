/** The rest of the system as the application reaches it: each call recorded, nothing done. */

import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { recordCall, recorded } from '../calls.ts';

export const shell = {
  openExternal: recorded('shell.openExternal', Promise.resolve()),
  openPath: recorded('shell.openPath', Promise.resolve('')),
  showItemInFolder: recorded('shell.showItemInFolder', undefined),
};

export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' });
export const powerMonitor = new EventEmitter();

let lastBlocker = 0;
const blockers = new Set<number>();

export const powerSaveBlocker = {
  start: (type: string): number => {
    recordCall('powerSaveBlocker.start', type);
    lastBlocker += 1;
    blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id: number): boolean => {
    recordCall('powerSaveBlocker.stop', id);
    return blockers.delete(id);
  },
  isStarted: (id: number): boolean => blockers.has(id),
};

/** What is said to be connected: one display, with a task bar at its lower edge. */
const DISPLAY = {
  id: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
};

export const screen = Object.assign(new EventEmitter(), {
  getAllDisplays: () => [DISPLAY],
  getPrimaryDisplay: () => DISPLAY,
});

export const nativeImage = {
  /** As in Electron, a file that can't be read is an empty picture. */
  createFromPath: (file: string) => ({ file, isEmpty: () => !existsSync(file) }),
};
