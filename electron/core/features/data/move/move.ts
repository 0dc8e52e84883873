/**
 * Moves a data folder in two steps. Most of it is copied while the desk is open. The rest is copied and checked when nobody has the folder
 * open, and one file then says where the desk is. Until that file is there the old folder is the desk's, afterward the new one is.
 */

import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CleartakeError } from '../../../../../shared/domain/errors.ts';
import { toDiskError } from '../../../../platform/files/file-errors.ts';
import type { Files } from '../../../../platform/files/files.ts';
import { makeOwnerOnlyFolder } from '../../../../platform/files/make-folder.ts';
import type { Progress } from '../../../../platform/progress-events.ts';
import { findDamage } from '../../../../platform/sqlite.ts';
import type { PassCheckpoint } from '../../../checkpoints.ts';
import { MOVE } from '../strings.ts';
import { type CopiedFiles, listFiles, mirror } from './mirror.ts';
import { isDataName, MOVE_FILES, readJson, readPlace, removePlace, writePlace } from './places.ts';
import { checkTarget, isCopyOf } from './target.ts';

interface CopyRequest {
  readonly files: Pick<Files, 'freeBytes'>;
  /** Absolute. */
  readonly from: string;
  readonly to: string;
  readonly pass: PassCheckpoint;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal?: AbortSignal;
  onProgress?(progress: Progress): void;
}

/**
 * Copies what doesn't change while the desk is open. The next start finishes.
 * @throws CleartakeError as `checkTarget`; diskFull, cancelled: then nothing is left there
 */
export async function copyFolder({ files, from, now, onProgress, pass, signal, to }: CopyRequest): Promise<void> {
  await checkTarget(files, from, to);
  makeOwnerOnlyFolder(to);
  emptyCopy(from, to);
  writePlace(to, MOVE_FILES.copyOf, { folder: from });
  pass('move:begun');
  const copied: CopiedFiles = new Map();
  try {
    await mirror({
      from,
      to,
      copied,
      isFinal: false,
      now,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    pass('move:copied');
    writePlace(to, MOVE_FILES.copied, Object.fromEntries(copied));
    writePlace(from, MOVE_FILES.pending, { folder: to });
    pass('move:pending');
  } catch (failure) {
    forgetCopy(from, to);
    throw toDiskError(failure);
  }
}

/** The folder that the next start moves to; null when there is none. */
export function pendingMove(from: string): string | null {
  return readPlace(from, MOVE_FILES.pending)?.folder ?? null;
}

/** The desk stays where it is: removes the copy, if it is one of this folder. */
export function forgetCopy(from: string, to: string): void {
  removePlace(from, MOVE_FILES.pending);
  if (!isCopyOf(from, to)) return;
  emptyCopy(from, to);
  removePlace(to, MOVE_FILES.copyOf);
}

/** Removes what was copied, apart from what says that it is a copy. What somebody else has put there since stays. */
function emptyCopy(from: string, to: string): void {
  if (!isCopyOf(from, to)) return;
  const { copied, copyOf, movedFrom, pointer } = MOVE_FILES;
  for (const name of readdirSync(to)) {
    if (name === copyOf || name === pointer) continue;
    const isOurs = isDataName(name) || name === copied || name === movedFrom || existsSync(path.join(from, name));
    if (isOurs) rmSync(path.join(to, name), { recursive: true, force: true });
  }
}

/**
 * Finishes a move that was prepared. The caller holds the lock of the old folder, and opens the folder that is returned. What fails is
 * written down for the desk to tell, and the desk stays where it is.
 */
export async function finishMove(from: string, pass: PassCheckpoint): Promise<string> {
  const to = pendingMove(from);
  if (to === null) return from;
  try {
    if (!isCopyOf(from, to)) throw new Error('the copy is gone');
    const copied = readJson(path.join(to, MOVE_FILES.copied));
    await mirror({ from, to, copied: new Map(Object.entries(copied ?? {})) as CopiedFiles, isFinal: true, now: 0 });
    pass('move:caught-up');
    await requireSame(from, to);
    const moves = (readPlace(from, MOVE_FILES.movedFrom)?.moves ?? 0) + 1;
    writePlace(to, MOVE_FILES.movedFrom, { folder: from, moves });
    pass('move:checked');
    writePlace(from, MOVE_FILES.pointer, { folder: to, moves });
    pass('move:moved');
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    writePlace(from, MOVE_FILES.failed, { folder: to, reason });
    forgetCopy(from, to);
    return from;
  }
  settleMove(to);
  return to;
}

/** Removes what a move left in a folder that is in use now. */
export function settleMove(folder: string): void {
  const { copied, copyOf, pending, pointer } = MOVE_FILES;
  // Of an earlier move away from here: the way back is a younger one.
  for (const name of [copied, copyOf, pointer]) removePlace(folder, name);
  const old = readPlace(folder, MOVE_FILES.movedFrom)?.folder;
  if (old !== undefined && existsSync(old)) removePlace(old, pending);
}

/** @throws Error when a file is missing or has another size, or a database is damaged */
async function requireSame(from: string, to: string): Promise<void> {
  const sizesOf = async (folder: string) =>
    new Map((await listFiles(folder)).map(({ bytes, relative }) => [relative, bytes]));
  const [there, here] = await Promise.all([sizesOf(from), sizesOf(to)]);
  for (const [relative, bytes] of there) {
    if (here.get(relative) !== bytes) throw new Error(`${relative} is not whole in the copy`);
    if (!relative.endsWith('.sqlite') || path.dirname(relative).startsWith('damaged')) continue;
    const damage = findDamage(path.join(to, relative));
    // One that was damaged before is none of the copy's.
    if (damage !== null && findDamage(path.join(from, relative)) === null) throw new Error(`${relative}: ${damage}`);
  }
}

/** Makes the desk say once why it is still here. @returns the folder and the reason; null when nothing failed */
export function takeFailure(folder: string): { readonly folder: string; readonly reason: string } | null {
  const value = readJson(path.join(folder, MOVE_FILES.failed)) as { folder?: unknown; reason?: unknown } | null;
  removePlace(folder, MOVE_FILES.failed);
  if (value === null) return null;
  return { folder: String(value.folder), reason: String(value.reason) };
}

/** Creates what the pointer leads to only if it is there: a disk that is away is no new desk. @throws CleartakeError notPossibleNow */
export function requireThere(start: string, folder: string): void {
  if (start === folder) return;
  const isThere = existsSync(path.join(folder, 'cleartake.sqlite')) || existsSync(path.join(folder, 'backups'));
  if (!isThere) throw new CleartakeError('notPossibleNow', { detail: folder, parts: MOVE.away(folder) });
}
