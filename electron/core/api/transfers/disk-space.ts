/** Checks for free space before anything is written, and leaves a reserve for everything else. */

import path from 'node:path';
import { aboutPlace } from '../../../../shared/domain/error-messages/places.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Files } from '../../../platform/files/files.ts';

const LEAST_RESERVE_BYTES = 64 * 1024 * 1024;

/**
 * @param file the file to write; its folder must exist
 * @param bytes how much more of it
 * @throws CleartakeError diskFull when less than 64 MiB, or less than a hundredth of `bytes`, would be left
 */
export async function requireSpace(files: Files, file: string, bytes: number): Promise<void> {
  const folder = path.dirname(file);
  const free = await files.freeBytes(folder);
  if (free === null || free >= bytes + Math.max(LEAST_RESERVE_BYTES, bytes / 100)) return;
  const parts = aboutPlace('diskFull', folder);
  throw new CleartakeError('diskFull', { detail: `${bytes} bytes wanted, ${free} free`, parts });
}
