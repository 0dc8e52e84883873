/** The lines of the ledger that a filter leaves, newest first, as CSV or JSON. */

import type { TableFormat } from '../../../../shared/contract/tables.ts';
import type { LedgerFilter, LedgerPlace } from '../../../../shared/domain/costs/ledger-lines.ts';
import type { Reader } from '../../calls/reader.ts';
import type { TablePart } from '../../library/export/table-files.ts';
import type { CostsAnswers } from './answers.ts';
import type { LedgerPart } from './cost-file.ts';

export async function* ledgerTable(
  { ask }: Reader<Pick<CostsAnswers, 'ledgerPart'>>,
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
