/** Recordings whose files Cleartake moved into the person's folder, and the way back. */

import path from 'node:path';
import { z } from 'zod';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { numberedName } from '../../../../shared/domain/naming/numbering.ts';
import { isErrno, withOutputErrors } from '../../../platform/files/file-errors.ts';
import { identifyFolder } from '../../../platform/files/folder-identity.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { RecordingRow } from '../../store/schema.ts';
import type { WithSettings } from '../../store/tables/settings.ts';
import { relink } from './relink.ts';

/** What a file has to be. */
interface Content {
  readonly bytes: number;
  /** Hexadecimal SHA-256. */
  readonly contentHash: string;
}

type MovePorts = Pick<DeskPorts, 'files' | 'newId'>;

const moveSchema = z.object({ recordingId: z.string(), from: z.string(), to: z.string() });
type SourceMove = z.infer<typeof moveSchema>;

/** Older ones can't be taken back. */
const MOST_MOVES = 2000;

const MOST_NUMBERS = 9999;

function movesIn({ settings }: WithSettings): readonly SourceMove[] {
  return z.array(moveSchema).safeParse(settings.get('source-moves')).data ?? [];
}

function replaceMove(store: WithSettings, recordingId: string, move: SourceMove | null): void {
  const others = movesIn(store).filter((one) => one.recordingId !== recordingId);
  store.settings.set('source-moves', (move === null ? others : [...others, move]).slice(-MOST_MOVES));
}

/**
 * Moves a recording's file into a folder, under the first free name. All of its recordings go by the new path.
 * @throws CleartakeError outputUnwritable, diskFull and the like; then the file is where it was
 */
export async function putAway(ports: MovePorts, store: Store, recording: RecordingRow, folder: string): Promise<void> {
  const { bytes, contentHash, id: recordingId, path: from } = recording;
  if (contentHash === null) return;
  await withOutputErrors(() => ports.files.makeFolder(folder));
  if (await isSameFolder(path.dirname(from), folder)) return;
  for (let number = 1; number <= MOST_NUMBERS; number += 1) {
    const to = path.join(folder, numberedName(path.basename(from), number));
    if (!(await moveTo(ports, from, to, { bytes, contentHash }))) continue;
    replaceMove(store, recordingId, { recordingId, from, to });
    await relink(ports.files, store, recording, to);
    return;
  }
}

/**
 * Moves all files back to where they were, the last one first. What is elsewhere by now, or has another file in its place, stays.
 * @returns the recordings of those that were moved
 */
export async function takeBack(ports: MovePorts, store: Store): Promise<string[]> {
  const back: string[] = [];
  for (const { from, recordingId, to } of movesIn(store).toReversed()) {
    const recording = store.recordings.get(recordingId);
    if (recording.contentHash === null || recording.path !== to) continue;
    await withOutputErrors(() => ports.files.makeFolder(path.dirname(from)));
    if (!(await moveTo(ports, to, from, { bytes: recording.bytes, contentHash: recording.contentHash }))) continue;
    replaceMove(store, recordingId, null);
    await relink(ports.files, store, recording, from);
    back.push(recordingId);
  }
  return back;
}

/** How many files can be moved back. */
export function countMovedAway(store: WithSettings): number {
  return movesIn(store).length;
}

/**
 * On another disk the file is copied. The old one goes only once the new one was read and compared.
 * @returns false when the name belongs to another file
 */
async function moveTo({ files, newId }: MovePorts, from: string, to: string, content: Content): Promise<boolean> {
  return await withOutputErrors(async () => {
    // An earlier run may have ended between the two steps.
    if (!(await isSameFile(files, to, content)) && !(await takeName(files, from, to, newId()))) return false;
    if (!(await isSameFile(files, to, content)))
      throw new CleartakeError('outputUnwritable', { detail: 'the moved file is not what was restored' });
    await files.remove(from);
    return true;
  });
}

async function takeName(files: DeskPorts['files'], from: string, to: string, id: string): Promise<boolean> {
  try {
    return await files.takeFreeName(from, to);
  } catch (failure) {
    if (!isErrno(failure, 'EXDEV')) throw failure;
  }
  const temporary = path.join(path.dirname(to), `.cleartake-${id}.part`);
  try {
    await files.copy(from, temporary);
    return await files.takeFreeName(temporary, to);
  } finally {
    await files.remove(temporary).catch(() => undefined);
  }
}

/** By the folder itself, not by its name: through a link or a mount, a file would be taken for its own copy, and removed. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([identifyFolder(one), identifyFolder(other)]);
  return first === null || first.id === second?.id;
}

async function isSameFile(files: DeskPorts['files'], file: string, { bytes, contentHash }: Content): Promise<boolean> {
  const facts = await files.facts(file).catch(() => null);
  return facts?.kind === 'file' && facts.bytes === bytes && (await files.hash(file)) === contentHash;
}
