/** Paths as text: what a person pastes or types, and files that list recordings, one a line. */

import path from 'node:path';
import type { LeftOut } from '../../../../shared/domain/left-out.ts';
import { extensionOf, looksLikePath, looksLikeRecording } from '../../../../shared/domain/media-types.ts';
import type { Files } from '../../../platform/files/files.ts';
import { type PathSurroundings, readTypedPath } from '../../../platform/files/typed-path.ts';
import { SKIPPED } from '../../strings.ts';
import { isRecordingInFolder, lookAt } from './look-at-entry.ts';

export interface ListedPaths {
  /** Absolute. */
  readonly paths: readonly string[];
  readonly skipped: readonly LeftOut[];
}

const PLAYLISTS = ['m3u', 'm3u8'];
const TEXTS = ['txt', 'lst'];

/** Larger files list more than one import takes. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;
/** As many as one call takes. */
const MAX_LINES = 100_000;

/**
 * Reads paths, one a line.
 * @param base folder for relative paths; null when they are refused
 * @param list path of the list, for what is left out of it; null for pasted text, whose lines name themselves
 */
export async function readPathLines(
  files: Files,
  text: string,
  surroundings: PathSurroundings,
  base: string | null,
  list: string | null = null,
): Promise<ListedPaths> {
  const paths = new Set<string>();
  const skipped: LeftOut[] = [];
  for (const line of linesOf(text, list !== null).slice(0, MAX_LINES)) {
    const read = await readTypedPath(files, line, surroundings, base);
    if ('path' in read) paths.add(read.path);
    else skipped.push({ path: line, kind: 'not-a-path', reason: SKIPPED.notAPath[read.problem](read.detail) });
  }
  return { paths: [...paths], skipped };
}

/**
 * Replaces lists among paths that the person named by what they list. Relative paths in a list are relative to it.
 * @param mayName whether a list may name files: not if it came without a path of its own, as uploads do
 */
export async function expandLists(
  files: Files,
  given: readonly string[],
  surroundings: PathSurroundings,
  mayName: (list: string) => boolean,
): Promise<ListedPaths> {
  const paths: string[] = [];
  const skipped: LeftOut[] = [];
  for (const one of given) {
    const text = await listAt(files, one);
    if (text === null) paths.push(one);
    else if (!mayName(one)) skipped.push({ path: one, kind: 'not-a-path', reason: SKIPPED.listWithoutPath });
    else {
      const listed = await readPathLines(files, text, surroundings, path.dirname(one), one);
      paths.push(...listed.paths);
      skipped.push(...listed.skipped);
    }
  }
  return { paths, skipped };
}

/** @returns the text of a list; null for every other file. @throws when the file can't be read */
export async function readList(files: Files, file: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of files.read(file, 0, MAX_LIST_BYTES)) pieces.push(piece.slice());
  return new TextDecoder().decode(Buffer.concat(pieces));
}

async function listAt(files: Files, file: string): Promise<string | null> {
  const extension = extensionOf(path.basename(file));
  if (!PLAYLISTS.includes(extension) && !TEXTS.includes(extension)) return null;
  const facts = await files.facts(file).catch(() => null);
  if (facts?.kind !== 'file' || facts.bytes > MAX_LIST_BYTES) return null;
  const text = await readList(files, file).catch(() => null);
  if (text === null || PLAYLISTS.includes(extension)) return text;
  const lines = linesOf(text, true);
  return lines.length > 0 && lines.every(isListLine) ? text : null;
}

/** Without empty lines and, in a list, without its comments. */
function linesOf(text: string, isList: boolean): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !(isList && line.startsWith('#')));
}

function isListLine(line: string): boolean {
  return looksLikePath(line) || looksLikeRecording(path.basename(line));
}

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
