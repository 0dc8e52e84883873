/** Everything that says what was spent: the page's queries, files, terminal and ledger of a desk, and usage and invoices of a service. */

import { parse } from 'csv-parse/sync';
import { ledgerText } from '../../../electron/core/features/costs/cost-file.ts';
import { createAnswers } from '../../../electron/core/reading/answers.ts';
import { openStoreForReading } from '../../../electron/core/store/open-store.ts';
import { localMonth } from '../../../electron/hosts/cli/reports/local-time.ts';
import type { ServiceStore } from '../../../electron/service/store/store.ts';
import { COST_BY } from '../../../shared/domain/costs/cost-sums.ts';
import type { LedgerLine } from '../../../shared/domain/costs/ledger-lines.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { MICRO_USD_PER_USD } from '../../../shared/domain/money.ts';
import { accountIn, allInvoices } from '../money/sqlite-account.ts';

/** Every month that a clock may show, however it was set. */
const STARTS = Array.from({ length: 60 }, (_, month) => Date.UTC(2024, month, 1));

export interface Books {
  /** What each of them says was spent, in micro-USD. */
  readonly spent: Readonly<Record<string, number>>;
  /** What each of them says is held. */
  readonly held: Readonly<Record<string, number>>;
  /** Entries of the ledger by their kind. */
  readonly entries: Readonly<Record<string, number>>;
}

/** @param database of the desk */
export function readDesk(database: string): Books {
  const store = openStoreForReading(database);
  try {
    // Nothing is asked about history, so that no index is needed.
    const answers = createAnswers(store, null as never);
    const { held, periods, total } = answers.overview({ starts: STARTS, filter: {} });
    const lines: LedgerLine[] = [];
    let before: { readonly at: number; readonly id: number } | null = null;
    do {
      const page: ReturnType<typeof answers.ledger> = answers.ledger({ filter: {}, before, limit: 97 });
      lines.push(...page.lines);
      before = page.next;
    } while (before !== null);
    const json: readonly LedgerLine[] = JSON.parse([...ledgerText(store, {}, 'json')].join(''));
    const rows: Record<string, string>[] = parse([...ledgerText(store, {}, 'csv')].join(''), {
      bom: true,
      columns: true,
    });
    const csv = rows.map((row) => ({
      kind: row.line ?? '',
      amount: Math.round(Number(row['amount usd']) * MICRO_USD_PER_USD),
    }));
    const by = COST_BY.map((dimension) => {
      const found = answers.costsBy({ by: dimension, filter: {} }).rows;
      return [`by ${dimension}`, sum(found, ({ total: { charged } }) => charged)] as const;
    });
    const months = store.ledger.byMonth(localMonth);
    return {
      spent: {
        total: total.charged,
        months: sum(periods, ({ models }) => sum(models, ({ charged }) => charged)),
        ...Object.fromEntries(by),
        ledger: net(lines, 'charge', 'refund'),
        json: net(json, 'charge', 'refund'),
        csv: net(csv, 'charge', 'refund'),
        terminal: sum(months, ({ charged }) => charged),
        caps: sum(store.connections.list(), ({ id }) => store.ledger.ofConnection(id, 0, 0).month),
        'batch summary': store.ledger.chargedSince(0).charged,
      },
      held: {
        total: held,
        ledger: net(lines, 'hold', 'release'),
        csv: net(csv, 'hold', 'release'),
        footer: store.ledger.held(),
      },
      entries: Object.fromEntries(
        ['hold', 'charge', 'release', 'refund'].map((kind) => [kind, lines.filter((one) => one.kind === kind).length]),
      ),
    };
  } finally {
    store.close();
  }
}

/** What a service was asked for, and whether it completed it. */
export interface Asked {
  readonly model: ModelId;
  readonly seconds: number;
  /** Micro-USD a second. */
  readonly price: number;
  readonly isComplete: boolean;
}

/** What a service says was spent since its account was opened, in micro-USD. */
export type Billed = Readonly<Record<'usage' | 'lines of invoices', number>>;

/**
 * Opens an account at the real service.
 * @param userId one that is new
 * @returns lets the service do work, and invoices all of it
 */
export async function openAccount(
  service: ServiceStore,
  userId: string,
): Promise<(asked: readonly Asked[]) => Promise<Billed>> {
  const account = await accountIn(service, userId);
  await account.apply({ kind: 'method', label: 'Card' });
  return async (asked) => {
    await account.apply({ kind: 'upgrade' });
    for (const [number, { isComplete, model, price: pricePerSecond, seconds }] of asked.entries()) {
      const which = account.started();
      const outcome = await account.apply({ kind: 'start', seconds, pricePerSecond, model });
      if (outcome !== 'started') throw new Error(`The service does not start: ${outcome}`);
      await account.apply(isComplete ? { kind: 'complete', which, seconds } : { kind: 'fail', which });
      if (number % 3 === 2) await account.apply({ kind: 'pass', milliseconds: 11 * 24 * 3600_000 });
      await account.apply({ kind: 'close-months' });
    }
    await account.apply({ kind: 'downgrade', pays: true });
    const usage = (await service.billing.listUsage(userId, { limit: 100_000, before: null })) ?? [];
    const invoices = await allInvoices(service.billing, userId);
    return {
      usage: sum(usage, ({ amount }) => amount),
      'lines of invoices': sum(invoices, ({ lines }) => sum(lines, ({ amount }) => amount)),
    };
  };
}

/** @returns what doesn't agree, in words */
export function disagreements({ held, spent }: Pick<Books, 'held' | 'spent'>): string[] {
  return [
    ...(new Set(Object.values(spent)).size > 1 ? [`Spent: ${JSON.stringify(spent)}`] : []),
    ...(new Set(Object.values(held)).size > 1 ? [`Held: ${JSON.stringify(held)}`] : []),
  ];
}

function sum<Item>(all: readonly Item[], amount: (one: Item) => number): number {
  return all.reduce((total, one) => total + amount(one), 0);
}

function net(lines: readonly { readonly kind: string; readonly amount: number | null }[], plus: string, minus: string) {
  return sum(lines, ({ amount, kind }) => (kind === plus ? 1 : kind === minus ? -1 : 0) * (amount ?? 0));
}
