/** The secret behind signed URLs: one for each data folder, in a file that only its owner can read. */

import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../../platform/files/atomic-files.ts';
import { isErrno } from '../../../platform/files/file-errors.ts';
import type { RandomBytes } from '../../rules/identifiers.ts';

const FILE_NAME = 'signing-secret';
const SECRET_BYTES = 32;

/** Reads the folder's secret, or creates one. A damaged file is replaced; URLs signed earlier then fail. */
export async function openSigningSecret(dataDirectory: string, randomBytes: RandomBytes): Promise<Uint8Array> {
  const file = path.join(dataDirectory, FILE_NAME);
  const known = await readFile(file).catch((failure: unknown) => {
    if (isErrno(failure, 'ENOENT')) return null;
    throw failure;
  });
  if (known?.length === SECRET_BYTES) return known;
  const secret = randomBytes(SECRET_BYTES);
  const temporary = `${file}.part`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(secret);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await syncFolder(dataDirectory);
  return secret;
}
