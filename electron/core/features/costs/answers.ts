/** The questions of Costs that take long in a long history, answered in the reading thread. */

import type { CostOverview, CostPeriodView } from '../../../../shared/contract/costs.ts';
import type { TableFormat } from '../../../../shared/contract/tables.ts';
import type { CostBy, CostFilter } from '../../../../shared/domain/costs/cost-sums.ts';
import type { InvoiceColumns } from '../../../../shared/domain/costs/invoice-columns.ts';
import type { LedgerFilter, LedgerKind, LedgerPlace } from '../../../../shared/domain/costs/ledger-lines.ts';
import type { InvoiceLine } from '../../../../shared/domain/costs/reconcile.ts';
import type { Store } from '../../store/open-store.ts';
import { ledgerPart } from './cost-file.ts';
import { linesOf, openInvoice } from './read-invoice.ts';
import { invoiceView, type ReconciledPeriod, reconcileWith, reconciliationView } from './reconciling.ts';
import { readRows } from './rows.ts';

export type CostsAnswers = ReturnType<typeof costsAnswers>;

export function costsAnswers(store: Store) {
  return {
    overview: ({ filter, starts }: { readonly filter: CostFilter; readonly starts: readonly number[] }) =>
      readOverview(store, starts, filter),
    costsBy: ({ by, filter }: { readonly by: CostBy; readonly filter: CostFilter }) => readRows(store, by, filter),
    ledger: ({ before, filter, kinds, limit }: LedgerQuestion) => {
      const { lines, next } = store.costs.ledger.page({ ...filter, kinds }, before, limit);
      return { lines: [...lines], next };
    },
    ledgerPart: ({ before, filter, format }: LedgerPartQuestion) => ledgerPart(store, filter, format, before),
    invoice: ({ text }: { readonly text: string }) => invoiceView(openInvoice(text)),
    reconcile: ({ columns, connectionId, text }: InvoiceQuestion) =>
      reconciliationView(reconcileWith(store, linesOf(openInvoice(text), columns), { connectionId })),
    reconcileLines: ({ lines, ...period }: ReconciledPeriod & { readonly lines: readonly InvoiceLine[] }) =>
      reconciliationView(reconcileWith(store, { lines, rounding: 0 }, period)),
  };
}

interface LedgerQuestion {
  readonly filter: CostFilter;
  readonly kinds?: readonly LedgerKind[] | undefined;
  readonly before: LedgerPlace | null;
  readonly limit: number;
}

interface LedgerPartQuestion {
  readonly filter: LedgerFilter;
  readonly format: TableFormat;
  /** Null for the first part. */
  readonly before: LedgerPlace | null;
}

interface InvoiceQuestion {
  readonly connectionId: string;
  readonly text: string;
  readonly columns: InvoiceColumns | null;
}

/** @param starts of the chart's periods, and the end of the last one */
function readOverview(
  { connections, costs }: Pick<Store, 'connections' | 'costs'>,
  starts: readonly number[],
  filter: CostFilter,
): CostOverview {
  const periods = new Map<number, CostPeriodView>(starts.slice(0, -1).map((start) => [start, { start, models: [] }]));
  for (const { batches: _, key: __, lastAt: ___, start, ...sums } of costs.sums.byPeriod(starts, filter))
    periods.get(start)?.models.push(sums);
  return {
    total: costs.sums.total(filter),
    held: costs.sums.held(filter),
    periods: [...periods.values()],
    prices: costs.prices(),
    connections: costs.sums.connections().flatMap((id) => {
      const name = connections.get(id)?.name;
      return name === undefined ? [] : [{ id, name }];
    }),
  };
}
