/** What only the real Electron can prove: `npm run prove:electron`, on a machine that has its program and a display. */

import { defineConfig } from '@playwright/test';
import { whyNoElectron } from './availability.ts';

const reason = whyNoElectron();
// Workers read this file too; one of them saying so is enough.
if (reason !== null && process.env.TEST_WORKER_INDEX === undefined) console.log(`Nothing is proved here: ${reason}.`);

export default defineConfig({
  testDir: '.',
  outputDir: '../results/electron',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
});
