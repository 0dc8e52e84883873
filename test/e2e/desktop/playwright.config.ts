/** The desktop on the stand-in: `playwright test --config test/e2e/desktop/playwright.config.ts`, after `npm run build`. */

import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../results/desktop',
  // One Chromium at a time: each test starts its own, and restorations want the processor.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: process.env.CI === undefined ? 'list' : 'dot',
});
