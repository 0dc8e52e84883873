/** The browser host as a person starts it, for end-to-end tests: `npm start`'s own script, its ready line, its data folder. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const READY = /^Cleartake is ready: (http:\/\/127\.0\.0\.1:\d+\/#token=\S+)$/;
const READY_TIMEOUT_MS = 60_000;

export interface BrowserDesk {
  /** With the token of the run. */
  readonly url: string;
  readonly origin: string;
  readonly pid: number;
  readonly dataDirectory: string;
  /** What it printed: on standard output the ready line alone, on standard error everything else. */
  readonly output: { readonly lines: string[]; errors: string };
  /** Asks it to end, as Ctrl-C does. @returns its exit status */
  stop(): Promise<number | null>;
  /** Ends it without asking. The data folder stays. */
  kill(): Promise<void>;
}

export interface BrowserDeskOptions {
  /** A new temporary folder, removed by `stop`, without it. */
  readonly dataDirectory?: string;
  readonly files?: readonly string[];
  /** What `--host` says; null leaves it out. */
  readonly host?: 'browser' | null;
  readonly environment?: Readonly<Record<string, string>>;
  /** Words before the command: a program that runs it and watches it. */
  readonly watcher?: readonly string[];
}

export async function startBrowserDesk(options: BrowserDeskOptions = {}): Promise<BrowserDesk> {
  const dataDirectory = options.dataDirectory ?? mkdtempSync(path.join(tmpdir(), 'cleartake-desk-'));
  const host = options.host === null ? [] : ['--host', 'browser'];
  const words = [...host, '--no-open', '--data-dir', dataDirectory, ...(options.files ?? [])];
  const command = [...(options.watcher ?? []), process.execPath, path.join(ROOT, 'build/start.mjs'), ...words];
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { lines: [] as string[], errors: '' };
  child.stderr.on('data', (chunk: Buffer) => {
    output.errors += chunk.toString();
  });
  const url = await readyAddress(child, output.lines).catch(async (failure: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`The desk did not start: ${String(failure)}\n${output.errors}`);
  });
  return {
    url,
    origin: new URL(url).origin,
    pid: child.pid ?? 0,
    dataDirectory,
    output,
    stop: async () => {
      const code = await end(child, 'SIGTERM');
      if (options.dataDirectory === undefined) rmSync(dataDirectory, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

function readyAddress(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no ready line in time')), READY_TIMEOUT_MS);
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    if (child.stdout === null) return reject(new Error('no standard output'));
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const address = READY.exec(line)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return code;
}
