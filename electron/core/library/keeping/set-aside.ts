/** Sets outputs aside: they leave their folder for the library, and can come back. Only files that are as Cleartake wrote them are moved. */

import path from 'node:path';
import type { Files } from '../../../platform/files/files.ts';
import { requireSpace } from '../../api/transfers/disk-space.ts';
import type { ResultRow } from '../../store/schema.ts';
import { bringing, isSameFile, type OutputContent, takeName } from '../export/export.ts';
import type { LibraryPaths } from '../paths.ts';

/** An output that is in the library instead of its folder. */
export interface SetAside extends OutputContent {
  readonly generationId: string;
  /** Where it was. */
  readonly from: string;
  readonly to: string;
}

/**
 * Copies an output to the library; `leaveFolder` then removes it from its folder.
 * @returns null when it is gone, or somebody has changed it
 */
export async function copyAside(
  files: Files,
  paths: Pick<LibraryPaths, 'setAside'>,
  output: string,
  result: ResultRow,
): Promise<SetAside | null> {
  const content = await contentOf(files, output, result);
  if (content === null) return null;
  const to = placeAside(paths, { ...content, generationId: result.generationId, from: output });
  const folder = path.dirname(to);
  await files.makeFolder(folder);
  const temporary = path.join(folder, '.cleartake.part');
  await bringing(files, temporary, async () => {
    await requireSpace(files, temporary, content.bytes);
    const { modifiedAt } = await files.facts(output);
    await files.copy(output, temporary);
    await files.setModified(temporary, modifiedAt).catch(() => undefined);
    await files.commit(temporary, to);
  });
  return { ...content, generationId: result.generationId, from: output, to };
}

/** Where it is in the library, wherever the data folder is now. */
export function placeAside(
  { setAside }: Pick<LibraryPaths, 'setAside'>,
  { contentHash, from, generationId }: Omit<SetAside, 'to'>,
): string {
  return path.join(setAside, generationId, contentHash.slice(0, 16), path.basename(from));
}

/** What Cleartake wrote there: the result, or what was last made of it. Null when it isn't there anymore. */
export async function contentOf(files: Files, output: string, result: ResultRow): Promise<OutputContent | null> {
  const made =
    result.exportHash === null || result.exportMade === null
      ? []
      : [{ bytes: result.exportMade.bytes, contentHash: result.exportHash }];
  for (const { bytes, contentHash } of [...made, result])
    if (await isSameFile(files, output, { bytes, contentHash })) return { bytes, contentHash };
  return null;
}

/** Removes the output from its folder once its copy is known to be whole. */
export async function leaveFolder(files: Files, { bytes, contentHash, from, to }: SetAside): Promise<void> {
  const content = { bytes, contentHash };
  if ((await isSameFile(files, to, content)) && (await isSameFile(files, from, content))) await files.remove(from);
}

/**
 * Brings it back, under the first free name; `dropCopy` then removes it from the library. Repeated, it finds what it brought back before.
 * @returns its path; null when it was cleaned up
 * @throws CleartakeError as an export does
 */
export async function bringBack(
  files: Files,
  { bytes, contentHash, from, generationId, to }: SetAside,
): Promise<string | null> {
  if (!(await files.isReadable(to))) return null;
  const folder = path.dirname(from);
  const temporary = path.join(folder, `.cleartake-${generationId}.part`);
  const content = { bytes, contentHash };
  return await bringing(files, temporary, async () => {
    await files.makeFolder(folder);
    const { modifiedAt } = await files.facts(to);
    const place = { folder, name: path.basename(from), temporary, content, wasThere: false, modifiedAt };
    return await takeName(files, place, async () => {
      await requireSpace(files, temporary, bytes);
      await files.copy(to, temporary);
    });
  });
}

/** Removes the copy in the library. One that can't be removed only takes space. */
export async function dropCopy(files: Files, { to }: SetAside): Promise<void> {
  await files.remove(to).catch(() => undefined);
}
