/** The folder that a desk was moved from: what it still takes, and its removal once the person asks for it. */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { CleartakeError } from '../../../../../shared/domain/errors.ts';
import { tryLockFile } from '../../../../platform/sqlite.ts';
import type { PassCheckpoint } from '../../../checkpoints.ts';
import { listFiles } from './mirror.ts';
import { isDataName, MOVE_FILES, readPlace, removePlace, resolveDataFolder } from './places.ts';

export interface OldFolder {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
}

/** Null when nothing of it is left, or the desk was never moved. */
export async function oldFolder(folder: string): Promise<OldFolder | null> {
  const old = readPlace(folder, MOVE_FILES.movedFrom)?.folder;
  if (old === undefined || !existsSync(old) || !leadsHere(old, folder)) return null;
  const files = (await listFiles(old).catch(() => [])).filter(({ relative }) =>
    isDataName(relative.split(path.sep)[0] ?? ''),
  );
  if (files.length === 0) return null;
  return { folder: old, files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * Removes what Cleartake made there. What says where the desk is now stays: a start with the old folder finds it.
 * @throws CleartakeError notFound when there is nothing to remove, dataFolderBusy
 */
export async function removeOldFolder(folder: string, pass: PassCheckpoint): Promise<OldFolder> {
  const old = await oldFolder(folder);
  if (old === null) throw new CleartakeError('notFound', { detail: 'old data folder' });
  const lock = tryLockFile(path.join(old.folder, 'desk.lock'));
  if (lock === null) throw new CleartakeError('dataFolderBusy', { detail: old.folder });
  try {
    const names = new Set((await listFiles(old.folder)).map(({ relative }) => relative.split(path.sep)[0] ?? ''));
    for (const name of names) {
      if (isDataName(name)) await rm(path.join(old.folder, name), { recursive: true, force: true });
      pass('move:old-removed');
    }
    for (const name of [MOVE_FILES.movedFrom, MOVE_FILES.pending, MOVE_FILES.failed]) removePlace(old.folder, name);
    return old;
  } finally {
    lock.release();
  }
}

function leadsHere(old: string, folder: string): boolean {
  return old !== folder && readPlace(old, MOVE_FILES.pointer) !== null && resolveDataFolder(old) === folder;
}
