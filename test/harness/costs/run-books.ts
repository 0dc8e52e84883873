/** Sequences of work, crash, retry, price change, refund and deletion, after each of which all books must say the same. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteStore } from '../../../electron/service/store/sqlite/sqlite-store.ts';
import { runSeed } from '../simulation/run-seed.ts';
import type { World } from '../simulation/world.ts';
import { type Asked, type Books, disagreements, openAccount, readDesk } from './all-books.ts';

/** Sequences of one desk: each begins with what the ones before have left. */
export const OF_ONE_DESK = 10;
/** Longer ones change no book. */
const LONGEST_GENERATION_MS = 60_000;

export interface BooksReport {
  /** Those after which all books were compared. */
  readonly sequences: number;
  /** Of them, those in which something was charged or given back. */
  readonly withMoney: number;
  readonly deaths: number;
  /** Micro-USD, of all sequences. */
  readonly spent: number;
  /** Entries of all ledgers by their kind. */
  readonly entries: Readonly<Record<string, number>>;
  readonly deletions: number;
  readonly priceChanges: number;
  readonly retries: number;
  readonly violations: readonly string[];
}

/** @param seeds each is a desk with `OF_ONE_DESK` sequences @param steps of a sequence @param migrations of the service's store */
export async function runBooks(seeds: readonly number[], steps: number, migrations: string): Promise<BooksReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-books-'));
  const service = openSqliteStore(path.join(folder, 'service.sqlite'), migrations);
  const counts = { sequences: 0, withMoney: 0, deaths: 0, spent: 0, deletions: 0, priceChanges: 0, retries: 0 };
  const entries: Record<string, number> = {};
  const violations: string[] = [];
  try {
    for (const seed of seeds) {
      const bill = await openAccount(service, `usr_${seed}`);
      const asked = new Set<string>();
      let sequence = 0;
      let last: Books | null = null;
      const report = await runSeed({
        ...{ seed, steps, sequences: OF_ONE_DESK, ofMoney: true, longestGenerationMs: LONGEST_GENERATION_MS },
        async atEnd(world, database) {
          sequence += 1;
          const books = readDesk(database);
          const billed = await bill(endedSince(world, asked));
          for (const what of disagreements({ ...books, spent: { ...books.spent, ...billed } }))
            world.violate(`After sequence ${sequence}: ${what}`);
          counts.sequences += 1;
          if (moved(books.entries) > moved(last?.entries)) counts.withMoney += 1;
          last = books;
        },
      });
      const ended = last as Books | null;
      counts.spent += ended?.spent.total ?? 0;
      for (const [kind, count] of Object.entries(ended?.entries ?? {})) entries[kind] = (entries[kind] ?? 0) + count;
      counts.deaths += report.deaths;
      const taken = (name: string) => report.stepsTaken.filter((step) => step.startsWith(`${name}(`)).length;
      counts.deletions += taken('forget');
      counts.priceChanges += taken('price');
      counts.retries += taken('retry');
      violations.push(...report.violations.map((what) => `seed ${seed} ${what}`));
    }
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { ...counts, entries, violations };
}

/** What the vendor has ended since, apart from what the desk doesn't know. It is invoiced, so it won't be taken back. */
function endedSince({ books, vendor }: World, asked: Set<string>): Asked[] {
  const known = new Set(books.generations().map(({ remoteId }) => remoteId));
  const ended = vendor.generations.filter((one) => known.has(one.id) && !asked.has(one.id) && vendor.isOver(one));
  for (const one of ended) {
    asked.add(one.id);
    vendor.settle(one);
  }
  return ended.map((one): Asked => ({ ...one, isComplete: vendor.isComplete(one) }));
}

function moved(entries: Readonly<Record<string, number>> = {}): number {
  return (entries.charge ?? 0) + (entries.refund ?? 0);
}
