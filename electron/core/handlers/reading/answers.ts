/** What the reading thread answers: the questions of History and Costs that take long in a long history. */

import type { HistorySums } from '../../../../shared/contract/history.ts';
import type { TableFormat } from '../../../../shared/contract/tables.ts';
import type { CostBy, CostFilter } from '../../../../shared/domain/costs/cost-sums.ts';
import type { InvoiceColumns } from '../../../../shared/domain/costs/invoice-columns.ts';
import type { LedgerFilter, LedgerKind, LedgerPlace } from '../../../../shared/domain/costs/ledger-lines.ts';
import type { InvoiceLine } from '../../../../shared/domain/costs/reconcile.ts';
import type { HistoryFilter } from '../../../../shared/domain/history/filter.ts';
import type { Counted } from '../../store/history-index/find-entries.ts';
import type { HistoryIndex, Question } from '../../store/history-index/history-index.ts';
import { MOST_COUNTED } from '../../store/history-index/prepare-search.ts';
import type { Store } from '../../store/open-store.ts';
import { ledgerPart } from '../costs/cost-file.ts';
import { readOverview } from '../costs/overview.ts';
import { linesOf, openInvoice } from '../costs/read-invoice.ts';
import { invoiceView, type ReconciledPeriod, reconcileWith, reconciliationView } from '../costs/reconciling.ts';
import { readRows } from '../costs/rows.ts';
import { readEntries } from '../history/read-history.ts';

export type Answers = ReturnType<typeof createAnswers>;

/** Each takes one value, and what it gives can be copied to another thread. */
export function createAnswers(store: Store, index: HistoryIndex) {
  return {
    search: async (question: Question) => {
      const { entries, counted } = await index.find(question);
      const last = entries.at(-1);
      return {
        entries: readEntries(
          store,
          entries.map(({ jobId }) => jobId),
        ),
        next: last === undefined || entries.length < question.limit ? null : { value: last.value, id: last.id },
        found: sumsOf(counted),
        total: index.total(),
        indexing: index.indexing(),
      };
    },
    ids: async ({ limit, ...question }: Omit<Question, 'after'>) => {
      const { entries } = await index.find({ ...question, after: null, limit: limit + 1 });
      return { jobIds: entries.slice(0, limit).map(({ jobId }) => jobId), isMore: entries.length > limit };
    },
    groups: async ({ by, filter }: { readonly by: 'batch' | 'show'; readonly filter: HistoryFilter }) => {
      const { groups, counted } = await index.groups(filter, by);
      return { groups: [...groups], found: sumsOf(counted) };
    },
    choices: async (_: undefined) => ({ connections: store.history.connections(), ...(await index.choices()) }),
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

function sumsOf({ count, ...sums }: Counted): HistorySums {
  return { ...sums, count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED };
}
