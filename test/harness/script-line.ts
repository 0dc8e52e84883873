/** What npm has the shell do for a script of package.json, the script before it included; npm itself is left out. */

import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** For a shell in the project's folder whose environment is `SCRIPT_ENVIRONMENT`. @param words in single quotes, so without any */
export function scriptLine(script: string, words: readonly string[]): string {
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  );
  const before = scripts[`pre${script}`];
  // `exec`, as npm's shell does with a line of one command: signals then reach it.
  const line = `exec ${scripts[script]} ${words.map((word) => `'${word}'`).join(' ')}`;
  return before === undefined ? line : `${before} && ${line}`;
}

/** The programs of the packages come first. */
export const SCRIPT_ENVIRONMENT = {
  ...process.env,
  PATH: `${path.join(ROOT, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
};
