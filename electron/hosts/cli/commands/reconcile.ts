/** `cleartake reconcile`: lays an invoice beside the ledger. Reads the store without its lock. */

import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { guessColumns, type InvoiceColumns } from '../../../../shared/domain/costs/invoice-columns.ts';
import { type Discrepancy, discrepancies } from '../../../../shared/domain/costs/reconcile.ts';
import { DIFFERENCE_WORDS, reconciliationSentence } from '../../../../shared/domain/costs/reconcile-words.ts';
import { formatUsd, tableUsd } from '../../../../shared/domain/money.ts';
import { linesOf, openInvoice } from '../../../core/features/costs/read-invoice.ts';
import { reconcileWith } from '../../../core/features/costs/reconciling.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { type ReadOptions, reading } from '../open-store.ts';
import { print } from '../output/printer.ts';
import { csvLine, jsonLine } from '../reports/printable.ts';
import { RECONCILIATION } from '../strings/reports.ts';
import { USAGE } from '../strings/usage.ts';
import { connectionNamed } from './costs.ts';

export interface ReconcileOptions extends ReadOptions {
  readonly connection: string;
  readonly column: Partial<InvoiceColumns>;
  readonly csv?: boolean;
}

/**
 * @returns failed when something does not agree
 * @throws UsageError for a file that can't be opened and for an unknown connection
 */
export async function reconcileCommand(file: string, options: ReconcileOptions): Promise<ExitStatus> {
  const opened = openInvoice(await contentOf(file));
  const columns = opened.kind === 'csv' ? { ...guessColumns(opened.columns), ...options.column } : null;
  const lines = linesOf(opened, columns);
  return reading(options, (store) => {
    if (store === null) throw new UsageError(USAGE.connectionUnknown(options.connection, []));
    const result = reconcileWith(store, lines, { connectionId: connectionNamed(store, options.connection) });
    const found = discrepancies(result);
    const sentence = reconciliationSentence(result);
    const { charged, invoiced, matched } = result;
    if (options.json === true) {
      print(jsonLine({ sentence, matched: matched.length, invoiced, charged, discrepancies: found }));
    } else if (options.csv === true) {
      print('what,line,generation,recording,invoiced usd,charged usd,differences');
      for (const one of found) print(row(one));
    } else {
      for (const one of found) print(inWords(one));
      print(RECONCILIATION.agree(matched.length, formatUsd(invoiced), formatUsd(charged)));
      print(sentence);
    }
    return found.length === 0 ? EXIT.done : EXIT.failed;
  });
}

async function contentOf(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch {
    throw new UsageError(USAGE.invoiceUnreadable(file));
  }
}

function row({ charged, differences, generationId, invoiced, kind, recording, row: place }: Discrepancy): string {
  const words = differences.map((one) => DIFFERENCE_WORDS[one]).join('; ');
  return csvLine([
    RECONCILIATION.kinds[kind],
    place ?? '',
    generationId ?? '',
    recording ?? '',
    tableUsd(invoiced),
    tableUsd(charged),
    words,
  ]);
}

function inWords({ charged, differences, generationId, invoiced, kind, recording, row: place }: Discrepancy): string {
  const parts = [
    RECONCILIATION.kinds[kind],
    ...(place === null ? [] : [RECONCILIATION.row(place)]),
    ...(generationId === null ? [] : [generationId]),
    ...(recording === null ? [] : [recording]),
    ...(kind === 'different' ? [differences.map((one) => DIFFERENCE_WORDS[one]).join(', ')] : []),
    kind === 'different'
      ? RECONCILIATION.amounts(formatUsd(invoiced), formatUsd(charged))
      : `${formatUsd(invoiced ?? charged)} USD`,
  ];
  return parts.join('  ');
}
