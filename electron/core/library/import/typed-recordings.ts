/** What a page may add by a path that was typed in it: recordings and folders, told by their names. A script could have typed it. */

import path from 'node:path';
import type { LeftOut } from '../../../../shared/domain/left-out.ts';
import { looksLikeRecording } from '../../../../shared/domain/media-types.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { PathSurroundings } from '../../../platform/files/typed-path.ts';
import { SKIPPED } from '../../strings.ts';
import { isRecordingInFolder, lookAt } from './look-at-entry.ts';
import { type ListedPaths, readPathLines } from './path-lists.ts';

/** Lists are left out, too: what is read in them would be named in the report. @param text full paths, one a line */
export async function readTypedRecordings(
  files: Files,
  text: string,
  surroundings: PathSurroundings,
): Promise<ListedPaths> {
  const named = await readPathLines(files, text, surroundings, null);
  const paths: string[] = [];
  const skipped: LeftOut[] = [...named.skipped];
  for (const file of named.paths) {
    if (await mayBeRead(files, file)) paths.push(file);
    else skipped.push({ path: file, kind: 'not-a-recording', reason: SKIPPED.typedFile });
  }
  return { paths, skipped };
}

/** Also what doesn't exist, which the import names. A link is what it leads to. */
async function mayBeRead(files: Files, file: string): Promise<boolean> {
  const [folder, name] = [path.dirname(file), path.basename(file)];
  const { facts, isStream, realPath } = await lookAt(files, folder, folder, { name, isFolder: false });
  if (facts?.kind !== 'file') return true;
  return isRecordingInFolder(name, isStream) && looksLikeRecording(path.basename(realPath));
}
