/** Starts the desktop on the stand-in for a test: a process of its own, a page to drive, and commands to the stand-in. */

import { fork } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import type { CommandAnswer, CommandMessage, Commands } from './control.ts';
import { newProfileDirectory, SHIM_VARIABLES } from './environment.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const REMOVAL = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };
const CHROMIUM_EXIT_MS = 1000;

export interface DesktopOptions {
  readonly dataDirectory: string;
  readonly words?: readonly string[];
  /** Bundled main process; the project's own without it. */
  readonly main?: string;
  /** What the system's key store is said to be. */
  readonly keyring?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Words before the command: a program that runs it and watches it. */
  readonly watcher?: readonly string[];
}

export interface DesktopProcess {
  readonly pid: number;
  /** Resolves when the process has ended, with its exit status, or null after a signal. */
  readonly exited: Promise<number | null>;
  /** Everything it wrote on standard error so far. */
  said(): string;
  /** The same on standard output. */
  printed(): string;
  command<Name extends keyof Commands>(name: Name, params: Commands[Name]['params']): Promise<Commands[Name]['result']>;
  kill(signal: NodeJS.Signals): void;
}

export interface Desktop extends DesktopProcess {
  readonly page: Page;
  /** Quits as the menu does, and waits for the end. */
  quit(): Promise<number | null>;
  /** Drops files and folders from the disk on a point of the page, as a file manager would. */
  drop(paths: readonly string[], at: { readonly x: number; readonly y: number }): Promise<void>;
}

export function startProcess(options: DesktopOptions): DesktopProcess {
  const main = options.main ?? path.join(ROOT, 'out/main/main.js');
  const words = [main, '--data-dir', options.dataDirectory, ...(options.words ?? [])];
  const profile = newProfileDirectory();
  const [program = process.execPath, ...watching] = [...(options.watcher ?? []), process.execPath];
  const child = fork(path.join(import.meta.dirname, 'launch.ts'), words, {
    execPath: program,
    execArgv: watching,
    cwd: ROOT,
    env: {
      ...process.env,
      [SHIM_VARIABLES.profile]: profile,
      ...(options.keyring === undefined ? {} : { [SHIM_VARIABLES.keyring]: options.keyring }),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastCommand = 0;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      for (const one of pending.values()) one.reject(new Error(`The desktop ended (${code}): ${said}`));
      pending.clear();
      // After a kill Chromium is still on its way out, and writes a last time.
      setTimeout(() => rmSync(profile, REMOVAL), code === null ? CHROMIUM_EXIT_MS : 0);
      resolve(code);
    });
  });
  child.on('message', (raw) => {
    const answer = raw as CommandAnswer;
    const waiting = pending.get(answer.id);
    pending.delete(answer.id);
    if (answer.failure === undefined) waiting?.resolve(answer.result ?? null);
    else waiting?.reject(new Error(answer.failure));
  });
  return {
    pid: child.pid ?? 0,
    exited,
    said: () => said,
    printed: () => printed,
    command: (command, params) => {
      const waiting = Promise.withResolvers<unknown>();
      const id = ++lastCommand;
      if (!child.connected) return Promise.reject(new Error(`The desktop has ended: ${said}`));
      pending.set(id, waiting);
      child.send({ id, command, params } satisfies CommandMessage);
      return waiting.promise as Promise<never>;
    },
    kill: (signal) => child.kill(signal),
  };
}

/** @throws Error with what the process said, when no window is there within a minute */
export async function startDesktop(options: DesktopOptions): Promise<Desktop> {
  const desktop = startProcess(options);
  try {
    await untilWindow(desktop);
    const browser = await chromium.connectOverCDP(await desktop.command('debuggingAddress', null));
    const page = await deskPage(browser);
    return {
      ...desktop,
      page,
      quit: async () => {
        await desktop.command('quit', null).catch(() => undefined);
        return desktop.exited;
      },
      drop: (paths, at) => drop(page, paths, at),
    };
  } catch (failure) {
    desktop.kill('SIGKILL');
    throw failure;
  }
}

async function untilWindow(desktop: DesktopProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const [window] = await desktop.command('windows', null);
    if (window?.address.startsWith('app:')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No window came up: ${desktop.said()}`);
}

async function deskPage(browser: Browser): Promise<Page> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const page = pages.find((one) => one.url().includes('.app.localhost'));
  if (page === undefined) throw new Error('The window has no page');
  await page.waitForLoadState();
  return page;
}

async function drop(page: Page, paths: readonly string[], at: { x: number; y: number }): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: at.x, y: at.y, data });
  }
  await session.detach();
}
