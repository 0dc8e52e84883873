/** The fixtures of these specs: a data folder of the test's own, a desktop on the stand-in, and the desk as its page calls it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base } from '@playwright/test';
import { type Desktop, startDesktop } from '../../harness/electron/drive.ts';
import { connectPage } from './page-client.ts';

interface Fixtures {
  readonly folder: string;
  readonly desktop: Desktop;
}

interface SharedFixtures {
  /** One desktop for all tests that leave it as they found it. */
  readonly sharedDesktop: Desktop;
}

export const test = base.extend<Fixtures, SharedFixtures>({
  // The browser of these tests belongs to the stand-in and goes with it, before a trace of it could be written.
  trace: ['off', { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern.
  folder: async ({}, use) => {
    const folder = newFolder();
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  desktop: async ({ folder }, use) => {
    const desktop = await startConnected(folder);
    await use(desktop);
    await desktop.quit();
  },
  sharedDesktop: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const folder = newFolder();
      const desktop = await startConnected(folder);
      await use(desktop);
      await desktop.quit();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'cleartake-desktop-'));
}

async function startConnected(folder: string): Promise<Desktop> {
  const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data') });
  await connectPage(desktop.page);
  return desktop;
}

export { expect } from '@playwright/test';
