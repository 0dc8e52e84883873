/** `cleartake reconcile`: lays an invoice beside the ledger. Reads the store without its lock. */

import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { guessColumns, type InvoiceColumns } from '../../../../../shared/domain/costs/invoice-columns.ts';
import { type Discrepancy, discrepancies } from '../../../../../shared/domain/costs/reconcile.ts';
import { DIFFERENCE_WORDS, reconciliationSentence } from '../../../../../shared/domain/costs/reconcile-words.ts';
import { formatUsd, tableUsd } from '../../../../../shared/domain/money.ts';
import { countOf } from '../../../../../shared/domain/units.ts';
import { type CommandOptions, withStore } from '../../access/access.ts';
import { connectionNamed } from '../../access/connection-named.ts';
import { unknownConnection } from '../../access/named.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { print } from '../../output/printer.ts';
import { csvLine, jsonLine } from '../../reports/printable.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { parseColumn } from '../../syntax/parsers.ts';

const KINDS: Readonly<Record<Discrepancy['kind'], string>> = {
  twice: 'billed twice',
  'missing-here': 'not in the ledger',
  'missing-there': 'not on the invoice',
  different: 'differs',
};

export function command(program: CliCommand): void {
  program
    .subcommand('reconcile', 'compare an invoice with the ledger; nothing is changed')
    .argument(
      '<file>',
      'CSV with one line for each generation, or JSON of Cleartake’s own service; - for standard input',
    )
    .requiredOption('--connection <name>', 'the connection that the invoice is for')
    .option(
      '--column <field=name>',
      'which column of the CSV is which, such as amount=Total; fields: generationId, at, model, seconds, amount',
      parseColumn,
      {},
    )
    .csv('one line for each difference, for spreadsheets')
    .onDesk()
    .examples('cleartake reconcile invoice.csv --connection Studio --column amount=Total')
    .run(reconcileCommand);
}

export interface ReconcileOptions extends CommandOptions {
  readonly connection: string;
  readonly column: Partial<InvoiceColumns>;
  readonly csv?: boolean;
}

/**
 * @returns failed when something does not agree
 * @throws UsageError for a file that can't be opened and for an unknown connection
 */
export async function reconcileCommand(file: string, options: ReconcileOptions): Promise<ExitStatus> {
  const [{ linesOf, openInvoice }, { reconcileWith }] = await Promise.all([
    import('../../../../core/features/costs/read-invoice.ts'),
    import('../../../../core/features/costs/reconciling.ts'),
  ]);
  const opened = openInvoice(await contentOf(file));
  const columns = opened.kind === 'csv' ? { ...guessColumns(opened.columns), ...options.column } : null;
  const lines = linesOf(opened, columns);
  return await withStore(options, (store) => {
    if (store === null) throw new UsageError(unknownConnection(options.connection, []));
    const result = reconcileWith(store, lines, { connectionId: connectionNamed(store, options.connection) });
    const found = discrepancies(result);
    const sentence = reconciliationSentence(result);
    const { charged, invoiced, matched } = result;
    if (options.json === true) {
      print(jsonLine({ sentence, matched: matched.length, invoiced, charged, discrepancies: found }));
    } else if (options.csv === true) {
      print('what,line,generation,recording,invoiced usd,charged usd,differences');
      print(found.map(row));
    } else {
      print(found.map(inWords));
      print(
        `${countOf(matched.length, 'line')} agree. Invoice: ${formatUsd(invoiced)} USD. Ledger: ${formatUsd(charged)} USD.`,
      );
      print(sentence);
    }
    return found.length === 0 ? EXIT.done : EXIT.failed;
  });
}

async function contentOf(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`The invoice ${file} can’t be read.`);
  }
}

function row({ charged, differences, generationId, invoiced, kind, recording, row: place }: Discrepancy): string {
  const words = differences.map((one) => DIFFERENCE_WORDS[one]).join('; ');
  return csvLine([
    KINDS[kind],
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
    KINDS[kind],
    ...(place === null ? [] : [`line ${place}`]),
    ...(generationId === null ? [] : [generationId]),
    ...(recording === null ? [] : [recording]),
    ...(kind === 'different' ? [differences.map((one) => DIFFERENCE_WORDS[one]).join(', ')] : []),
    kind === 'different'
      ? `${formatUsd(invoiced)} on the invoice, ${formatUsd(charged)} in the ledger`
      : `${formatUsd(invoiced ?? charged)} USD`,
  ];
  return parts.join('  ');
}
