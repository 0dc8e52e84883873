/** The desktop's command line: a data folder, and recordings to add to the queue. */

import path from 'node:path';
import { parseArgs } from 'node:util';

export interface StartArguments {
  /** Absolute. */
  readonly dataDirectory: string;
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[];
  /** Whether the built-in service starts in rehearsal mode. */
  readonly rehearsal: boolean;
}

/**
 * Ignores unknown switches: Chromium has many of its own.
 * @param args the arguments after the program's name
 * @param workingDirectory base of relative paths
 */
export function readStartArguments(
  args: readonly string[],
  workingDirectory: string,
  defaultDataDirectory: string,
): StartArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'data-dir': { type: 'string' }, rehearsal: { type: 'boolean' } },
    strict: false,
    allowPositionals: true,
  });
  const folder = values['data-dir'];
  return {
    dataDirectory: path.resolve(workingDirectory, typeof folder === 'string' ? folder : defaultDataDirectory),
    rehearsal: values.rehearsal === true,
    paths: positionals.map((file) => path.resolve(workingDirectory, file)),
  };
}
