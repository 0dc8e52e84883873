/** Makes an intact copy of the store: a snapshot in one file, checked and flushed. */

import { chmodSync } from 'node:fs';
import { z } from 'zod';
import { flushFile } from '../../../platform/files/flush.ts';
import { createHelperClient } from '../../../platform/processes/helper-client.ts';
import type { SpawnHelper } from '../../../platform/processes/helper-process.ts';
import { findDamage, intoOneFile, openDatabase } from '../../../platform/sqlite.ts';

/** Requests to the backup process. */
export interface BackupRequests {
  readonly copy: { readonly params: { readonly database: string; readonly copy: string }; readonly result: null };
}

/** Copies synchronously, whatever the size of the store. @throws Error when the copy is damaged */
export function makeCopy(database: string, copy: string): void {
  const source = openDatabase({ path: database, schema: {}, readonly: true });
  try {
    source.snapshot(copy);
  } finally {
    source.close();
  }
  finishCopy(copy);
}

/** The same in a separate process, without blocking this one. */
export async function makeCopyElsewhere(spawn: SpawnHelper, database: string, copy: string): Promise<void> {
  const helper = createHelperClient<BackupRequests>(spawn('backup', {}), {
    results: { copy: z.null() },
    progress: null,
  });
  try {
    await helper.request('copy', { database, copy });
  } finally {
    await helper.stop();
  }
}

/** Merges a copy into one file, restricts it to its owner, checks and flushes it. @throws Error when it is damaged */
export function finishCopy(copy: string): void {
  chmodSync(copy, 0o600);
  intoOneFile(copy);
  const damage = findDamage(copy);
  if (damage !== null) throw new Error(`the backup is damaged: ${damage}`);
  flushFile(copy);
}
