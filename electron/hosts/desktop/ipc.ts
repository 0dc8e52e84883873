/** The only owner of `ipcMain`: a few channels, each of which checks its sender first. */

import { ORPCError, onError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { CHANNELS } from '../../../shared/contract/bridge.ts';
import type { DeskRouter } from '../../core/handlers/router.ts';
import type { Dispose } from '../../platform/disposal.ts';
import type { Log } from '../../platform/log.ts';
import { isOwnTopFrame } from './security/addresses.ts';
import { chooseFiles, chooseFolder, chooseOutputFolder } from './window/dialogs.ts';

type Choose = (parent: BrowserWindow | null) => Promise<string[] | string | null>;

/** Serves the dialogs, and the contract over each port that the page hands over. Disposing ends both. */
export function serveIpc(router: DeskRouter, log: Log): Dispose {
  const handler = new RPCHandler(router, {
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
  answer(CHANNELS.chooseFiles, chooseFiles);
  answer(CHANNELS.chooseFolder, chooseFolder);
  answer(CHANNELS.chooseOutputFolder, chooseOutputFolder);
  return () => {
    ipcMain.off(CHANNELS.connect, connect);
    for (const channel of [CHANNELS.chooseFiles, CHANNELS.chooseFolder, CHANNELS.chooseOutputFolder]) {
      ipcMain.removeHandler(channel);
    }
  };
}
