/**
 * Opens the desk's store after examining it. A store that is damaged or older than the last payment is kept aside unchanged and replaced
 * by the newest intact backup. Generations that may have been started since then are unknown until the service's listing was read.
 */

import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { uptime } from 'node:os';
import path from 'node:path';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { flushFile, flushFolder } from '../../platform/files/flush.ts';
import type { DeskPorts } from '../ports.ts';
import { knownMigrations } from '../store/migrations.ts';
import { openStore, openStoreWithoutJournal, type Store } from '../store/open-store.ts';
import { writtenByNewer } from '../store/open-to-read.ts';
import { readJournal } from '../store/start-journal/journal-file.ts';
import { startJournalPath } from '../store/start-journal/start-journal.ts';
import { type BackupFile, listBackups } from './backups/backup-files.ts';
import { backUpBeforeMigration } from './backups/backups.ts';
import { keepDamagedFiles } from './examine/damaged-files.ts';
import { type Examination, examineStore, type Finding, filesOf } from './examine/examine-store.ts';
import { recordRecovery } from './rebuild/record-recovery.ts';

export interface OpenRequest {
  readonly database: string;
  /** Folder of the store's migrations. */
  readonly migrations: string;
  readonly ports: Pick<DeskPorts, 'clock' | 'files' | 'log' | 'newId'>;
}

/** The caller holds the data folder's lock. @throws CleartakeError databaseFailed, with the files as they were */
export function openOrRecover(request: OpenRequest): Store {
  try {
    return open(request);
  } catch (failure) {
    if (failure instanceof CleartakeError) throw failure;
    throw new CleartakeError('databaseFailed', { cause: failure });
  }
}

function open(request: OpenRequest): Store {
  const { database, migrations, ports } = request;
  const journal = readJournal(startJournalPath(database));
  const examination: Examination = {
    database,
    migrations: knownMigrations(migrations),
    journal,
    bootedAt: ports.clock.now() - uptime() * 1000,
  };
  const finding = examineStore(examination);
  const backups = listBackups(database, ports.clock.now());
  switch (finding.kind) {
    case 'newer':
      throw writtenByNewer();
    case 'fresh':
      if (backups.length === 0) return openStore(database, migrations, ports.files);
      return recover(request, examination, { kind: 'damaged', reason: 'it is missing' }, backups);
    case 'intact':
      if (finding.migrationsDue) backUp(request);
      return openStore(database, migrations, ports.files);
    case 'outdated':
    case 'damaged':
      return recover(request, examination, finding, backups);
  }
}

function backUp({ database, ports }: OpenRequest): void {
  try {
    backUpBeforeMigration(database, ports.clock.now());
  } catch (failure) {
    // Go on without a backup: the migration is one transaction.
    ports.log.warn('No backup was made before the migration', { reason: String(failure) });
  }
}

/** An intact backup, and the number of starts that it lacks. */
interface Candidate {
  readonly file: BackupFile;
  readonly unknownStarts: number;
}

function recover(
  request: OpenRequest,
  examination: Examination,
  finding: Extract<Finding, { kind: 'damaged' | 'outdated' }>,
  backups: readonly BackupFile[],
): Store {
  const { database, migrations, ports } = request;
  const candidate = newestWhole(examination, backups);
  const staysInPlace =
    finding.kind === 'outdated' && finding.unknownStarts <= (candidate?.unknownStarts ?? Number.POSITIVE_INFINITY);
  const keptIn = existsAny(database)
    ? keepDamagedFiles(database, ports.clock.now(), staysInPlace ? 'copy' : 'move')
    : null;
  ports.log.error('The store was damaged', { reason: finding.reason, keptIn, backup: candidate?.file.path ?? null });
  const facts = {
    reason: finding.reason,
    keptIn,
    source: staysInPlace ? ('itself' as const) : (candidate?.file ?? null),
    journal: examination.journal,
  };
  if (staysInPlace) {
    const store = openStoreWithoutJournal(database, migrations);
    try {
      store.transaction(() => recordRecovery(store, ports, facts));
      store.emptyLog();
    } finally {
      store.close();
    }
  } else restore(request, candidate?.file ?? null, (store) => recordRecovery(store, ports, facts));
  return openStore(database, migrations, ports.files, 'rewrite');
}

/** Completes the restored store under a temporary name, then renames it. */
function restore({ database, migrations }: OpenRequest, backup: BackupFile | null, work: (store: Store) => void): void {
  const temporary = `${database}.restored`;
  for (const file of filesOf(temporary)) rmSync(file, { force: true });
  if (backup !== null) copyFileSync(backup.path, temporary, constants.COPYFILE_EXCL);
  const store = openStoreWithoutJournal(temporary, migrations);
  try {
    store.transaction(() => work(store));
    store.emptyLog();
  } finally {
    store.close();
  }
  flushFile(temporary);
  renameSync(temporary, database);
  flushFolder(path.dirname(database));
}

/** The backup with the most starts; among equals the newest. */
function newestWhole(examination: Examination, backups: readonly BackupFile[]): Candidate | null {
  const whole = backups.flatMap((file): Candidate[] => {
    const finding = examineBackup(examination, file);
    if (finding.kind === 'intact') return [{ file, unknownStarts: 0 }];
    return finding.kind === 'outdated' ? [{ file, unknownStarts: finding.unknownStarts }] : [];
  });
  // The sort is stable: equals stay in order, newest first.
  return whole.sort((one, other) => one.unknownStarts - other.unknownStarts)[0] ?? null;
}

function examineBackup(examination: Examination, file: BackupFile): Finding {
  try {
    return examineStore({ ...examination, database: file.path, isBackup: true });
  } catch {
    return { kind: 'damaged', reason: 'it cannot be read' };
  }
}

function existsAny(database: string): boolean {
  return filesOf(database).some((file) => existsSync(file));
}
