/** Names, folder and retention of backups. */

import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stampOf } from '../../../platform/store-files/damaged-files.ts';

/** How many backups of each kind are kept. `replaced`: what was there before the person went back to another backup. */
const KEPT = { hourly: 3, closing: 1, migration: 2, replaced: 2 } as const;
export type BackupKind = keyof typeof KEPT;

export interface BackupFile {
  readonly path: string;
  readonly kind: BackupKind;
  /** Milliseconds since the epoch, whole seconds. */
  readonly at: number;
}

const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d) (hourly|closing|migration|replaced)\.sqlite$/;

export function backupFolder(database: string): string {
  return path.join(path.dirname(database), 'backups');
}

export function backupPath(database: string, kind: BackupKind, at: number): string {
  return path.join(backupFolder(database), `${stampOf(at)} ${kind}.sqlite`);
}

/**
 * Newest first. A backup dated in the future was made while the clock was wrong: its age is unknown, and it comes last. So does what the
 * person replaced: a recovery must not undo their choice while another backup is as good.
 * @param now milliseconds since the epoch
 */
export function listBackups(database: string, now: number): BackupFile[] {
  const folder = backupFolder(database);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => backupOf(path.join(folder, name)) ?? [])
    .sort((one, other) => rank(one, now) - rank(other, now) || other.at - one.at);
}

function rank({ at, kind }: BackupFile, now: number): number {
  if (kind === 'replaced') return 1;
  return at > now ? 2 : 0;
}

/** By its name alone; null for another file. */
export function backupOf(file: string): BackupFile | null {
  const [, day, hours, minutes, seconds, kind] = NAME.exec(path.basename(file)) ?? [];
  if (day === undefined || !isKind(kind)) return null;
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) ? null : { path: file, kind, at };
}

/** Removes the oldest backups of each kind beyond the number that is kept. */
export function pruneBackups(database: string, now: number): void {
  const files = listBackups(database, now);
  for (const [kind, most] of Object.entries(KEPT)) {
    for (const { path: old } of files.filter((file) => file.kind === kind).slice(most)) rmSync(old, { force: true });
  }
}

function isKind(value: string | undefined): value is BackupKind {
  return value !== undefined && Object.hasOwn(KEPT, value);
}
