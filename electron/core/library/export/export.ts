/** Export: results go to the output folder under safe names and never overwrite anything. */

import path from 'node:path';
import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { numberedName } from '../../../../shared/domain/naming/numbering.ts';
import { toOutputError } from '../../../platform/files/file-errors.ts';
import type { Files } from '../../../platform/files/files.ts';
import { requireSpace } from '../../api/transfers/disk-space.ts';
import type { GenerationRow, ResultRow } from '../../store/schema.ts';
import { type ExportTask, fileNameOf, fileTimeOf } from './export-task.ts';

const MOST_NUMBERS = 9999;

/**
 * Copies a result to its folder. A copy that an interrupted run left is recognized, not copied again.
 * @param folder as `folderOf` names it
 * @returns the path of the output
 * @throws CleartakeError resultLost, outputUnwritable, diskFull, nameTooLong
 */
export async function exportResult(files: Files, folder: string, task: ExportTask): Promise<string> {
  const { generation, result } = task;
  const temporary = temporaryIn(folder, generation);
  return await bringing(files, temporary, async () => {
    await files.makeFolder(folder);
    const wasThere = (await bytesOf(files, temporary)) === result.bytes;
    const name = fileNameOf(task, result.extension);
    const place = { folder, name, temporary, content: result, wasThere, modifiedAt: fileTimeOf(task, result) };
    return await takeName(files, place, () => copyWhole(files, result, temporary));
  });
}

/** The temporary name of an output. It is in the output folder, so that renaming is enough. */
export function temporaryIn(folder: string, generation: GenerationRow): string {
  return path.join(folder, `.cleartake-${generation.id}.part`);
}

/** The expected content of a file in the output folder. */
export interface OutputContent {
  readonly bytes: number;
  /** Hexadecimal SHA-256. */
  readonly contentHash: string;
}

export interface Placing {
  readonly folder: string;
  readonly name: string;
  readonly temporary: string;
  readonly content: OutputContent;
  /** Whether an earlier run filled the temporary file. */
  readonly wasThere: boolean;
  /** Its file time, in milliseconds since the epoch; null for now. */
  readonly modifiedAt: number | null;
}

/**
 * Lets `fill` fill the temporary file and gives it the first free name. An identical output that exists already is reused. @returns its
 * path
 */
export async function takeName(files: Files, placing: Placing, fill: () => Promise<void>): Promise<string> {
  const { folder, name, temporary, content, modifiedAt, wasThere } = placing;
  for (let number = 1; number <= MOST_NUMBERS; number++) {
    const target = path.join(folder, numberedName(name, number));
    if (await isSameFile(files, target, content)) return target;
    // Without hard links, taking a name and filling it are two steps: an earlier run ended between them.
    if (wasThere && (await bytesOf(files, target)) === 0) await files.remove(target);
    if (number === 1) {
      await fill();
      // Some file systems of other computers refuse times: the output is worth more than its date.
      if (modifiedAt !== null) await files.setModified(temporary, modifiedAt).catch(() => undefined);
    }
    if (await files.takeFreeName(temporary, target)) return target;
  }
  throw new CleartakeError('outputUnwritable', { detail: `${MOST_NUMBERS} outputs of this name are there` });
}

/** An output with this content under one of its possible names; null when there is none. */
export async function findOutput(
  files: Files,
  { folder, name, content }: Pick<Placing, 'folder' | 'name' | 'content'>,
): Promise<string | null> {
  for (let number = 1; number <= MOST_NUMBERS; number++) {
    const target = path.join(folder, numberedName(name, number));
    if (await isSameFile(files, target, content)) return target;
    if ((await bytesOf(files, target)) === null) return null;
  }
  return null;
}

/**
 * Removes the temporary file when the work is over, also one that an interrupted run left. @throws CleartakeError for errors of the system
 */
export async function bringing<Outcome>(
  files: Files,
  temporary: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work();
  } catch (failure) {
    throw toOutputError(failure);
  } finally {
    await files.remove(temporary).catch(() => undefined);
  }
}

/** Copies the result and checks the copy: only the stored content gets a name in the output folder. @throws CleartakeError resultLost */
async function copyWhole(files: Files, result: ResultRow, temporary: string): Promise<void> {
  await requireSpace(files, temporary, result.bytes);
  try {
    await files.copy(result.path, temporary);
    if ((await files.hash(temporary)) !== result.contentHash) throw new Error('The copy is not what was stored');
  } catch (failure) {
    if (await isSameFile(files, result.path, result)) throw failure;
    throw new CleartakeError('resultLost', { cause: failure, detail: toCleartakeError(failure).message });
  }
}

export async function isSameFile(files: Files, file: string, result: OutputContent): Promise<boolean> {
  if ((await bytesOf(files, file)) !== result.bytes) return false;
  return (await files.hash(file).catch(() => null)) === result.contentHash;
}

/** Null when there is no such file. */
async function bytesOf(files: Files, file: string): Promise<number | null> {
  const facts = await files.facts(file).catch(() => null);
  return facts?.kind === 'file' ? facts.bytes : null;
}
