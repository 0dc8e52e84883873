/** The stand-in for the `electron` module of the main process: as much of it as Cleartake uses. */

export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { dialog } from './dialog.ts';
export { ipcMain } from './ipc.ts';
export { protocol } from './protocol.ts';
export { safeStorage } from './safe-storage.ts';
export { session } from './session.ts';
export { Menu, Notification, nativeTheme, powerMonitor, powerSaveBlocker, shell } from './system.ts';
export { utilityProcess } from './utility-process.ts';
