/** A copy of the store that is whole: made at one moment, in one file, checked and flushed. */

import { chmodSync } from 'node:fs';
import { flushFile } from '../../../platform/files/flush.ts';
import { createHelperClient } from '../../../platform/processes/helper-client.ts';
import type { SpawnHelper } from '../../../platform/processes/helper-process.ts';
import { findDamage, intoOneFile, openDatabase } from '../../../platform/sqlite.ts';

/** What the process that makes copies is asked. */
export interface BackupRequests {
  readonly copy: { readonly params: { readonly database: string; readonly copy: string }; readonly result: null };
}

/** At once, however large the store is. @throws Error when the copy is not whole */
export function makeCopy(database: string, copy: string): void {
  const source = openDatabase({ path: database, schema: {}, readonly: true });
  try {
    source.snapshot(copy);
  } finally {
    source.close();
  }
  finishCopy(copy);
}

/** The same in a process of its own, while this one goes on. */
export async function makeCopyElsewhere(spawn: SpawnHelper, database: string, copy: string): Promise<void> {
  const helper = createHelperClient<BackupRequests>(spawn('backup', {}));
  try {
    await helper.request('copy', { database, copy });
  } finally {
    await helper.stop();
  }
}

/** Puts a copy into one file, for its owner alone, checks all of it and flushes it. @throws Error when it is not whole */
export function finishCopy(copy: string): void {
  chmodSync(copy, 0o600);
  intoOneFile(copy);
  const damage = findDamage(copy);
  if (damage !== null) throw new Error(`the backup is damaged: ${damage}`);
  flushFile(copy);
}
