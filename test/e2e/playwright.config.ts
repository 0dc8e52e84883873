/** End to end in Chromium: the browser host over loopback, and the real main and preload over the stand-in for Electron. */

import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH, PAGE_LOCALE } from '../harness/chromium.ts';

export default defineConfig({
  outputDir: '../results/e2e',
  // Restorations use every core: tests beside each other would only wait for each other.
  workers: 1,
  // A crowded machine may be late once. The summary names every test that needed the second try.
  retries: 2,
  forbidOnly: process.env.CI !== undefined,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    // Recording a trace costs more than some tests do; nobody fetches one from a continuous-integration machine.
    trace: process.env.CI === undefined ? 'retain-on-failure' : 'off',
    locale: PAGE_LOCALE,
    launchOptions: { executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS },
  },
  projects: [
    { name: 'browser', testDir: 'browser' },
    { name: 'desktop', testDir: 'desktop' },
  ],
});
