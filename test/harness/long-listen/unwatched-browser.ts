/**
 * A Chromium with the desktop's V8 flags that keeps no answers for its debugger. Playwright watches the network, and Chromium then keeps up to 200 MB of what a page
 * fetched, in the page's own process: its memory would be the test's, not the page's.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from 'playwright';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { PAGE_V8_FLAGS } from '../../../electron/hosts/desktop/start-arguments.ts';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from '../chromium.ts';

const WATCH = '"method":"Network.enable"';
const WATCH_WITHOUT_KEEPING = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/** Opens a browser for `act` and closes it afterward, whatever happens. @param folder for its profile */
export async function inUnwatchedBrowser<Result>(
  folder: string,
  act: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const process = spawn(
    CHROMIUM_PATH,
    [
      ...CHROMIUM_ARGUMENTS,
      `--js-flags=${PAGE_V8_FLAGS}`,
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(process, 'exit');
  const debuggers = await forgetful(await addressOf(process));
  try {
    const browser = await chromium.connectOverCDP(debuggers.address);
    return await act(browser);
  } finally {
    debuggers.close();
    process.kill();
    await ended;
  }
}

/** Where its debugger listens: Chromium says so as it starts. */
async function addressOf(process: ChildProcess): Promise<string> {
  if (process.stderr === null) throw new Error('Chromium has no output');
  for await (const line of createInterface(process.stderr)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    process.stderr.resume();
    return address;
  }
  throw new Error('Chromium ended before it listened');
}

/** Passes the debugger's messages on, and sets the network's memory to nothing. */
async function forgetful(address: string): Promise<{ readonly address: string; close(): void }> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (near) => {
    const far = new WebSocket(address, { perMessageDeflate: false });
    const opened = once(far, 'open');
    near.on('message', (data: RawData) => {
      const text = data.toString();
      void opened.then(() => far.send(text.includes(WATCH) ? withoutKeeping(text) : text));
    });
    far.on('message', (data: RawData) => near.send(data.toString()));
    near.on('close', () => far.close());
    far.on('close', () => near.close());
  });
  const { port } = server.address() as AddressInfo;
  return { address: `ws://127.0.0.1:${port}`, close: () => server.close() };
}

function withoutKeeping(text: string): string {
  const message: { readonly params?: object } = JSON.parse(text);
  return JSON.stringify({ ...message, params: { ...message.params, ...WATCH_WITHOUT_KEEPING } });
}
