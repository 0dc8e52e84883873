/** The only owner of `ipcMain`: a few channels, each of which checks its sender first. */

import { ORPCError, onError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, nativeImage } from 'electron';
import { CHANNELS } from '../../../shared/contract/bridge.ts';
import type { DeskRouter } from '../../core/handlers/router.ts';
import type { Dispose } from '../../platform/disposal.ts';
import type { Log } from '../../platform/log.ts';
import { isOwnTopFrame } from './security/addresses.ts';
import { chooseFiles, chooseFolder, chooseOutputFolder } from './window/dialogs.ts';

type Choose = (parent: BrowserWindow | null) => Promise<string[] | string | null>;

export interface IpcPorts {
  readonly router: DeskRouter;
  /** The file of a result, for other programs; null when there is none. */
  fileOfResult(takeId: string): string | null;
  /** Absolute path of the picture at the pointer while a file is dragged. */
  readonly dragIcon: string;
}

/** Serves the dialogs, drags, and the contract over each port that the page hands over. Disposing ends all of it. */
export function serveIpc(ports: IpcPorts, log: Log): Dispose {
  const handler = new RPCHandler(ports.router, {
    interceptors: [
      onError((failure) => {
        // A refusal is a normal response; only unexpected failures go to the log.
        const refusal = failure instanceof ORPCError && failure.defined;
        if (!refusal) log.error('A call failed', { reason: String(failure) });
      }),
    ],
  });

  function connect(event: IpcMainEvent): void {
    if (!isTrusted(event)) return;
    const [port] = event.ports;
    if (port === undefined) return;
    handler.upgrade(port, { context: {} });
    port.start();
  }

  function dragOut(event: IpcMainEvent, takeId: unknown): void {
    if (!isTrusted(event) || typeof takeId !== 'string') return;
    const file = ports.fileOfResult(takeId);
    if (file !== null) event.sender.startDrag({ file, icon: nativeImage.createFromPath(ports.dragIcon) });
  }

  function answer(channel: string, choose: Choose): void {
    ipcMain.handle(channel, (event) => {
      if (!isTrusted(event)) throw new Error('This page may not ask for that');
      return choose(BrowserWindow.fromWebContents(event.sender));
    });
  }

  function isTrusted(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
    const trusted = isOwnTopFrame(event.senderFrame);
    if (!trusted) log.error('Refused a message from a foreign page or frame');
    return trusted;
  }

  ipcMain.on(CHANNELS.connect, connect);
  ipcMain.on(CHANNELS.dragOut, dragOut);
  answer(CHANNELS.chooseFiles, chooseFiles);
  answer(CHANNELS.chooseFolder, chooseFolder);
  answer(CHANNELS.chooseOutputFolder, chooseOutputFolder);
  return () => {
    ipcMain.off(CHANNELS.connect, connect);
    ipcMain.off(CHANNELS.dragOut, dragOut);
    for (const channel of [CHANNELS.chooseFiles, CHANNELS.chooseFolder, CHANNELS.chooseOutputFolder]) {
      ipcMain.removeHandler(channel);
    }
  };
}
