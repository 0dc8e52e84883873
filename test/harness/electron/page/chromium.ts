/** The one Chromium of a run. It ends with this process, whichever way that ends: its control pipe closes. */

import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium } from 'playwright';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH } from '../../chromium.ts';
import { profileDirectory } from '../environment.ts';

let starting: Promise<BrowserContext> | null = null;

export function browserContext(): Promise<BrowserContext> {
  starting ??= chromium.launchPersistentContext(profileDirectory(), {
    executablePath: CHROMIUM_PATH,
    headless: true,
    viewport: null,
    // The port is for the test that drives the page; this process uses its pipe.
    args: [...CHROMIUM_ARGUMENTS, '--remote-debugging-port=0'],
    // Without a locale Chromium takes no file names beyond ASCII.
    env: { ...process.env, LC_ALL: process.env.LC_ALL ?? process.env.LANG ?? 'C.UTF-8' },
  });
  return starting;
}

/** Where a test reaches the same pages, for `chromium.connectOverCDP`. */
export async function debuggingAddress(): Promise<string> {
  await browserContext();
  const [port] = readFileSync(path.join(profileDirectory(), 'DevToolsActivePort'), 'utf8').split('\n');
  return `http://127.0.0.1:${port}`;
}

export async function closeBrowser(): Promise<void> {
  const context = await starting;
  await context?.close().catch(() => undefined);
  rmSync(profileDirectory(), { recursive: true, force: true });
}
