/**
 * Opens the desk's store after examining it. A store that is damaged or older than the last payment is kept aside unchanged and replaced
 * by the newest intact backup. Generations that may have been started since then are unknown until the service's listing was read.
 */

import { constants, copyFileSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { uptime } from 'node:os';
import path from 'node:path';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { flushFile, flushFolder } from '../../platform/files/flush.ts';
import { makeFolderSync } from '../../platform/files/make-folder.ts';
import { keepDamagedFiles } from '../../platform/store-files/damaged-files.ts';
import { existsAny, filesOf } from '../../platform/store-files/database-files.ts';
import type { DeskPorts } from '../ports.ts';
import { discardIndex } from '../store/history-index/index-file.ts';
import { openStore, openStoreWithoutJournal, type Store } from '../store/open-store.ts';
import { writtenByNewer } from '../store/open-to-read.ts';
import { readJournal } from '../store/start-journal/journal-file.ts';
import { startJournalPath } from '../store/start-journal/start-journal.ts';
import { type BackupFile, listBackups } from './backups/backup-files.ts';
import { backUpClosed } from './backups/backups.ts';
import { chosenBackup, chosenFolder, forgetChoice } from './backups/chosen-backup.ts';
import { type Examination, examineStore, type StoreFinding } from './examine/examine-store.ts';
import { recordRecovery } from './rebuild/record-recovery.ts';

export interface OpenRequest {
  readonly database: string;
  /** Folder of the store's migrations. */
  readonly migrations: string;
  readonly ports: Pick<DeskPorts, 'clock' | 'files' | 'log' | 'newId' | 'pass'>;
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
    migrations,
    journal,
    bootedAt: ports.clock.now() - uptime() * 1000,
  };
  const finding = examineStore(examination);
  const backups = listBackups(database, ports.clock.now());
  const chosen = finding.kind === 'newer' ? null : chosenBackup(database);
  const wentBack = chosen === null ? null : goBack(request, examination, finding, chosen);
  if (wentBack !== null) return wentBack;
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

/**
 * Puts the backup that the person chose in the place of the store, which becomes a backup itself. Interrupted anywhere, the next start
 * begins again, because the choice is forgotten last. @returns null when that is not possible: then everything stays as it is
 */
function goBack(
  request: OpenRequest,
  examination: Examination,
  finding: StoreFinding,
  chosen: BackupFile,
): Store | null {
  const { database, migrations, ports } = request;
  const isReadable = finding.kind === 'intact' || finding.kind === 'outdated';
  let keptIn: string | null;
  try {
    const { kind } = examineBackup(examination, chosen);
    if (kind !== 'intact' && kind !== 'outdated') throw new Error(`the chosen backup is ${kind}`);
    mergeLibrary(database);
    ports.pass('import:library-merged');
    if (isReadable) backUpClosed(database, 'replaced', ports.clock.now());
    ports.pass('restore:replaced-kept');
    keptIn = existsAny(database) ? keepDamagedFiles(database, ports.clock.now(), 'move') : null;
    ports.pass('restore:moved-aside');
  } catch (failure) {
    ports.log.error('The chosen backup could not be restored', { reason: String(failure) });
    forgetChoice(database);
    return null;
  }
  const facts = { reason: 'it was chosen', keptIn, source: chosen, journal: examination.journal, isChosen: true };
  restore(request, chosen, (store) => recordRecovery(store, ports, facts));
  ports.pass('restore:in-place');
  const store = openStore(database, migrations, ports.files, 'rewrite');
  forgetChoice(database);
  // What could be read is a backup now.
  if (isReadable && keptIn !== null) rmSync(keptIn, { recursive: true, force: true });
  return store;
}

function backUp({ database, ports }: OpenRequest): void {
  try {
    backUpClosed(database, 'migration', ports.clock.now());
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
  finding: Extract<StoreFinding, { kind: 'damaged' | 'outdated' }>,
  backups: readonly BackupFile[],
): Store {
  const { database, migrations, ports } = request;
  const candidate = newestWhole(examination, backups);
  // It has seen what the store may lack now.
  discardIndex(database);
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
function restore(
  { database, migrations, ports }: OpenRequest,
  backup: BackupFile | null,
  work: (store: Store) => void,
): void {
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
  ports.pass('restore:completed');
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

function examineBackup(examination: Examination, file: BackupFile): StoreFinding {
  try {
    return examineStore({ ...examination, database: file.path, isBackup: true });
  } catch {
    return { kind: 'damaged', reason: 'it cannot be read' };
  }
}

/**
 * Moves them, as often as it is interrupted. A file that is there already has the same id and size, so it is the same and stays: a history
 * that the import replaces may need it.
 */
function mergeLibrary(database: string): void {
  const waiting = path.join(chosenFolder(database), 'library');
  if (existsSync(waiting)) merge(waiting, path.join(path.dirname(database), 'library'));
}

function merge(from: string, to: string): void {
  makeFolderSync(to, 0o700);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) merge(source, target);
    else if (lstatSync(target, { throwIfNoEntry: false })?.size !== lstatSync(source).size) renameSync(source, target);
  }
  flushFolder(to);
}
