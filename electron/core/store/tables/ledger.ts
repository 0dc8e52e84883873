/** The cost ledger: holds before a start, charges on completion, releases, refunds. Append-only. */

import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { connections, costGroups, generations, jobs, ledger, type Orm } from '../schema.ts';
import { lazily, preparedInsert, preparedRows } from '../statements/prepared.ts';

/** Micro-USD. Entries without a price count as 0. */
export interface Spending {
  readonly charged: MicroUsd;
  readonly held: MicroUsd;
}

/** Micro-USD charged in a day and in its month, and held now. */
export interface SpendingPeriods {
  readonly day: MicroUsd;
  readonly month: MicroUsd;
  readonly held: MicroUsd;
}

/** What one model cost over one connection in one calendar month. */
export interface MonthlyCosts extends Spending {
  /** `2026-11` */
  readonly month: string;
  readonly connection: string;
  readonly model: ModelId;
  /** Charged generations. */
  readonly generations: number;
  /** Billed seconds. */
  readonly seconds: number;
  /** Charged generations whose price is not known. */
  readonly unpriced: number;
}

const QUARTER_MS = 15 * 60_000;

/** A refund cancels its charge. */
const sign = sql`case ${ledger.kind} when 'charge' then 1 when 'refund' then -1 else 0 end`;
const charged = sql<number>`coalesce(sum(${sign} * ${ledger.amount}), 0)`;
/** Charged generations without a price. */
const unpriced = sql<number>`coalesce(sum(${sign} * (${ledger.amount} is null)), 0)`;
const held = sql<number>`coalesce(sum(case ${ledger.kind} when 'hold' then ${ledger.amount} when 'release' then -${ledger.amount} else 0 end), 0)`;

export function ledgerTable(orm: Orm) {
  const byGeneration = preparedRows(orm, ledger, (all) =>
    all.where(eq(ledger.generationId, sql.placeholder('generationId'))).orderBy(asc(ledger.id)),
  );
  const since = lazily(() =>
    orm
      .select({ charged, unpriced })
      .from(ledger)
      .where(gte(ledger.at, sql.placeholder('at')))
      .prepare(),
  );
  const chargedOver = lazily(() =>
    orm
      .select({
        day: sql<number>`coalesce(sum(${sign} * ${ledger.amount} * (${ledger.at} >= ${sql.placeholder('dayStart')})), 0)`,
        month: charged,
      })
      .from(ledger)
      .innerJoin(generations, eq(generations.id, ledger.generationId))
      .innerJoin(jobs, eq(jobs.id, generations.jobId))
      .where(and(gte(ledger.at, sql.placeholder('monthStart')), eq(jobs.connectionId, sql.placeholder('connectionId'))))
      .prepare(),
  );
  const heldNow = sql<number>`coalesce(sum(${costGroups.held}), 0)`;
  const heldOver = lazily(() =>
    orm
      .select({ held: heldNow })
      .from(costGroups)
      .where(eq(costGroups.connectionId, sql.placeholder('connectionId')))
      .prepare(),
  );
  const holds = lazily(() => orm.select({ held: heldNow }).from(costGroups).prepare());

  return {
    append: preparedInsert(orm, ledger),
    ofGeneration(generationId: string) {
      return byGeneration.all({ generationId });
    },
    /** The hold of a generation that was not released, or undefined. */
    openHold(generationId: string) {
      const rows = byGeneration.all({ generationId });
      const released = new Set(rows.filter((row) => row.kind === 'release').map((row) => row.attemptId));
      return rows.find((row) => row.kind === 'hold' && !released.has(row.attemptId));
    },
    /** The charge for the last start of a generation; undefined when there is none or it was refunded. */
    lastCharge(generationId: string) {
      const rows = byGeneration.all({ generationId });
      const attemptId = rows.findLast(({ kind }) => kind === 'hold')?.attemptId;
      const ofLast = rows.filter((row) => row.attemptId === attemptId);
      return ofLast.some(({ kind }) => kind === 'refund') ? undefined : ofLast.find(({ kind }) => kind === 'charge');
    },
    /** @param since charges before it don't count; everything that is held does */
    ofBatch(batchId: string, since = 0): Spending {
      const chargedSince = sql<number>`coalesce(sum(${sign} * ${ledger.amount} * (${ledger.at} >= ${since})), 0)`;
      const row = orm
        .select({ charged: chargedSince, held })
        .from(ledger)
        .innerJoin(generations, eq(generations.id, ledger.generationId))
        .innerJoin(jobs, eq(jobs.id, generations.jobId))
        .where(eq(jobs.batchId, batchId))
        .get();
      return row ?? { charged: 0, held: 0 };
    },
    /** Charges over a connection since the beginnings of a day and of its month, and everything that is held. */
    ofConnection(connectionId: string, dayStart: number, monthStart: number): SpendingPeriods {
      const { day, month } = chargedOver().get({ connectionId, dayStart, monthStart }) ?? { day: 0, month: 0 };
      return { day, month, held: heldOver().get({ connectionId })?.held ?? 0 };
    },
    /** @returns micro-USD, and the number of generations that were charged without a known price */
    chargedSince(at: number): { readonly charged: MicroUsd; readonly unpriced: number } {
      return since().get({ at }) ?? { charged: 0, unpriced: 0 };
    },
    /** Newest month first. @param monthOf the month of a time, in milliseconds since the epoch; no zone begins one within a quarter of an hour */
    byMonth(monthOf: (at: number) => string): MonthlyCosts[] {
      const rows = orm
        .select({
          quarter: sql<number>`${ledger.at} / ${QUARTER_MS}`,
          connectionId: connections.id,
          connection: connections.name,
          model: costGroups.model,
          generations: sql<number>`coalesce(sum(${sign}), 0)`,
          seconds: sql<number>`coalesce(sum(${sign} * ${ledger.seconds}), 0)`,
          unpriced,
          charged,
          held,
        })
        .from(ledger)
        .innerJoin(costGroups, eq(costGroups.id, ledger.groupId))
        .innerJoin(connections, eq(connections.id, costGroups.connectionId))
        .groupBy(sql`1`, connections.id, costGroups.model)
        .orderBy(sql`1 desc`, connections.name, costGroups.model)
        .all();
      const months = new Map<string, MonthlyCosts>();
      for (const { connectionId, quarter, ...own } of rows) {
        const month = monthOf(quarter * QUARTER_MS);
        const key = `${month}\n${own.connection}\n${connectionId}\n${own.model}`;
        months.set(key, { ...sumOf(months.get(key), own), month });
      }
      const sorted = [...months].sort(
        ([one, of], [other, and]) => -compare(of.month, and.month) || compare(one, other),
      );
      return sorted.map(([, costs]) => costs);
    },
    held(): MicroUsd {
      return holds().get()?.held ?? 0;
    },
  };
}

type Sums = Omit<MonthlyCosts, 'month'>;

function sumOf(before: Sums | undefined, more: Sums): Sums {
  if (before === undefined) return more;
  return {
    ...more,
    generations: before.generations + more.generations,
    seconds: before.seconds + more.seconds,
    unpriced: before.unpriced + more.unpriced,
    charged: before.charged + more.charged,
    held: before.held + more.held,
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
