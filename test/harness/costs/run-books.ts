/** Sequences of work, crash, retry, price change, refund and deletion, at the end of which all books must say the same. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteStore } from '../../../electron/service/store/sqlite/sqlite-store.ts';
import { runSeed } from '../simulation/run-seed.ts';
import { type Asked, billAtService, disagreements, readDesk } from './all-books.ts';

export interface BooksReport {
  readonly sequences: number;
  readonly deaths: number;
  /** Micro-USD, of all sequences. */
  readonly spent: number;
  /** Entries of all ledgers by their kind. */
  readonly entries: Readonly<Record<string, number>>;
  readonly deletions: number;
  readonly priceChanges: number;
  readonly violations: readonly string[];
}

/** @param seeds each is a sequence @param migrations of the service's store */
export async function runBooks(seeds: readonly number[], steps: number, migrations: string): Promise<BooksReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-books-'));
  const service = openSqliteStore(path.join(folder, 'service.sqlite'), migrations);
  const counts = { sequences: 0, deaths: 0, spent: 0, deletions: 0, priceChanges: 0 };
  const entries: Record<string, number> = {};
  const violations: string[] = [];
  try {
    for (const seed of seeds) {
      const report = await runSeed({
        ...{ seed, steps, ofMoney: true },
        async atEnd(world, database) {
          const books = readDesk(database);
          const known = new Set(world.books.generations().map(({ remoteId }) => remoteId));
          const asked = world.vendor.generations
            .filter(({ id }) => known.has(id))
            .map((one): Asked => ({ ...one, isComplete: world.vendor.isComplete(one) }));
          const billed = await billAtService(service, `usr_${seed}`, asked);
          const found = disagreements({ ...books, spent: { ...books.spent, ...billed } });
          for (const what of found) world.violate(what);
          counts.spent += books.spent.total ?? 0;
          for (const [kind, count] of Object.entries(books.entries)) entries[kind] = (entries[kind] ?? 0) + count;
        },
      });
      counts.sequences += 1;
      counts.deaths += report.deaths;
      counts.deletions += report.stepsTaken.filter((step) => step.startsWith('forget')).length;
      counts.priceChanges += report.stepsTaken.filter((step) => step.startsWith('price')).length;
      violations.push(...report.violations.map((what) => `seed ${seed} ${what}`));
    }
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { ...counts, entries, violations };
}
