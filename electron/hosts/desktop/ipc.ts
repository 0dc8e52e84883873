/** The only owner of `ipcMain`: a few channels, each of which checks its sender first. */

import { ORPCError, onError } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, nativeImage } from 'electron';
import { z } from 'zod';
import {
  CHANNELS,
  FILE_PURPOSES,
  FOLDER_PURPOSES,
  OUTPUT_PURPOSES,
  RECORDING_PURPOSES,
  type TextPaths,
} from '../../../shared/contract/page/bridge.ts';
import type { DeskRouter } from '../../core/calls/router.ts';
import { readPathLines } from '../../core/library/import/path-lists.ts';
import type { Dispose } from '../../platform/disposal.ts';
import { nodeFiles } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log.ts';
import type { GrantedPaths } from '../common/given-paths.ts';
import { pathSurroundings } from '../common/paths.ts';
import { isAppTopFrame } from './security/addresses.ts';
import { chooseArchive, chooseFiles, chooseFolder, chooseOutputFolder, confirmPaths } from './window/dialogs.ts';

/** What a page asks for beside the contract: in its window, with the values that its preload sent. */
type Answer = (parent: BrowserWindow | null, value: unknown) => Promise<string[] | string | TextPaths | null>;

const ANSWERED = [
  CHANNELS.chooseArchive,
  CHANNELS.chooseFiles,
  CHANNELS.chooseFolder,
  CHANNELS.chooseOutputFolder,
  CHANNELS.dropFiles,
  CHANNELS.pathsFromText,
];

/** As many as one call adds. */
const droppedPaths = z.array(z.string()).max(100_000);

/** What a dialog is for decides its title alone. */
const filePurpose = z.enum(FILE_PURPOSES).catch('desk');
const recordingPurpose = z.enum(RECORDING_PURPOSES).catch('recordings');
const folderPurpose = z.enum(FOLDER_PURPOSES).catch('recordings');
const outputPurpose = z.enum(OUTPUT_PURPOSES).catch('results');

/** A hundred thousand paths of usual length. */
const pastedText = z.string().max(16 * 1024 * 1024);

export interface IpcPorts {
  readonly router: DeskRouter;
  readonly given: GrantedPaths;
  /** The file of a result, for other programs; null when there is none. */
  fileOfResult(takeId: string): string | null;
  /** Absolute path of the picture at the pointer while a file is dragged. */
  readonly dragIcon: string;
}

/**
 * Serves the dialogs and drops, whose paths the page may then name, drags, and the contract over each port that the page hands over.
 * Disposing ends all of it.
 */
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

  function answer(channel: string, act: Answer): void {
    ipcMain.handle(channel, (event, value) => {
      if (!isTrusted(event)) throw new Error('This page may not ask for that');
      return act(BrowserWindow.fromWebContents(event.sender), value);
    });
  }

  function give(paths: string[]): string[] {
    ports.given.giveRecordings(paths);
    return paths;
  }

  function isTrusted(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
    const trusted = isAppTopFrame(event.senderFrame);
    if (!trusted) log.error('Refused a message from a foreign page or frame');
    return trusted;
  }

  ipcMain.on(CHANNELS.connect, connect);
  ipcMain.on(CHANNELS.dragOut, dragOut);
  answer(CHANNELS.chooseFiles, async (parent, purpose) =>
    give(await chooseFiles(parent, recordingPurpose.parse(purpose))),
  );
  answer(CHANNELS.chooseFolder, async (parent, purpose) =>
    give(await chooseFolder(parent, folderPurpose.parse(purpose))),
  );
  answer(CHANNELS.chooseOutputFolder, async (parent, purpose) => {
    const folder = await chooseOutputFolder(parent, outputPurpose.parse(purpose));
    if (folder !== null) ports.given.giveOutputFolder(folder);
    return folder;
  });
  answer(CHANNELS.chooseArchive, async (parent, purpose) => {
    const file = await chooseArchive(parent, filePurpose.parse(purpose));
    if (file !== null) ports.given.giveArchive(file);
    return file;
  });
  // Only the preload reaches this channel, and it asks Electron for the path behind each file.
  // The page may have made up the text: the person reads the paths in a dialog that no page can draw or answer.
  answer(CHANNELS.pathsFromText, async (parent, text) => {
    const named = await readPathLines(nodeFiles, pastedText.parse(text), pathSurroundings(), null);
    if (named.paths.length > 0 && !(await confirmPaths(parent, named.paths))) return null;
    give([...named.paths]);
    return { paths: [...named.paths], skipped: [...named.skipped] };
  });
  answer(CHANNELS.dropFiles, async (_parent, dropped) => give(droppedPaths.parse(dropped)));
  return () => {
    ipcMain.off(CHANNELS.connect, connect);
    ipcMain.off(CHANNELS.dragOut, dragOut);
    for (const channel of ANSWERED) ipcMain.removeHandler(channel);
  };
}
