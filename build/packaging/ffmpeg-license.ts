/** Keeps an FFmpeg that may not be redistributed out of packages. Its configuration is read from the file, because another system's can't be loaded. */

import { readFileSync } from 'node:fs';

const MAKE_ONE = 'Make one that may with `npm run ffmpeg`, then run `npm run package` again.';

/**
 * FFmpeg's configuration, and that of the libraries inside it, as they stand in its binary.
 * @param bytes of node-av's native module, any system's
 */
export function configurationsIn(bytes: Buffer): readonly string[] {
  const found = new Set<string>();
  for (const option of ['--enable-', '--disable-']) {
    for (let at = bytes.indexOf(option); at >= 0; ) {
      const start = bytes.lastIndexOf(0, at) + 1;
      const end = bytes.indexOf(0, at);
      const line = bytes.subarray(start, end < 0 ? bytes.length : end);
      // A help text, or code that looks for an option, doesn't begin with one.
      if (line.subarray(0, 2).equals(Buffer.from('--'))) found.add(line.toString('latin1'));
      at = end < 0 ? -1 : bytes.indexOf(option, end);
    }
  }
  return [...found];
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
  return `This FFmpeg may not be passed on: it was built with ${names}, whose licence doesn't go together with the GPL. ${MAKE_ONE}`;
}

/** @throws Error with the file and the sentences of `redistributionProblem`; what the file system throws */
export function requireRedistributable(file: string): void {
  const problem = redistributionProblem(configurationsIn(readFileSync(file)));
  if (problem !== null) throw new Error(`${file}: ${problem}`);
}
