/** Paths of a command: arguments, lists, and the output folder, with `~` and variables where no shell has replaced them. */

import path from 'node:path';
import { readList, readPathLines } from '../../core/library/import/path-lists.ts';
import { nodeFiles } from '../../platform/files/files.ts';
import { readTypedPath } from '../../platform/files/typed-path.ts';
import { redactSecretLookalikes } from '../../platform/security/redaction.ts';
import { pathSurroundings } from '../common/paths.ts';
import { UsageError } from './exit-status.ts';
import { USAGE } from './strings/usage.ts';

/** @returns the absolute path @throws UsageError when a variable in it can't be used */
export async function givenPath(text: string): Promise<string> {
  const read = await readTypedPath(nodeFiles, text, pathSurroundings(), process.cwd());
  if ('path' in read) return read.path;
  if (read.problem === 'variable') throw new UsageError(USAGE.variableUnknown(read.detail));
  throw new UsageError(USAGE.addressNotFile(redactSecretLookalikes(text)));
}

/**
 * @param lists files that name recordings, one a line, relative to themselves
 * @returns absolute paths @throws UsageError when there are none, or a list can't be used
 */
export async function givenRecordings(paths: readonly string[], lists: readonly string[] = []): Promise<string[]> {
  const all = await Promise.all(paths.map(givenPath));
  for (const list of lists) {
    const file = await givenPath(list);
    const text = await readList(nodeFiles, file).catch(() => {
      throw new UsageError(USAGE.listUnreadable(list));
    });
    const { paths: listed, skipped } = await readPathLines(
      nodeFiles,
      text,
      pathSurroundings(),
      path.dirname(file),
      file,
    );
    const [wrong] = skipped;
    if (wrong !== undefined) throw new UsageError(USAGE.listLine(list, wrong.path, wrong.reason));
    all.push(...listed);
  }
  if (all.length === 0) throw new UsageError(USAGE.noPaths);
  return all;
}
