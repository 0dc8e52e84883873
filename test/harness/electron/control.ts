/** How a test steers the stand-in from outside: commands over the channel of the process, each answered once. */

import type { EventEmitter } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { calls, type RecordedCall } from './calls.ts';
import { app } from './modules/app.ts';
import { BrowserWindow } from './modules/browser-window.ts';
import { type DialogAnswer, dialogAnswers, type MessageAnswer, messageAnswers } from './modules/dialog.ts';
import { ipcMain } from './modules/ipc.ts';
import { choose, Menu, Notification, Tray } from './modules/menus.ts';
import { decidePermission, isDownloadPrevented } from './modules/session.ts';
import { powerMonitor } from './modules/system.ts';
import { debuggingAddress } from './page/chromium.ts';

export interface WindowFacts {
  readonly address: string;
  readonly visible: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly webPreferences: Record<string, unknown>;
  readonly minWidth: number | undefined;
  readonly minHeight: number | undefined;
}

type Sender = 'app' | 'powerMonitor' | 'window' | 'contents';

/** Every command: what it takes and what it answers. */
export interface Commands {
  debuggingAddress: { params: null; result: string };
  calls: { params: null; result: readonly RecordedCall[] };
  windows: { params: null; result: readonly WindowFacts[] };
  answerDialog: { params: DialogAnswer; result: null };
  /** How the next message box is answered. */
  answerMessage: { params: MessageAnswer; result: null };
  /** As if the system sent this event; whether a listener prevented what it announces. */
  emit: { params: { from: Sender; name: string; values: readonly unknown[] }; result: { prevented: boolean } };
  resize: { params: { width: number; height: number }; result: null };
  place: { params: { x: number; y: number }; result: null };
  /** As if the person went to another program. */
  blur: { params: null; result: null };
  /** Chooses an entry of a menu by its label. */
  choose: { params: { menu: 'application' | 'tray'; label: string }; result: null };
  /** As if the person clicked the notification that is shown. */
  clickNotification: { params: null; result: null };
  trays: { params: null; result: number };
  /** As if the application itself sent its window there, past all guards. */
  load: { params: { address: string }; result: null };
  /** A message that claims to come from this frame. */
  invokeFrom: { params: { channel: string; url: string; isTopFrame: boolean }; result: { refused: string | null } };
  /** As if the page began a download from this address. */
  download: { params: { address: string }; result: { prevented: boolean } };
  permission: { params: { permission: string }; result: { request: boolean; check: boolean } };
  /** How late the event loop was since the last call, in milliseconds. */
  eventLoop: { params: null; result: { p99: number; most: number } };
  closeWindow: { params: null; result: null };
  quit: { params: null; result: null };
}

export type CommandMessage = { readonly id: number; readonly command: keyof Commands; readonly params: unknown };
export type CommandAnswer = { readonly id: number; readonly result?: unknown; readonly failure?: string };

type Handlers = { [Name in keyof Commands]: (params: Commands[Name]['params']) => Promise<Commands[Name]['result']> };

const EMITTERS: Readonly<Record<Sender, () => EventEmitter>> = {
  app: () => app,
  powerMonitor: () => powerMonitor,
  window: () => firstWindow(),
  contents: () => firstWindow().webContents,
};

/** The time between two looks at the loop, which each of them counts too. */
const LOOP_STEP_MS = 5;
const loopDelay = monitorEventLoopDelay({ resolution: LOOP_STEP_MS });

const HANDLERS: Handlers = {
  debuggingAddress: () => debuggingAddress(),
  calls: async () => calls,
  windows: async () => BrowserWindow.getAllWindows().map(factsOf),
  answerDialog: async (answer) => {
    dialogAnswers.push(answer);
    return null;
  },
  answerMessage: async (answer) => {
    messageAnswers.push(answer);
    return null;
  },
  emit: async ({ from, name, values }) => {
    let prevented = false;
    const preventDefault = () => {
      prevented = true;
    };
    EMITTERS[from]().emit(name, { preventDefault }, ...values);
    return { prevented };
  },
  resize: async ({ width, height }) => {
    firstWindow().setSize(width, height);
    return null;
  },
  place: async (place) => {
    firstWindow().setBounds(place);
    return null;
  },
  blur: async () => {
    firstWindow().blur();
    return null;
  },
  choose: async ({ menu, label }) => {
    choose(menu === 'tray' ? (Tray.all()[0]?.menu ?? null) : Menu.getApplicationMenu(), label);
    return null;
  },
  clickNotification: async () => {
    Notification.current()?.emit('click');
    return null;
  },
  trays: async () => Tray.all().length,
  load: async ({ address }) => {
    await firstWindow().loadURL(address);
    return null;
  },
  invokeFrom: async ({ channel, url, isTopFrame }) => {
    const senderFrame = { url, parent: isTopFrame ? null : {} };
    try {
      await ipcMain.answer(channel, { sender: firstWindow().webContents, senderFrame, ports: [] }, []);
      return { refused: null };
    } catch (failure) {
      return { refused: failure instanceof Error ? failure.message : String(failure) };
    }
  },
  download: async ({ address }) => ({ prevented: isDownloadPrevented(address) }),
  permission: async ({ permission }) => decidePermission(firstWindow().webContents, permission),
  eventLoop: async () => {
    const [p99, most] = [loopDelay.percentile(99), loopDelay.max].map(
      (nanoseconds) => nanoseconds / 1e6 - LOOP_STEP_MS,
    );
    loopDelay.enable();
    loopDelay.reset();
    return { p99: p99 ?? 0, most: most ?? 0 };
  },
  closeWindow: async () => {
    await firstWindow().close();
    return null;
  },
  quit: async () => {
    app.quit();
    return null;
  },
};

export function listenForCommands(): void {
  process.on('message', (raw) => {
    const { id, command, params } = raw as CommandMessage;
    const handler = HANDLERS[command] as (params: unknown) => Promise<unknown>;
    handler(params).then(
      (result) => answer({ id, result }),
      (failure) => answer({ id, failure: String(failure) }),
    );
  });
  // Without its test nobody would ever close it.
  process.once('disconnect', () => app.exit(1));
}

function answer(message: CommandAnswer): void {
  if (process.connected) process.send?.(JSON.parse(JSON.stringify(message)));
}

function firstWindow(): BrowserWindow {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) throw new Error('No window is open');
  return window;
}

function factsOf(window: BrowserWindow): WindowFacts {
  const { x, y, width, height } = window.getBounds();
  return {
    address: window.webContents.getURL(),
    visible: window.isVisible(),
    x,
    y,
    width,
    height,
    webPreferences: { ...window.options.webPreferences },
    minWidth: window.options.minWidth,
    minHeight: window.options.minHeight,
  };
}
