/** What the desktop was started with: a data folder, and recordings to put on the desk. */

import path from 'node:path';
import { parseArgs } from 'node:util';

export interface StartArguments {
  /** Absolute. */
  readonly dataDirectory: string;
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[];
  /** Whether the built-in service is started for a rehearsal. */
  readonly rehearsal: boolean;
}

/**
 * Unknown switches are passed over: Chromium has many of its own.
 * @param words what came after the program's name
 * @param workingDirectory relative paths start here
 */
export function readStartArguments(
  words: readonly string[],
  workingDirectory: string,
  defaultDataDirectory: string,
): StartArguments {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { 'data-dir': { type: 'string' }, rehearsal: { type: 'boolean' } },
    strict: false,
    allowPositionals: true,
  });
  const told = values['data-dir'];
  return {
    dataDirectory: path.resolve(workingDirectory, typeof told === 'string' ? told : defaultDataDirectory),
    rehearsal: values.rehearsal === true,
    paths: positionals.map((file) => path.resolve(workingDirectory, file)),
  };
}
