/** Makes an intact copy of the store: a snapshot in one file, checked and flushed. */

import { chmodSync } from 'node:fs';
import { z } from 'zod';
import { flushFile } from '../../../platform/files/flush.ts';
import { createHelperClient, type HelperClient } from '../../../platform/processes/helper-client.ts';
import type { SpawnHelper } from '../../../platform/processes/helper-process.ts';
import { findDamage, intoOneFile, openDatabase } from '../../../platform/sqlite.ts';
import type { BackupVerdict } from './inspect-backup.ts';

/** Requests to the backup process. */
export interface BackupRequests {
  readonly copy: { readonly params: { readonly database: string; readonly copy: string }; readonly result: null };
  readonly check: { readonly params: CheckParams; readonly result: BackupVerdict };
}

interface CheckParams {
  readonly database: string;
  /** Folder of the store's migrations. */
  readonly migrations: string;
  readonly file: string;
  readonly now: number;
}

const backupVerdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whole') }),
  z.object({ kind: z.literal('older'), starts: z.number() }),
  z.object({ kind: z.literal('damaged'), reason: z.string() }),
  z.object({ kind: z.literal('newer') }),
]) satisfies z.ZodType<BackupVerdict>;

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
  await inHelper(spawn, (helper) => helper.request('copy', { database, copy }));
}

/** Checks a backup in a separate process: that reads every page of it. */
export function checkElsewhere(spawn: SpawnHelper, params: CheckParams): Promise<BackupVerdict> {
  return inHelper(spawn, (helper) => helper.request('check', params));
}

async function inHelper<Result>(
  spawn: SpawnHelper,
  work: (helper: HelperClient<BackupRequests, never>) => Promise<Result>,
): Promise<Result> {
  const helper = createHelperClient<BackupRequests, never>(spawn('backup', {}), {
    results: { copy: z.null(), check: backupVerdict },
    progress: null,
  });
  try {
    return await work(helper);
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
