/** Keeps an FFmpeg that may not be redistributed out of packages. Its configuration is read from the file, because another system's can't be loaded. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { InvalidConfigurationError } from 'builder-util';

const MAKE_ONE = 'Make one that may with `npm run ffmpeg`, then run `npm run package` again.';

const FEW_OPTIONS = 3;

/**
 * FFmpeg's configuration, and that of the libraries inside it, as they stand in its binary.
 * @param bytes of node-av's native module, any system's
 */
export function configurationsIn(bytes: Buffer): readonly string[] {
  const found = new Set<string>();
  for (const option of ['--enable-', '--disable-']) {
    for (let at = bytes.indexOf(option); at >= 0; ) {
      const end = edgeOfText(bytes, at, 1);
      const text = bytes.toString('latin1', edgeOfText(bytes, at, -1) + 1, end);
      // A help text, or code that looks for an option, has few. The bytes before a configuration may look like letters.
      if (text.startsWith('--') || text.split(' --').length > FEW_OPTIONS) found.add(text.slice(text.indexOf('--')));
      at = bytes.indexOf(option, end);
    }
  }
  return [...found];
}

/** Where printable text around a position ends: the linker may put anything next to it, not only a zero. */
function edgeOfText(bytes: Buffer, from: number, step: 1 | -1): number {
  let at = from;
  for (let byte = bytes[at]; byte !== undefined && byte >= 0x20 && byte < 0x7f; byte = bytes[at]) at += step;
  return at;
}

/**
 * @param configurations from `configurationsIn`
 * @returns null when the build may be redistributed, else a sentence that says why not, and one that says what to run
 */
export function redistributionProblem(configurations: readonly string[]): string | null {
  const options = configurations.flatMap((line) => line.split(/\s+/));
  // Only FFmpeg itself can say this; other libraries have lines of their own.
  if (
    !options.some((option) => /^--(en|dis)able-(gpl|version3|swresample|avfilter|everything|programs)$/.test(option))
  ) {
    return `Nothing in this FFmpeg says how it was built, so it may not be passed on. ${MAKE_ONE}`;
  }
  const refused = options.filter((option) => /^--enable-(nonfree$|libfdk)/.test(option));
  if (refused.length === 0) return null;
  const names = [...new Set(refused)].join(' and ');
  return `This FFmpeg may not be passed on: it was built with ${names}, whose license doesn't go together with the GPL. ${MAKE_ONE}`;
}

/** @throws Error with the sentences of `redistributionProblem` and the package; what the file system throws */
export function requireRedistributable(file: string): void {
  const problem = redistributionProblem(configurationsIn(readFileSync(file)));
  // electron-builder shows this kind of error without its stack.
  if (problem !== null) throw new InvalidConfigurationError(`${problem} (${path.basename(path.dirname(file))})`);
}
