/** Exports, types and files that nobody imports, found by knip. */

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const PROJECT = path.resolve(import.meta.dirname, '../..');
const KNIP = path.join(PROJECT, 'node_modules/knip/bin/knip.js');
const KINDS = ['--include', 'files,exports,types,duplicates'];
const CONFIGURATION = path.join(PROJECT, 'build/knip.json');

/** Knip's words for a check of the project itself. Dependencies are the lock check's business. */
export const UNUSED_EXPORTS_CHECK = ['--config', 'build/knip.json', ...KINDS, '--no-progress', '--no-config-hints'];

/** Knip found something: its report is on standard output all the same. */
const FOUND_STATUS = 1;

/** @param root absolute path of a checkout @returns a line for each, empty when every export has a user */
export async function findUnusedExports(root: string, configuration = CONFIGURATION): Promise<string[]> {
  const words = [KNIP, '--directory', root, '--config', configuration, ...KINDS, '--no-progress'];
  try {
    await promisify(execFile)(process.execPath, [...words, '--reporter', 'compact', '--no-config-hints'], {
      cwd: root,
    });
    return [];
  } catch (failure) {
    const { code, stdout = '' } = failure as { code?: unknown; stdout?: string };
    if (code !== FOUND_STATUS || stdout.trim() === '') throw failure;
    return stdout.split('\n').filter((line) => line.includes(': ') || /\.(ts|tsx|mjs)$/.test(line));
  }
}
