/** Opens the desk's store: its tables, its transactions, and the journal of its starts. */

import type { Files } from '../../platform/files/files.ts';
import { openDatabase } from '../../platform/sqlite.ts';
import { costSumTable } from './costs/cost-sums.ts';
import { judgedTable } from './costs/judged-generations.ts';
import { ledgerLineTable } from './costs/ledger-lines.ts';
import { moneyRecordTable } from './costs/money-records.ts';
import { readPrices } from './costs/prices.ts';
import type { Orm } from './schema.ts';
import { type Database, schema } from './schema.ts';
import { serviceProjectTable } from './space/service-projects.ts';
import { storedFileTable } from './space/stored-files.ts';
import {
  createWalFlush,
  NO_JOURNAL,
  openStartJournal,
  type StartJournal,
  startJournalPath,
  type WalFlush,
} from './start-journal/start-journal.ts';
import { earlierWorkTable } from './statements/earlier.ts';
import { laneTable } from './statements/job-lanes.ts';
import { jobSumTable } from './statements/job-sums.ts';
import { measuredResultTable } from './statements/measured-results.ts';
import { openWorkTable } from './statements/open-work.ts';
import { recoveredJobTable } from './statements/recovered-jobs.ts';
import { runTable } from './statements/run-jobs.ts';
import { waitingJobTable } from './statements/waiting-jobs.ts';
import { watchedFileTable } from './statements/watched-files.ts';
import { connectionTable, modelSpeedTable } from './tables/connections.ts';
import { eventTable } from './tables/events.ts';
import { generationTable } from './tables/generations.ts';
import { historyTable } from './tables/history.ts';
import { jobTable } from './tables/jobs.ts';
import { ledgerTable } from './tables/ledger.ts';
import { batchTable, recordingTable } from './tables/recordings.ts';
import { resultTable } from './tables/results.ts';
import { settingTable } from './tables/settings.ts';
import { verdictTable } from './tables/verdicts.ts';

export interface Store {
  readonly batches: ReturnType<typeof batchTable>;
  readonly connections: ReturnType<typeof connectionTable>;
  readonly costs: ReturnType<typeof costTable>;
  readonly earlier: ReturnType<typeof earlierWorkTable>;
  readonly events: ReturnType<typeof eventTable>;
  readonly generations: ReturnType<typeof generationTable>;
  readonly waitingJobs: ReturnType<typeof waitingJobTable>;
  readonly history: ReturnType<typeof historyTable>;
  readonly jobs: ReturnType<typeof jobTable>;
  readonly jobSums: ReturnType<typeof jobSumTable>;
  readonly lanes: ReturnType<typeof laneTable>;
  readonly ledger: ReturnType<typeof ledgerTable>;
  readonly measured: ReturnType<typeof measuredResultTable>;
  readonly modelSpeeds: ReturnType<typeof modelSpeedTable>;
  readonly moneyRecords: ReturnType<typeof moneyRecordTable>;
  readonly openWork: ReturnType<typeof openWorkTable>;
  readonly recordings: ReturnType<typeof recordingTable>;
  readonly recoveredJobs: ReturnType<typeof recoveredJobTable>;
  readonly results: ReturnType<typeof resultTable>;
  readonly runs: ReturnType<typeof runTable>;
  readonly serviceProjects: ReturnType<typeof serviceProjectTable>;
  readonly settings: ReturnType<typeof settingTable>;
  readonly storedFiles: ReturnType<typeof storedFileTable>;
  readonly verdicts: ReturnType<typeof verdictTable>;
  readonly watchedFiles: ReturnType<typeof watchedFileTable>;
  /** Runs one synchronous, immediate transaction that is durable on return. Send nothing that depends on it before. */
  transaction<Result>(work: () => Result): Result;
  /** The same without a flush, for work that a job can repeat: a power cut may undo it. Never for money. */
  progress<Result>(work: () => Result): Result;
  /**
   * Commits one immediate transaction before it returns, and resolves when that is on the disk. The event loop is free meanwhile.
   * @throws Error when the flush failed: the commit stands, but nothing that depends on it may be sent
   */
  durably<Result>(work: () => Result): Promise<Result>;
  /** Resolves when every commit so far is on the disk. @throws Error when the flush failed */
  flush(): Promise<void>;
  /** Copies the whole store to a new file. The event loop is free between steps. */
  backup(path: string): Promise<void>;
  /** Writes the whole write-ahead log into the database and truncates the log. */
  emptyLog(): void;
  /** Rows written by this program since it opened the store. */
  changes(): number;
  close(): void;
}

/** How the store's files are flushed. */
export type StoreFiles = Pick<Files, 'append' | 'openToFlush'>;

/**
 * Opens the store for writing; the caller holds the data folder's lock.
 * @param journal `rewrite` makes the start journal again from the rows of the store
 */
export function openStore(
  path: string,
  migrations: string,
  files: StoreFiles,
  journal: 'keep' | 'rewrite' = 'keep',
): Store {
  const database = openDatabase({ path, schema, casing: 'snake_case', migrations });
  try {
    const startJournal = openStartJournal(database.orm, files, startJournalPath(path), journal === 'rewrite');
    const store = tables(database, startJournal, createWalFlush(database.raw, files, path));
    // Recovery uses this: from now on a missing journal means that it was lost.
    if (store.settings.get('witnessed') !== true) store.settings.set('witnessed', true);
    return store;
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/** Opens a store from which nothing is sent, such as a backup that is being restored. */
export function openStoreWithoutJournal(path: string, migrations: string): Store {
  return tables(openDatabase({ path, schema, casing: 'snake_case', migrations }));
}

/** Opens the store for reading beside a writer, without the lock: for `status` and `history`. */
export function openStoreForReading(path: string): Store {
  return tables(openDatabase({ path, schema, casing: 'snake_case', readonly: true }));
}

function tables(database: Database, journal: StartJournal = NO_JOURNAL, log: WalFlush | null = null): Store {
  const { orm, raw } = database;
  const jobSums = jobSumTable(orm);
  const emptyLog = () => void raw.pragma('wal_checkpoint(TRUNCATE)');
  const flush = async () => (log === null ? emptyLog() : await log.flush());
  return {
    batches: batchTable(orm),
    connections: connectionTable(orm),
    costs: costTable(orm),
    earlier: earlierWorkTable(orm),
    events: eventTable(orm),
    generations: generationTable(orm, journal.noteAttempt),
    waitingJobs: waitingJobTable(orm),
    history: historyTable(orm),
    jobs: jobTable(orm),
    jobSums,
    lanes: laneTable(orm),
    ledger: ledgerTable(orm),
    measured: measuredResultTable(orm),
    modelSpeeds: modelSpeedTable(orm),
    moneyRecords: moneyRecordTable(orm),
    openWork: openWorkTable(orm),
    recordings: recordingTable(orm),
    recoveredJobs: recoveredJobTable(orm),
    results: resultTable(orm),
    runs: runTable(orm),
    serviceProjects: serviceProjectTable(orm),
    settings: settingTable(orm),
    storedFiles: storedFileTable(orm),
    verdicts: verdictTable(orm),
    watchedFiles: watchedFileTable(orm),
    transaction(work) {
      const result = database.transaction(work);
      if (!raw.inTransaction) journal.append(journal.takeCommitted());
      return result;
    },
    progress: (work) => database.progress(work),
    async durably(work) {
      const result = database.progress(work);
      const starts = journal.takeCommitted();
      await flush();
      await journal.appendTogether(starts);
      return result;
    },
    backup: (path) => database.backup(path),
    flush,
    emptyLog,
    changes: () => Number(raw.prepare('select total_changes()').pluck().get()) - jobSums.sumChanges(),
    close() {
      log?.close();
      database.close();
    },
  };
}

/** Most rows in one transaction of a long change. */
export const CHUNK_ROWS = 100;

/** Applies `work` to the items in chunks, a transaction each. The event loop is free in between. */
export async function inChunks<Item>(
  store: Pick<Store, 'transaction'>,
  items: readonly Item[],
  work: (chunk: readonly Item[]) => void,
  rows = CHUNK_ROWS,
): Promise<void> {
  for (let start = 0; start < items.length; start += rows) {
    store.transaction(() => work(items.slice(start, start + rows)));
    if (start + rows < items.length) await new Promise(setImmediate);
  }
}

function costTable(orm: Orm) {
  return {
    sums: costSumTable(orm),
    ledger: ledgerLineTable(orm),
    judged: judgedTable(orm),
    prices: () => readPrices(orm),
  };
}
