/** Finds parts of one recording among files, and joins them into one file in the library. */

import path from 'node:path';
import { stemOf } from '../../../../shared/domain/media-types.ts';
import type { MadeFromParts } from '../../../../shared/domain/tracks/made-from.ts';
import type { PartFacts } from '../../../../shared/engine-api/messages.ts';
import type { RecordingRow } from '../../store/schema.ts';
import type { FoundRecording } from '../import/find-recordings.ts';
import { type MadeCopy, type MakingPorts, makeCopy, originalFile } from '../made-copies.ts';
import { folderOfManaged } from '../managed-copies.ts';
import { candidatesAmong, type PartFile, type SplitRecording, splitRecordings } from './split-parts.ts';

/** Files that are looked into. More are takes of a long season. */
const MOST_LOOKED_INTO = 400;
/** With more, looking at their names would hold up the desk. */
const MOST_FILES = 20_000;

/** A recording as a part. @param recording its folder is that below the added one */
export function partFile<Recording extends Pick<RecordingRow, 'bytes' | 'folder' | 'modifiedAt' | 'name' | 'path'>>(
  recording: Recording,
  origin: RecordingRow['origin'],
): Recording & PartFile {
  // Each copy in the library has a folder of its own.
  return { ...recording, place: origin === 'managed' ? recording.folder : path.dirname(recording.path) };
}

/** @returns those whose parts are all there, and those of which some are missing; files that can't be read are in none */
export async function findSplit<File extends PartFile>(
  { engine }: Pick<MakingPorts, 'engine'>,
  files: readonly File[],
  signal?: AbortSignal,
): Promise<readonly SplitRecording<File>[]> {
  if (files.length < 2 || files.length > MOST_FILES) return [];
  const candidates = candidatesAmong(files);
  const facts = new Map<string, PartFacts | null>();
  for (const file of candidates.flatMap(({ parts }) => parts).slice(0, MOST_LOOKED_INTO)) {
    if (facts.has(file.path)) continue;
    const found = await engine.request('partFacts', { path: file.path }, undefined, signal).catch(() => null);
    signal?.throwIfAborted();
    facts.set(file.path, found);
  }
  return splitRecordings(candidates, (file) => facts.get(file.path) ?? null);
}

/** The whole, as a recording has it. */
export interface Joined extends MadeCopy {
  readonly name: string;
  readonly madeFrom: MadeFromParts;
}

/**
 * @param parts paths, in their order
 * @param origin of the parts
 * @throws CleartakeError sourceMissing and the like; mediaUnsupported when they differ, mediaDamaged, diskFull
 */
export async function joinParts(
  ports: MakingPorts,
  managed: string,
  parts: readonly string[],
  origin: RecordingRow['origin'],
  signal?: AbortSignal,
): Promise<Joined> {
  const files = await Promise.all(parts.map((part) => originalFile(ports.files, part)));
  const madeFrom: MadeFromParts = {
    ...{ kind: 'joined', files, hasVideo: false },
    origin: origin === 'managed' || origin === 'sample' ? origin : 'path',
  };
  const first = path.basename(parts[0] ?? '');
  const copy = await makeCopy(ports, managed, madeFrom, stemOf(first), signal);
  const made = path.extname(copy.path);
  const name = path.extname(first).toLowerCase() === made ? first : `${stemOf(first)}${made}`;
  return { ...copy, name, madeFrom };
}

/** Files with each whole in the place of its first part. Parts stay files of their own where one is missing. @throws as `joinParts` does */
export async function joinFound(
  ports: MakingPorts,
  managed: string,
  found: readonly FoundRecording[],
  origin: RecordingRow['origin'],
  signal: AbortSignal,
): Promise<readonly FoundRecording[]> {
  const wholes = new Map<FoundRecording, FoundRecording | null>();
  const folderOf = (file: FoundRecording) => (origin === 'managed' ? folderOfManaged(managed, file.path) : file.folder);
  const files = found.map((file) => ({ ...partFile({ ...file, folder: folderOf(file) }, origin), file }));
  for (const { missing, parts } of await findSplit(ports, files, signal)) {
    const [first, ...others] = parts.map(({ file }) => file);
    if (first === undefined || missing.length > 0) continue;
    const paths = parts.map(({ path: part }) => part);
    const { bytes, madeFrom, modifiedAt, name, path: copy } = await joinParts(ports, managed, paths, origin, signal);
    const realPath = await ports.files.realPath(copy);
    wholes.set(first, { ...first, folder: folderOf(first), bytes, madeFrom, modifiedAt, name, path: copy, realPath });
    for (const other of others) wholes.set(other, null);
  }
  return found.flatMap((file) => wholes.get(file) ?? (wholes.has(file) ? [] : file));
}
