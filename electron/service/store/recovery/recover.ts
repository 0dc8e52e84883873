/** Mends a damaged database of the service: what is damaged is kept aside unchanged, and the newest intact backup takes its place. */

import { constants, copyFileSync, renameSync, rmSync } from 'node:fs';
import { uptime } from 'node:os';
import path from 'node:path';
import { flushFile, flushFolder } from '../../../platform/files/flush.ts';
import { findDamage } from '../../../platform/sqlite.ts';
import { keepDamagedFiles } from '../../../platform/store-files/damaged-files.ts';
import { existsAny, filesOf, headerFault, sizeOf } from '../../../platform/store-files/database-files.ts';
import { findMissingPart, knownMigrations } from '../../../platform/store-files/missing-parts.ts';
import { findWalFault } from '../../../platform/store-files/wal-check.ts';
import { type Backup, storeBackups } from './store-backups.ts';

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
  const backups = storeBackups(place.database);
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

interface StorePlace {
  /** The database file. */
  readonly database: string;
  /** Folder of the store's migrations. */
  readonly migrations: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type Finding =
  | { readonly kind: 'whole' }
  /** Nothing was written there yet, or it is gone without a trace. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'damaged'; readonly reason: string }
  /** It can be read, but its last commits are missing. */
  | { readonly kind: 'outdated'; readonly reason: string };

/** @throws Error when the files cannot be read for another reason than damage */
function examine({ database, migrations, now }: StorePlace): Finding {
  const [main, wal, index] = filesOf(database).map(sizeOf);
  if ([main, wal, index].includes('no file')) return { kind: 'damaged', reason: 'one of its files is no file' };
  const hasLog = typeof wal === 'number' && wal > 0;
  if (main === null || main === 0) return hasLog ? { kind: 'damaged', reason: 'it is empty' } : { kind: 'empty' };
  // A copy made as a backup has no log.
  const header = headerFault(database, 2) === null || hasLog ? headerFault(database, 2) : headerFault(database, 1);
  if (header !== null) return { kind: 'damaged', reason: header };
  const walFault = findWalFault(database, now - uptime() * 1000);
  const damage = findDamage(database, (raw) => {
    const applied = raw.prepare('select count(*) from __drizzle_migrations').pluck().get() as number;
    const isNewer = applied > knownMigrations(migrations).length;
    return isNewer ? null : findMissingPart(raw, migrations, applied);
  });
  if (damage !== null) return { kind: 'damaged', reason: damage };
  return walFault === null ? { kind: 'whole' } : { kind: 'outdated', reason: walFault };
}
