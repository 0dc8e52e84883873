/** What holds of money, tried a hundred thousand times each, and what a start costs in a long ledger. */

import path from 'node:path';
import fc from 'fast-check';
import { MONEY_PROPERTIES } from '../fixtures/money/properties.ts';
import { openSqliteAccount, type SqliteAccount } from '../fixtures/money/sqlite-account.ts';
import type { Bench } from './bench.ts';

const RUNS = 100_000;
const LEDGER_ROWS = 100_000;
/** A generation that is charged leaves two entries and six postings. */
const ROWS_A_GENERATION = 8;
const MEASURED = 500;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../electron/service/migrations');

export const bench: Bench = {
  measures: `Properties of money that do not hold, ${Object.keys(MONEY_PROPERTIES).length} of them in ${RUNS} cases each`,
  unit: 'violations',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const began = performance.now();
    let violations = 0;
    for (const [claim, property] of Object.entries(MONEY_PROPERTIES)) {
      const { failed, counterexample, seed } = fc.check(property, { numRuns: RUNS });
      if (failed) {
        violations += 1;
        console.error(`Does not hold: ${claim}. Seed ${seed}: ${JSON.stringify(counterexample)}`);
      }
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    return {
      value: violations,
      details: {
        properties: Object.keys(MONEY_PROPERTIES).length,
        cases: RUNS,
        seconds,
        ...(await measureStarts(folder)),
      },
    };
  },
};

/** Milliseconds of a start, hold and all, in an empty ledger and in a long one. */
async function measureStarts(folder: string): Promise<Record<string, number>> {
  const account = await openSqliteAccount(path.join(folder, 'service.sqlite'), MIGRATIONS);
  try {
    await account.apply({ kind: 'method', label: 'Card' });
    await account.apply({ kind: 'upgrade' });
    const startInEmptyLedgerMs = await medianStart(account);
    while (account.started() * ROWS_A_GENERATION < LEDGER_ROWS) {
      await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 1 });
      await account.apply({ kind: 'complete', which: account.started() - 1, seconds: 60 });
    }
    return { ledgerRows: LEDGER_ROWS, startInEmptyLedgerMs, startInLongLedgerMs: await medianStart(account) };
  } finally {
    await account.store.close();
  }
}

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
