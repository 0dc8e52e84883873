/** Two thousand recordings whose headers say something else about their length: is any charged above what was called “at most”? */

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { KINDS, writeLyingFiles } from '../fixtures/lengths/lying-files.ts';
import type { Bench } from './bench.ts';

const FILES = Number(process.env.CLEARTAKE_QUOTED_FILES ?? 2000);
const ROOT = path.join(import.meta.dirname, '../..');
const TESTS = ['test/prove/core/quotes.test.ts', 'test/integration/cli/quote.test.ts'];

export const bench: Bench = {
  measures: `Runs of ${FILES} recordings with wrong, missing and honest headers, on the desk and in a terminal, in which anything was charged other than its decoded seconds, or above its quote, by the desk's books or the service's`,
  unit: 'runs',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const takes = path.join(folder, 'takes');
    writeLyingFiles(takes, FILES);
    const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
    const words = ['run', '--config', 'test/vitest.config.ts', ...TESTS];
    const { status, stdout } = spawnSync(process.execPath, [vitest, ...words], {
      cwd: ROOT,
      env: { ...process.env, CLEARTAKE_QUOTED_FILES: String(FILES), CLEARTAKE_QUOTED_FOLDER: takes },
      encoding: 'utf8',
    });
    if (status !== 0) console.log(stdout);
    return { value: status === 0 ? 0 : 1, details: { files: FILES, kinds: Object.keys(KINDS).length } };
  },
};
