/** Export: results go to the output folder under safe names, never over anything that is there. */

import path from 'node:path';
import type { BatchPreset } from '../../../shared/domain/batch-preset.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { numberedName, outputFileName, safeFileName } from '../../../shared/domain/naming.ts';
import { isErrno } from '../../platform/atomic-files.ts';
import type { Files } from '../../platform/files.ts';
import { requireSpace } from '../api/transfers/disk-space.ts';
import type { GenerationRow, RecordingRow, ResultRow } from '../store/schema.ts';

const MOST_NUMBERS = 1000;

/** The folder that outputs of a recording go to, or null when they stay in the library. */
export function outputFolder(preset: BatchPreset, recording: RecordingRow): string | null {
  switch (preset.output.kind) {
    case 'library':
      return null;
    case 'beside-source':
      return recording.origin === 'path' ? path.dirname(recording.path) : null;
    case 'folder': {
      const below = recording.folder.split('/').filter((segment) => segment !== '');
      return path.join(preset.output.path, ...below.map((segment) => safeFileName(segment, 'folder')));
    }
  }
}

/**
 * Copies a result to its folder. A copy that an interrupted run already made is recognized and not made again.
 * @returns the path of the output
 * @throws CleartakeError outputUnwritable, diskFull, nameTooLong
 */
export async function exportResult(
  files: Files,
  folder: string,
  preset: BatchPreset,
  recording: RecordingRow,
  generation: GenerationRow,
  result: ResultRow,
  date: string,
): Promise<string> {
  const name = outputFileName(preset.namingTemplate, {
    originalName: recording.name,
    model: generation.model,
    date,
    extension: result.extension,
  });
  const temporary = path.join(folder, `.cleartake-${generation.id}.part`);
  try {
    await files.makeFolder(folder);
    for (let number = 1; number <= MOST_NUMBERS; number++) {
      const target = path.join(folder, numberedName(name, number));
      if (await isSameFile(files, target, result)) return target;
      if (number === 1) await requireSpace(files, target, result.bytes);
      if (await files.copyToFreeName(result.path, target, temporary)) return target;
    }
  } catch (failure) {
    throw asOutputError(failure);
  } finally {
    // Also what an interrupted run left behind.
    await files.remove(temporary).catch(() => undefined);
  }
  throw new CleartakeError('outputUnwritable', { detail: `${MOST_NUMBERS} outputs of this name are there` });
}

async function isSameFile(files: Files, target: string, result: ResultRow): Promise<boolean> {
  const facts = await files.facts(target).catch(() => null);
  if (facts?.kind !== 'file' || facts.bytes !== result.bytes) return false;
  return (await files.hash(target)) === result.contentHash;
}

function asOutputError(failure: unknown): unknown {
  if (isErrno(failure, 'ENOSPC', 'EDQUOT')) return new CleartakeError('diskFull', { cause: failure });
  if (isErrno(failure, 'ENAMETOOLONG')) return new CleartakeError('nameTooLong', { cause: failure });
  if (isErrno(failure, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT')) {
    return new CleartakeError('outputUnwritable', { cause: failure });
  }
  return failure;
}
