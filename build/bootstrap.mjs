/**
 * Makes a clone ready to run: installs the pinned packages when the lock file changed, and with `--tools` the programs that the tests need.
 * Runs before most npm scripts; `cleartake` and `start` do the same in the process of the command (start/launch.mjs).
 */

import { ensurePackages, say } from './start/packages.mjs';

await ensurePackages();
if (process.argv.includes('--tools')) {
  const { provideTools } = await import('./start/system-tools.mjs');
  provideTools(say);
}
