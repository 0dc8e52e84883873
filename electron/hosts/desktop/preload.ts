/** The preload: exposes the bridge of shared/contract/bridge.ts and hands the page's one port to the main process. */

import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { BRIDGE_NAME, CHANNELS, CONNECT_MESSAGE, type DesktopBridge } from '../../../shared/contract/bridge.ts';

const bridge = {
  platform: process.platform,
  pathForFile: (file) => webUtils.getPathForFile(file),
  chooseFiles: () => ipcRenderer.invoke(CHANNELS.chooseFiles),
  chooseFolder: () => ipcRenderer.invoke(CHANNELS.chooseFolder),
  chooseOutputFolder: () => ipcRenderer.invoke(CHANNELS.chooseOutputFolder),
} satisfies DesktopBridge<File>;

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);

window.addEventListener('message', (event) => {
  if (event.data !== CONNECT_MESSAGE || event.source !== window || event.origin !== window.location.origin) return;
  const [port] = event.ports;
  if (port !== undefined) ipcRenderer.postMessage(CHANNELS.connect, null, [port]);
});
