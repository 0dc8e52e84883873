/** Costs on the fake desk: what a scene put there, filtered by connection only. */

import type {
  AccountFigures,
  CostRow,
  PriceView,
  ReconciliationView,
  ServiceInvoiceView,
} from '../../../shared/contract/costs.ts';
import { addCosts, type CostBy, type CostSums, NO_COSTS } from '../../../shared/domain/costs/cost-sums.ts';
import { guessColumns } from '../../../shared/domain/costs/invoice-columns.ts';
import type { LedgerLine } from '../../../shared/domain/costs/ledger-lines.ts';
import { invoiceNotes } from '../../../shared/domain/costs/service-invoices.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import type { FakeState } from './fake-state.ts';
import { type Os, refuse } from './refuse.ts';

export interface FakeCosts {
  /** What was charged with a model at some time. */
  charges: readonly (CostSums & { readonly at: number; readonly model: ModelId; readonly connectionId: string })[];
  held: number;
  rows: Partial<Record<CostBy, readonly CostRow[]>>;
  /** Newest first. */
  lines: readonly LedgerLine[];
  prices: readonly PriceView[];
  /** By connection; the others don't tell. */
  accounts: Readonly<Record<string, AccountFigures>>;
  /** Of every connection. */
  invoices: readonly ServiceInvoiceView[];
  connections: readonly { readonly id: string; readonly name: string }[];
}

export const NO_FAKE_COSTS: FakeCosts = {
  charges: [],
  held: 0,
  rows: {},
  lines: [],
  prices: [],
  accounts: {},
  invoices: [],
  connections: [],
};

/** One charge that the invoice lacks, and one line with another amount. */
const DIFFERING: ReconciliationView = {
  ...{ matched: 214, invoiced: 71_520_000, charged: 72_360_000, found: 2 },
  sentence: 'You haven’t been billed for 1 charge (0.84 USD). Check again when the next invoice arrives.',
  discrepancies: [
    {
      ...{ kind: 'different', row: 7, at: 1_792_000_000_000, generationId: 'g-5d1f', model: 'service-2' },
      ...{ invoicedSeconds: 560, invoiced: 300_000, chargedSeconds: 560, charged: 280_000 },
      ...{ recording: 'Open Line – caller 2.wav', differences: ['amount'] },
    },
    {
      ...{ kind: 'missing-there', row: null, at: 1_792_000_000_000, generationId: 'g-5d20', model: 'service-3.5' },
      ...{ invoicedSeconds: null, invoiced: null, chargedSeconds: 560, charged: 840_000 },
      ...{ recording: 'Open Line – caller 3.wav', differences: [] },
    },
  ],
};

export function costHandlers(os: Os, fake: FakeState) {
  const group = os.costs;
  const charged = (from: number, to: number, connectionId: string | null) =>
    fake.costs.charges.filter(
      (one) => one.at >= from && one.at < to && (connectionId ?? one.connectionId) === one.connectionId,
    );
  const sumOf = (all: readonly CostSums[]) => all.reduce(addCosts, NO_COSTS);
  return {
    overview: group.overview.handler(({ input: { filter, starts } }) => {
      const { connectionId = null, from, to } = filter;
      return {
        total: sumOf(charged(from ?? 0, to ?? Number.MAX_SAFE_INTEGER, connectionId)),
        held: fake.costs.held,
        periods: starts.slice(0, -1).map((start, index) => {
          const all = charged(start, starts[index + 1] ?? 0, connectionId);
          const models = [...new Set(all.map(({ model }) => model))];
          return {
            start,
            models: models.map((model) => ({ model, ...sumOf(all.filter((one) => one.model === model)) })),
          };
        }),
        prices: [...fake.costs.prices],
        connections: [...fake.costs.connections],
      };
    }),
    by: group.by.handler(({ input }) => ({ rows: [...(fake.costs.rows[input.by] ?? [])], rest: 0 })),
    ledger: group.ledger.handler(({ input: { before, filter, kinds, limit } }) => {
      fake.ledgerFilters.push(filter);
      const all = fake.costs.lines.filter(({ kind }) => kinds?.includes(kind) ?? true);
      const rest = before === null ? all : all.slice(all.findLastIndex(({ id }) => id === before.id) + 1);
      const lines = rest.slice(0, limit);
      const last = lines.length < rest.length ? lines.at(-1) : undefined;
      return { lines, next: last === undefined ? null : { at: last.at, id: last.id } };
    }),
    readInvoice: group.readInvoice.handler(({ input }) => {
      const [head = '', ...rows] = input.text.trim().split('\n');
      const columns = head.split(',');
      if (columns.length < 2) throw refuse('notPossibleNow');
      const sample = rows.map((row) => row.split(','));
      return { kind: 'csv' as const, lines: rows.length, columns, sample, guess: guessColumns(columns) };
    }),
    reconcile: group.reconcile.handler(({ input }) => {
      fake.reconciled.push(input.columns);
      return DIFFERING;
    }),
    reconcileUsage: group.reconcileUsage.handler(() => DIFFERING),
    invoices: group.invoices.handler(() => ({ invoices: [...fake.costs.invoices] })),
    reconcileInvoice: group.reconcileInvoice.handler(({ input }) => {
      const invoice = fake.costs.invoices.find(({ invoiceId }) => invoiceId === input.invoiceId);
      if (invoice === undefined) throw refuse('notFound');
      return { ...DIFFERING, invoice, notes: invoiceNotes(invoice, invoice.usage) };
    }),
    account: group.account.handler(({ input }) => ({ account: fake.costs.accounts[input.connectionId] ?? null })),
  };
}
