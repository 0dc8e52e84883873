/** What a start costs in a long ledger, against the same start in an empty one. */

import path from 'node:path';
import { openSqliteAccount, type SqliteAccount } from '../harness/money/sqlite-account.ts';
import type { Bench } from './bench.ts';

const LEDGER_ROWS = 100_000;
/** A generation that is charged leaves two entries and six postings. */
const ROWS_A_GENERATION = 8;
const MEASURED = 500;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../electron/service/migrations');

export const bench: Bench = {
  measures: `Time of a start, hold and all, with ${LEDGER_ROWS} rows in the ledger, against an empty one`,
  unit: 'times',
  target: 2,
  better: 'lower',
  run: async (folder) => {
    const account = await openSqliteAccount(path.join(folder, 'service.sqlite'), MIGRATIONS);
    try {
      await account.apply({ kind: 'method', label: 'Card' });
      await account.apply({ kind: 'upgrade' });
      const emptyMs = await medianStart(account);
      while (account.started() * ROWS_A_GENERATION < LEDGER_ROWS) {
        await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 1 });
        await account.apply({ kind: 'complete', which: account.started() - 1, seconds: 60 });
      }
      const longMs = await medianStart(account);
      return { value: longMs / emptyMs, details: { ledgerRows: LEDGER_ROWS, emptyMs, longMs } };
    } finally {
      await account.store.close();
    }
  },
};

async function medianStart(account: SqliteAccount): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < MEASURED; turn++) {
    const began = performance.now();
    await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 1 });
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  return Number((times[MEASURED / 2] ?? 0).toFixed(3));
}
