/** The lines of the ledger that a filter leaves, newest first, as CSV or JSON. */

import type { TableFormat } from '../../../../shared/contract/tables.ts';
import type { LedgerFilter, LedgerPlace } from '../../../../shared/domain/costs/ledger-lines.ts';
import type { TablePart } from '../../library/export/table-files.ts';
import type { LedgerPart } from '../costs/cost-file.ts';
import type { Reader } from '../reading/reader.ts';

export async function* ledgerTable(
  { ask }: Pick<Reader, 'ask'>,
  filter: LedgerFilter,
  format: TableFormat,
): AsyncGenerator<TablePart> {
  let before: LedgerPlace | null = null;
  do {
    const { next, rows, text }: LedgerPart = await ask('ledgerPart', { filter, format, before });
    yield { text, rows };
    before = next;
  } while (before !== null);
}
