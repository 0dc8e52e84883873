/** The preload: exposes the bridge of shared/contract/page/bridge.ts, passes commands of the menu to the page, and hands the page's one port to the main process. */

import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  BRIDGE_NAME,
  CHANNELS,
  COMMAND_FIELD,
  CONNECT_MESSAGE,
  type DesktopBridge,
  isDeskCommand,
} from '../../../shared/contract/page/bridge.ts';

const bridge = {
  platform: process.platform,
  pathsForFiles: (files) => {
    const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
    return ipcRenderer.invoke(CHANNELS.dropFiles, paths);
  },
  pathsFromText: (text) => ipcRenderer.invoke(CHANNELS.pathsFromText, text),
  chooseFiles: (purpose = 'recordings') => ipcRenderer.invoke(CHANNELS.chooseFiles, purpose),
  chooseFolder: (purpose = 'recordings') => ipcRenderer.invoke(CHANNELS.chooseFolder, purpose),
  chooseOutputFolder: (purpose = 'results') => ipcRenderer.invoke(CHANNELS.chooseOutputFolder, purpose),
  chooseArchive: (purpose = 'desk') => ipcRenderer.invoke(CHANNELS.chooseArchive, purpose),
  dragOut: (takeId) => ipcRenderer.send(CHANNELS.dragOut, takeId),
} satisfies DesktopBridge<File>;

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);

window.addEventListener('message', (event) => {
  if (event.data !== CONNECT_MESSAGE || event.source !== window || event.origin !== window.location.origin) return;
  const [port] = event.ports;
  if (port !== undefined) ipcRenderer.postMessage(CHANNELS.connect, null, [port]);
});

ipcRenderer.on(CHANNELS.command, (_event, command: unknown) => {
  if (isDeskCommand(command)) window.postMessage({ [COMMAND_FIELD]: command }, window.location.origin);
});
