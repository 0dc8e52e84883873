/** The ledger as a file, CSV or JSON, written page by page so that a long one neither fills the memory nor holds up the desk. */

import { stringify } from 'csv-stringify/sync';
import type { TableFormat } from '../../../../shared/contract/tables.ts';
import type { LedgerFilter, LedgerLine, LedgerPlace } from '../../../../shared/domain/costs/ledger-lines.ts';
import { tableUsd } from '../../../../shared/domain/money.ts';
import { printable } from '../../../platform/security/harmless-text.ts';
import type { Store } from '../../store/open-store.ts';

const PAGE = 500;

const COLUMNS = [
  'time',
  'line',
  'recording',
  'folder',
  'connection',
  'batch',
  'model',
  'seconds',
  'amount usd',
  'added by minimum usd',
  'generation',
] as const;

/** A page of the file, with what stands before the first line and after the last one. */
export interface LedgerPart {
  readonly text: string;
  /** In this page. */
  readonly rows: number;
  /** Null at the end. */
  readonly next: LedgerPlace | null;
}

/** Newest line first. JSON is an array of lines with amounts in micro-USD. @param before null for the first part */
export function ledgerPart(
  { costs }: Pick<Store, 'costs'>,
  filter: LedgerFilter,
  format: TableFormat,
  before: LedgerPlace | null,
): LedgerPart {
  const { lines, next } = costs.ledger.page(filter, before, PAGE);
  const rows = lines.length;
  if (format === 'csv')
    return { rows, text: `${before === null ? stringify([COLUMNS], { bom: true }) : ''}${csvOf(lines)}`, next };
  const opening = before === null ? '[' : lines.length > 0 ? ',' : '';
  const text = lines.map((line) => `\n${JSON.stringify(line)}`).join();
  return { rows, text: `${opening}${text}${next === null ? '\n]\n' : ''}`, next };
}

/** All parts, for readers that have nothing else to do meanwhile. */
export function* ledgerText(store: Pick<Store, 'costs'>, filter: LedgerFilter, format: TableFormat): Generator<string> {
  let before: LedgerPlace | null = null;
  do {
    const { text, next }: LedgerPart = ledgerPart(store, filter, format, before);
    yield text;
    before = next;
  } while (before !== null);
}

/** A name that a spreadsheet would run as a formula is quoted. */
function csvOf(lines: readonly LedgerLine[]): string {
  return stringify(
    lines.map((line) => [
      new Date(line.at).toISOString(),
      line.kind,
      ...[line.recording, line.folder, line.connection].map(cell),
      line.batchId,
      line.model,
      line.seconds,
      tableUsd(line.amount),
      tableUsd(line.addedByMinimum),
      line.generationId,
    ]),
    { escape_formulas: true },
  );
}

/** A name on one line. */
function cell(text: string | null): string {
  return printable(text ?? '');
}
