/** Lays an invoice beside the charges of a connection. */

import type { InvoiceView, ReconciliationView } from '../../../../shared/contract/costs.ts';
import { guessColumns } from '../../../../shared/domain/costs/invoice-columns.ts';
import {
  discrepancies,
  type InvoiceLine,
  type LedgerCharge,
  type Reconciliation,
  reconcile,
} from '../../../../shared/domain/costs/reconcile.ts';
import { reconciliationSentence } from '../../../../shared/domain/costs/reconcile-words.ts';
import type { Store } from '../../store/open-store.ts';
import type { InvoiceFile, ReadLines } from './read-invoice.ts';

/** Charges this near to a month may be on its invoice: clocks and time zones differ. */
const EDGE_MS = 3 * 24 * 3600_000;

export interface ReconciledPeriod {
  readonly connectionId: string;
  /** Missing: from the first line of the invoice to its last, or the first of its charges to the last where it says no times. */
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
}

/** Readers that hold no lock use it too. */
export function reconcileWith(
  { costs }: Pick<Store, 'costs'>,
  { lines, rounding }: ReadLines,
  { connectionId, from, to }: ReconciledPeriod,
): Reconciliation {
  const times = timesOf(lines, () => costs.ledger.charges(connectionId, 0, Number.MAX_SAFE_INTEGER));
  const period = {
    from: from ?? times.reduce((least, at) => Math.min(least, at), Number.MAX_SAFE_INTEGER),
    to: to ?? times.reduce((most, at) => Math.max(most, at), 0) + 1,
  };
  const charges = costs.ledger.charges(connectionId, period.from - EDGE_MS, period.to + EDGE_MS);
  return reconcile(lines, charges, period, rounding);
}

/** What an invoice says of its time: its lines, or the charges of the generations that it names when no line has a time. */
function timesOf(lines: readonly InvoiceLine[], allCharges: () => readonly LedgerCharge[]): readonly number[] {
  const times = lines.flatMap(({ at }) => at ?? []);
  if (times.length > 0) return times;
  const named = new Set(lines.map(({ generationId }) => generationId));
  return allCharges().flatMap(({ at, generationId }) => (generationId !== null && named.has(generationId) ? [at] : []));
}

const MOST_SHOWN = 500;
const SAMPLE_ROWS = 4;

export function reconciliationView(result: Reconciliation): ReconciliationView {
  const found = discrepancies(result);
  return {
    sentence: reconciliationSentence(result),
    matched: result.matched.length,
    invoiced: result.invoiced,
    charged: result.charged,
    discrepancies: found.slice(0, MOST_SHOWN).map((one) => ({ ...one, differences: [...one.differences] })),
    found: found.length,
  };
}

export function invoiceView(file: InvoiceFile): InvoiceView {
  if (file.kind === 'json')
    return { kind: 'json', lines: file.lines.length, columns: [], sample: [], guess: guessColumns([]) };
  const { columns, rows } = file;
  const sample = rows.slice(0, SAMPLE_ROWS).map((cells) => [...cells]);
  return { kind: 'csv', lines: rows.length, columns: [...columns], sample, guess: guessColumns(columns) };
}
