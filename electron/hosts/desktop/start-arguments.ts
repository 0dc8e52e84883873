/** The desktop's command line: a data folder, recordings to add to the queue, and links. */

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isLink, projectOfLink } from './links.ts';

/**
 * V8 flags of the page. Rooms come and go, and V8 answers by letting the space for young objects grow to 48 MB, which it keeps; with 4 MB a
 * half it collects more often, for a millisecond each.
 */
export const PAGE_V8_FLAGS = '--max-semi-space-size=4';

export interface StartArguments {
  /** Absolute. */
  readonly dataDirectory: string;
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[];
  /** Ids of projects that links ask for. */
  readonly projects: readonly string[];
  /** Whether the built-in service starts in rehearsal mode. */
  readonly rehearsal: boolean;
  /** Whether to check this computer, in a data folder of its own, and quit. */
  readonly selfCheck: boolean;
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
    options: { 'data-dir': { type: 'string' }, rehearsal: { type: 'boolean' }, 'self-check': { type: 'boolean' } },
    strict: false,
    allowPositionals: true,
  });
  const folder = values['data-dir'];
  return {
    dataDirectory: path.resolve(workingDirectory, typeof folder === 'string' ? folder : defaultDataDirectory),
    rehearsal: values.rehearsal === true,
    selfCheck: values['self-check'] === true,
    paths: positionals.filter((word) => !isLink(word)).map((word) => path.resolve(workingDirectory, fileOf(word))),
    projects: positionals.filter(isLink).flatMap((link) => projectOfLink(link) ?? []),
  };
}

/** File managers on Linux hand over addresses. One that names no file on this computer is reported as the missing file it is. */
function fileOf(word: string): string {
  if (!/^file:/i.test(word)) return word;
  try {
    return fileURLToPath(word);
  } catch {
    return word;
  }
}
