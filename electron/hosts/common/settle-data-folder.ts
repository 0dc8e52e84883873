/** Where the desk is at this start: follows earlier moves of the data folder, and finishes one that was prepared. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { finishMove, pendingMove, requireThere, settleMove } from '../../core/features/data/move/move.ts';
import { MOVE_FILES, resolveDataFolder } from '../../core/features/data/move/places.ts';
import { requireAnswer } from '../../platform/files/answering.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { lockDataFolder } from './data-folder-lock.ts';

/** For those who only read. @param start absolute @throws CleartakeError notPossibleNow when the folder it was moved to isn't there */
export function findDataFolder(start: string): string {
  const folder = resolveDataFolder(start);
  requireThere(start, folder);
  return folder;
}

/** Call it before anything is opened in the folder. @param start absolute @throws as `findDataFolder` */
export async function settleDataFolder(start: string): Promise<string> {
  await requireAnswer(systemClock, start);
  const folder = findDataFolder(start);
  const isUnsettled = [MOVE_FILES.copyOf, MOVE_FILES.copied, MOVE_FILES.pointer, MOVE_FILES.pending].some((name) =>
    existsSync(path.join(folder, name)),
  );
  if (!isUnsettled) return folder;
  try {
    const lock = lockDataFolder(folder);
    try {
      if (pendingMove(folder) !== null) return await finishMove(folder, () => undefined);
      settleMove(folder);
      return folder;
    } finally {
      lock.release();
    }
  } catch (failure) {
    // Whoever has it open finishes at their next start; opening the desk reports the rest.
    if (failure instanceof CleartakeError && failure.code === 'dataFolderBusy') return folder;
    throw failure;
  }
}
