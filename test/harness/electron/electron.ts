/** The stand-in for the `electron` module of the main process: as much of it as Cleartake uses. */

export { app } from './modules/app.ts';
export { BrowserWindow } from './modules/browser-window.ts';
export { dialog } from './modules/dialog.ts';
export { ipcMain } from './modules/ipc.ts';
export { Menu, Notification, Tray } from './modules/menus.ts';
export { autoUpdater, net } from './modules/net.ts';
export { protocol } from './modules/protocol.ts';
export { safeStorage } from './modules/safe-storage.ts';
export { session } from './modules/session.ts';
export { nativeImage, nativeTheme, powerMonitor, powerSaveBlocker, screen, shell } from './modules/system.ts';
export { utilityProcess } from './modules/utility-process.ts';
