/** The cost ledger: holds before a start, charges when a generation completes, releases. Rows are only ever added. */

import { and, eq, gte, sql } from 'drizzle-orm';
import type { MicroUsd } from '../../../shared/domain/money.ts';
import type { Orm } from './open-store.ts';
import { generations, jobs, ledger } from './schema.ts';

/** Micro-USD; entries without a price count as nothing here and are shown as unknown elsewhere. */
export interface Spending {
  readonly charged: MicroUsd;
  readonly held: MicroUsd;
}

const charged = sql<number>`coalesce(sum(case when ${ledger.kind} = 'charge' then ${ledger.amount} else 0 end), 0)`;
const held = sql<number>`coalesce(sum(case ${ledger.kind} when 'hold' then ${ledger.amount} when 'release' then -${ledger.amount} else 0 end), 0)`;

export function ledgerTable(orm: Orm) {
  return {
    append(entry: typeof ledger.$inferInsert): void {
      orm.insert(ledger).values(entry).run();
    },
    ofGeneration(generationId: string) {
      return orm.select().from(ledger).where(eq(ledger.generationId, generationId)).all();
    },
    /** The attempt whose hold of a generation still stands, or undefined. */
    openHold(generationId: string) {
      const rows = orm.select().from(ledger).where(eq(ledger.generationId, generationId)).all();
      const released = new Set(rows.filter((row) => row.kind === 'release').map((row) => row.attemptId));
      return rows.find((row) => row.kind === 'hold' && !released.has(row.attemptId));
    },
    ofBatch(batchId: string): Spending {
      const row = orm
        .select({ charged, held })
        .from(ledger)
        .innerJoin(generations, eq(generations.id, ledger.generationId))
        .innerJoin(jobs, eq(jobs.id, generations.jobId))
        .where(eq(jobs.batchId, batchId))
        .get();
      return row ?? { charged: 0, held: 0 };
    },
    chargedSince(at: number): MicroUsd {
      return (
        orm
          .select({ charged })
          .from(ledger)
          .where(and(gte(ledger.at, at)))
          .get()?.charged ?? 0
      );
    },
    held(): MicroUsd {
      return orm.select({ held }).from(ledger).get()?.held ?? 0;
    },
  };
}
