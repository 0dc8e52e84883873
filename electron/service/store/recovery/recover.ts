/** Mends a damaged database of the service: what is damaged is kept aside unchanged, and the newest intact backup takes its place. */

import { constants, copyFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { flushFile, flushFolder } from '../../../platform/files/flush.ts';
import { keepDamagedFiles } from '../../../platform/store-files/damaged-files.ts';
import { existsAny, filesOf } from '../../../platform/store-files/database-files.ts';
import { type Backup, listBackups } from './backup-files.ts';
import { examine, type Finding, type StorePlace } from './examine.ts';

/** What a recovery did. */
export interface Recovered {
  readonly reason: string;
  /** Folder of the damaged files; null when there were none. */
  readonly keptIn: string | null;
  /** What the service goes on with: when its backup was made, in milliseconds since the epoch; `itself`; null for an empty database. */
  readonly source: number | 'itself' | null;
}

/** A damaged database and what could take its place. Nothing was changed yet. */
export interface Damage {
  readonly reason: string;
  readonly source: Recovered['source'];
  recover(): Recovered;
}

/** Null for a whole database, and where there is none yet. */
export function findStoreDamage(place: StorePlace): Damage | null {
  const backups = listBackups(place.database);
  const finding = examine(place);
  if (finding.kind === 'whole' || (finding.kind === 'empty' && backups.length === 0)) return null;
  const { reason } = finding.kind === 'empty' ? { reason: 'it is missing' } : finding;
  const backup = backups.find((one) => isWhole(place, one)) ?? null;
  const source = finding.kind === 'outdated' ? 'itself' : (backup?.at ?? null);
  return { reason, source, recover: () => ({ reason, source, keptIn: replace(place, finding, backup) }) };
}

/** @returns the folder of the damaged files */
function replace({ database, now }: StorePlace, finding: Finding, backup: Backup | null): string | null {
  const staysInPlace = finding.kind === 'outdated';
  const keptIn = existsAny(database) ? keepDamagedFiles(database, now, staysInPlace ? 'copy' : 'move') : null;
  if (staysInPlace || backup === null) return keptIn;
  const temporary = `${database}.restored`;
  for (const file of filesOf(temporary)) rmSync(file, { force: true });
  copyFileSync(backup.path, temporary, constants.COPYFILE_EXCL);
  flushFile(temporary);
  renameSync(temporary, database);
  flushFolder(path.dirname(database));
  return keptIn;
}

function isWhole(place: StorePlace, backup: Backup): boolean {
  try {
    return examine({ ...place, database: backup.path }).kind === 'whole';
  } catch {
    return false;
  }
}
