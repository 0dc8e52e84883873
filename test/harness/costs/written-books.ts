/** Sequences that are written straight through the stores' own statements, where refunds and unknown prices are as common as charges. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '../../../electron/core/store/open-store.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { openSqliteStore } from '../../../electron/service/store/sqlite/sqlite-store.ts';
import { MIGRATIONS } from '../store/released-store.ts';
import { type Asked, disagreements, openAccount, readDesk } from './all-books.ts';
import { addWork, startLedger, type Written } from './random-ledger.ts';

/** Sequences that share a desk: each adds to what the ones before have written. */
const OF_ONE_DESK = 20;

export interface WrittenReport {
  readonly sequences: number;
  readonly refunds: number;
  readonly violations: readonly string[];
}

/** @param migrations of the service's store */
export async function writeBooks(sequences: number, migrations: string, firstSeed = 1): Promise<WrittenReport> {
  let refunds = 0;
  const violations: string[] = [];
  for (let done = 0; done < sequences; done += OF_ONE_DESK) {
    const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-books-'));
    const database = path.join(folder, 'desk.sqlite');
    const store = openStore(database, MIGRATIONS, nodeFiles);
    const service = openSqliteStore(path.join(folder, 'service.sqlite'), migrations);
    const ledger = startLedger(store, firstSeed + done);
    try {
      const bill = await openAccount(service, 'usr_1');
      for (let number = done; number < Math.min(done + OF_ONE_DESK, sequences); number++) {
        const from = ledger.written.length;
        store.transaction(() => {
          for (let recording = 0; recording <= ledger.draw(5); recording++) addWork(ledger);
          // Deleted from History: what it cost stays.
          if (ledger.draw(3) === 0) store.history.forget([`job-${ledger.draw(ledger.made)}`], ledger.now);
        });
        const mine = ledger.written.slice(from);
        const billed = await bill(askedFor(mine));
        const books = readDesk(database);
        const found = disagreements({ ...books, spent: { ...books.spent, ...billed } });
        violations.push(...found.map((what) => `sequence ${number}: ${what}`));
        refunds += mine.filter(({ kind }) => kind === 'refund').length;
      }
    } finally {
      await service.close();
      store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { sequences, refunds, violations };
}

/** What a service with the same prices was asked for; where the price isn't known, the desk counts nothing. */
function askedFor(written: readonly Written[]): readonly Asked[] {
  const asked: Asked[] = [];
  for (const { amount, kind, model, seconds } of written) {
    if (amount === null) continue;
    if (kind === 'charge') asked.push({ model, seconds, price: amount / seconds, isComplete: true });
    const last = asked.at(-1);
    if (kind === 'refund' && last !== undefined) asked.splice(-1, 1, { ...last, isComplete: false });
  }
  return asked;
}
