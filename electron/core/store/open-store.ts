/** Opens the desk's store and hands out its tables, one module an aggregate. */

import { type OpenDatabase, openDatabase } from '../../platform/sqlite.ts';
import { batchTable } from './batches.ts';
import { connectionTable } from './connections.ts';
import { earlierResultTable } from './earlier-results.ts';
import { eventTable } from './events.ts';
import { generationTable } from './generations.ts';
import { historyTable } from './history.ts';
import { jobTable } from './jobs.ts';
import { ledgerTable } from './ledger.ts';
import { recordingTable } from './recordings.ts';
import { resultTable } from './results.ts';
import { schema } from './schema.ts';
import { settingTable } from './settings.ts';

export type Database = OpenDatabase<typeof schema>;
export type Orm = Database['orm'];

export interface Store {
  readonly batches: ReturnType<typeof batchTable>;
  readonly connections: ReturnType<typeof connectionTable>;
  readonly earlierResults: ReturnType<typeof earlierResultTable>;
  readonly events: ReturnType<typeof eventTable>;
  readonly generations: ReturnType<typeof generationTable>;
  readonly history: ReturnType<typeof historyTable>;
  readonly jobs: ReturnType<typeof jobTable>;
  readonly ledger: ReturnType<typeof ledgerTable>;
  readonly recordings: ReturnType<typeof recordingTable>;
  readonly results: ReturnType<typeof resultTable>;
  readonly settings: ReturnType<typeof settingTable>;
  /** One immediate transaction, synchronous; nothing may be sent on its strength before it returned. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

/** Opens the store for writing; the caller holds the data folder's lock. */
export function openStore(path: string, migrations: string): Store {
  return tables(openDatabase({ path, schema, casing: 'snake_case', migrations }));
}

/** Opens the store for reading beside a writer: for `status` and `history`, which need no lock. */
export function openStoreForReading(path: string): Store {
  return tables(openDatabase({ path, schema, casing: 'snake_case', readonly: true }));
}

function tables(database: Database): Store {
  const { orm } = database;
  return {
    batches: batchTable(orm),
    connections: connectionTable(orm),
    earlierResults: earlierResultTable(orm),
    events: eventTable(orm),
    generations: generationTable(orm),
    history: historyTable(orm),
    jobs: jobTable(orm),
    ledger: ledgerTable(orm),
    recordings: recordingTable(orm),
    results: resultTable(orm),
    settings: settingTable(orm),
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
  };
}
