/** Makes an intact copy of the store: a snapshot in one file, checked and flushed. */

import { chmodSync, statSync } from 'node:fs';
import { z } from 'zod';
import { flushFile } from '../../../platform/files/flush.ts';
import { createHelperClient, type HelperClient } from '../../../platform/processes/helper-client.ts';
import type { SpawnHelper } from '../../../platform/processes/helper-process.ts';
import { findDamage, intoOneFile, openDatabase, writeDatabase } from '../../../platform/sqlite.ts';
import type { BackupVerdict } from './inspect-backup.ts';

/** Requests to the backup process. */
export interface BackupRequests {
  readonly copy: { readonly params: CopyParams; readonly result: null };
  readonly share: { readonly params: CopyParams; readonly result: null };
  readonly check: { readonly params: CheckParams; readonly result: BackupVerdict };
}

/** A larger store is copied in a separate process. A smaller one is done before that process would have started. */
export const LARGE_BYTES = 8 * 2 ** 20;

interface CopyParams {
  readonly database: string;
  readonly copy: string;
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

/** Copies without what only this desk may have: fingerprints of keys, and addresses of uploads, which are sealed with a key. */
export function makeCopyToShare(database: string, copy: string): void {
  makeCopy(database, copy);
  writeDatabase(copy, (raw) => {
    raw.exec(`
      pragma secure_delete = on;
      update connection set key_fingerprint = null;
      update job set upload_address = null;
      vacuum`);
  });
}

/** The same, of a large store in a separate process. */
export async function copyToShare(spawn: SpawnHelper, database: string, copy: string): Promise<void> {
  if (statSync(database).size <= LARGE_BYTES) makeCopyToShare(database, copy);
  else await inHelper(spawn, (helper) => helper.request('share', { database, copy }));
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
    results: { copy: z.null(), share: z.null(), check: backupVerdict },
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
