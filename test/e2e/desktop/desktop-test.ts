/** The fixtures of these specs: a data folder of the test's own, a desktop on the stand-in, and the desk as its page calls it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type Page } from '@playwright/test';
import type { BatchPreset } from '../../../shared/domain/batch-preset.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch-preset.ts';
import { type Desktop, startDesktop } from '../../electron-shim/drive.ts';
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

export const BOTH_MODELS: BatchPreset = { ...DEFAULT_BATCH_PRESET, models: ['service-2', 'service-3.5'] };

/** Adds paths and starts them; gives the ids of the jobs. */
export function addAndStart(page: Page, paths: readonly string[], preset: BatchPreset): Promise<readonly string[]> {
  return page.evaluate(async (input) => (await window.testDesk.queue.add(input)).jobIds, {
    paths: [...paths],
    preset,
    start: true,
  });
}

/** The jobs of the queue as the desk tells them now. */
export function listJobs(page: Page) {
  return page.evaluate(async () => (await window.testDesk.queue.list({ offset: 0, limit: 100 })).jobs);
}
