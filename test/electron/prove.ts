/**
 * `npm run prove:electron`: the specs on real Electron, and Cleartake's own self-check in it. Where Electron can't run, it says why;
 * with `--require` that is a failure.
 */

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { whyNoElectron } from './availability.ts';

const words = process.argv.slice(2);
const rest = words.filter((word) => word !== '--require');
const reason = whyNoElectron();

if (reason !== null) {
  process.stdout.write(`skipped: ${reason}\n`);
  process.exitCode = rest.length < words.length ? 1 : 0;
} else {
  const playwright = path.resolve(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  const config = path.join(import.meta.dirname, 'playwright.config.ts');
  const done = spawnSync(process.execPath, [playwright, 'test', '--config', config, ...rest], { stdio: 'inherit' });
  process.exitCode = done.status ?? 1;
}
