/** Paths of a command: arguments, lists, and the output folder, with `~` and variables where no shell has replaced them. */

import path from 'node:path';
import { type OutputPart, partProblem } from '../../../../shared/domain/error-messages/places.ts';
import { redactSecretLookalikes } from '../../../platform/security/redaction.ts';
import { UsageError } from '../exit-status.ts';

/** @returns the absolute path @throws UsageError when a variable in it can't be used */
export async function givenPath(text: string): Promise<string> {
  const [{ nodeFiles }, { readTypedPath }, { pathSurroundings }] = await Promise.all([
    import('../../../platform/files/files.ts'),
    import('../../../platform/files/typed-path.ts'),
    import('../../common/paths.ts'),
  ]);
  const read = await readTypedPath(nodeFiles, text, pathSurroundings(), process.cwd());
  if ('path' in read) return read.path;
  if (read.problem === 'variable')
    throw new UsageError(`The variable ${read.detail} isn’t set, or isn’t a folder. Write the folder itself.`);
  throw new UsageError(`${redactSecretLookalikes(text)} is an address. Cleartake opens only files on this computer.`);
}

/** For `--intro` and `--outro`: none, where the preset has one. */
export const NO_FILE = 'none';

/** The options with absolute paths of what they write and read. @throws UsageError when a cover, an intro or an outro isn’t there, and as givenPath */
export async function withFullPaths<
  Options extends {
    readonly out?: string;
    readonly cover?: string;
    readonly intro?: string | undefined;
    readonly outro?: string | undefined;
  },
>(options: Options): Promise<Options> {
  const { cover, intro, out, outro } = options;
  return {
    ...options,
    ...(out === undefined ? {} : { out: await givenPath(out) }),
    ...(cover === undefined ? {} : { cover: await givenPart('cover', cover) }),
    ...(intro === undefined || intro === NO_FILE ? {} : { intro: await givenPart('intro', intro) }),
    ...(outro === undefined || outro === NO_FILE ? {} : { outro: await givenPart('outro', outro) }),
  };
}

/** A file that outputs get: whether it is one is known before anything starts. @throws UsageError when it is none, and as givenPath */
async function givenPart(part: OutputPart, text: string): Promise<string> {
  const file = await givenPath(text);
  const { nodeFiles } = await import('../../../platform/files/files.ts');
  const kind = await nodeFiles.facts(file).then(
    (facts) => facts.kind,
    () => null,
  );
  if (kind !== 'file')
    throw new UsageError(partProblem(part, kind === null ? 'missing' : 'folder', redactSecretLookalikes(file)));
  return file;
}

/**
 * @param lists files that name recordings, one a line, relative to themselves
 * @returns absolute paths @throws UsageError when there are none, or a list can't be used
 */
export async function givenRecordings(paths: readonly string[], lists: readonly string[] = []): Promise<string[]> {
  const all = await Promise.all(paths.map(givenPath));
  for (const list of lists) {
    const [{ readList, readPathLines }, { nodeFiles }, { pathSurroundings }] = await Promise.all([
      import('../../../core/library/import/path-lists.ts'),
      import('../../../platform/files/files.ts'),
      import('../../common/paths.ts'),
    ]);
    const file = await givenPath(list);
    const text = await readList(nodeFiles, file).catch(() => {
      throw new UsageError(`The list ${list} can’t be read.`);
    });
    const { paths: listed, skipped } = await readPathLines(
      nodeFiles,
      text,
      pathSurroundings(),
      path.dirname(file),
      file,
    );
    const [wrong] = skipped;
    if (wrong !== undefined)
      throw new UsageError(`The list ${list} has a line that can’t be used: ${wrong.path}. ${wrong.reason}`);
    all.push(...listed);
  }
  if (all.length === 0) throw new UsageError('Name recordings or folders, or a file that lists them with --from-list.');
  return all;
}

/** A file that a command would write. */
export function fileExists(file: string): string {
  return `${file} is there already. Choose another name.`;
}

export function fileUnwritable(file: string): string {
  return `${file} can’t be written. Check the folder.`;
}
