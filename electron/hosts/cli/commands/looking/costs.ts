/** `cleartake costs`: what was charged and what is reserved, by month or by what it was for, or the ledger. Reads the store without its lock. */

import { Option } from 'commander';
import type { CostBy, CostFilter } from '../../../../../shared/domain/costs/cost-sums.ts';
import { COST_BY } from '../../../../../shared/domain/costs/cost-sums.ts';
import { MODEL_IDS, type ModelId, modelOf } from '../../../../../shared/domain/models.ts';
import { formatUsd, type MicroUsd, tableUsd } from '../../../../../shared/domain/money.ts';
import { countOf, formatDuration } from '../../../../../shared/domain/units.ts';
import type { Store } from '../../../../core/store/open-store.ts';
import type { MonthlyCosts } from '../../../../core/store/tables/ledger.ts';
import { type CommandOptions, withStore } from '../../access/access.ts';
import { connectionNamed } from '../../access/connection-named.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { print, printText } from '../../output/printer.ts';
import { localMonth, localTime } from '../../reports/local-time.ts';
import { csvLine, jsonLine } from '../../reports/printable.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { parseDay } from '../../syntax/times.ts';

export function command(program: CliCommand): void {
  program
    .subcommand('costs', 'show what was charged and what is reserved, by local month, connection and model')
    .addOption(
      new Option('--by <what>', 'month, show, batch, model or connection')
        .choices(['month', ...COST_BY])
        .default('month'),
    )
    .option('--from <date>', 'from this day on, such as 2026-11-01', parseDay)
    .option('--to <date>', 'before this day, such as 2026-12-01', parseDay)
    .option('--connection <name>', 'only what this connection charged')
    .addOption(new Option('--model <id>', 'only this model').choices([...MODEL_IDS]))
    .option('--ledger', 'every quote, hold, charge, release and refund, newest first')
    .csv('one line per month, connection and model, or per line of the ledger, for spreadsheets')
    .onDesk()
    .examples(
      'cleartake costs --by show --from 2026-11-01 --to 2026-12-01',
      'cleartake costs --ledger --csv > ledger.csv',
    )
    .run(costsCommand);
}

export interface CostsOptions extends CommandOptions {
  readonly csv?: boolean;
  readonly by?: CostBy | 'month';
  /** Milliseconds since the epoch. */
  readonly from?: number;
  readonly to?: number;
  readonly connection?: string;
  readonly model?: ModelId;
  readonly ledger?: boolean;
}

export async function costsCommand(options: CostsOptions): Promise<ExitStatus> {
  const { from, to } = options;
  if (typeof from === 'number' && typeof to === 'number' && from >= to)
    throw new UsageError('--to must be after --from.');
  return await withStore(options, async (store) => {
    const filter = store === null ? {} : filterOf(store, options);
    if (options.ledger === true) await printLedger(store, filter, options);
    else if (options.by === undefined || options.by === 'month') printMonths(monthsOf(store, filter), options);
    else await printRows(store, options.by, filter, options);
    return EXIT.done;
  });
}

function filterOf(store: Store, { connection, from, model, to }: CostsOptions): CostFilter {
  const connectionId = connection === undefined ? null : connectionNamed(store, connection);
  return { from, to, connectionId, model };
}

/** Months are whole: one that a filter begins or ends in is listed as it is. */
function monthsOf(store: Store | null, { connectionId = null, from, model = null, to }: CostFilter): MonthlyCosts[] {
  const name = connectionId === null ? null : store?.connections.get(connectionId)?.name;
  return (store?.ledger.byMonth(localMonth) ?? []).filter(
    (costs) =>
      (name ?? costs.connection) === costs.connection &&
      (model ?? costs.model) === costs.model &&
      (typeof from !== 'number' || costs.month >= localMonth(from)) &&
      (typeof to !== 'number' || costs.month <= localMonth(to - 1)),
  );
}

function printMonths(months: readonly MonthlyCosts[], options: CostsOptions): void {
  const sumOf = (part: 'charged' | 'held' | 'unpriced') => months.reduce((sum, costs) => sum + costs[part], 0);
  const [charged, held, unpriced] = [sumOf('charged'), sumOf('held'), sumOf('unpriced')];
  if (options.json === true) print(jsonLine({ charged, held, unpriced, months }));
  else if (options.csv === true) {
    print('month,connection,model,generations,billed seconds,charged usd,held usd,without price');
    print(months.map(row));
  } else {
    print(months.map(inWords));
    print(`Charged: ${formatUsd(charged)} USD. Reserved for unfinished work: ${formatUsd(held)} USD.`);
    if (unpriced > 0) print(`${countOf(unpriced, 'restoration')} more without a known price.`);
  }
}

async function printLedger(store: Store | null, filter: CostFilter, { csv, json }: CostsOptions): Promise<void> {
  if (store === null) return;
  if (json === true) printLedgerLines(store, filter);
  else if (csv === true) {
    const { ledgerText } = await import('../../../../core/features/costs/cost-file.ts');
    for (const part of ledgerText(store, filter, 'csv')) printText(part);
  } else {
    let page = store.costs.ledger.page(filter, null, 500);
    for (; ; page = store.costs.ledger.page(filter, page.next, 500)) {
      for (const { amount, at, connection, kind, model, recording, seconds } of page.lines) {
        const parts = [
          localTime(at),
          kind.padEnd(7),
          `${formatUsd(amount)} USD`,
          model,
          `${seconds} s`,
          connection,
          recording,
        ];
        print(parts.join('  '));
      }
      if (page.next === null) return;
    }
  }
}

function printLedgerLines({ costs }: Store, filter: CostFilter): void {
  let next: Parameters<typeof costs.ledger.page>[1] = null;
  do {
    const page = costs.ledger.page(filter, next, 500);
    if (page.lines.length > 0) print(page.lines.map(jsonLine));
    next = page.next;
  } while (next !== null);
}

async function printRows(store: Store | null, by: CostBy, filter: CostFilter, options: CostsOptions): Promise<void> {
  const { readRows } = await import('../../../../core/features/costs/rows.ts');
  const rows = store === null ? [] : readRows(store, by, filter, Number.MAX_SAFE_INTEGER).rows;
  if (options.json === true) {
    print(jsonLine({ by, rows }));
    return;
  }
  if (options.csv === true)
    print(
      `${by},detail,generations,billed seconds,charged usd,added by minimum usd,saved by history usd,without price`,
    );
  for (const { detail, label, preference, total } of rows) {
    if (options.csv === true) {
      const amounts = [tableUsd(total.charged), tableUsd(total.addedByMinimum), tableUsd(total.saved)];
      print(csvLine([label, detail, total.generations, total.seconds, ...amounts, total.unpriced]));
      continue;
    }
    const name = label === '' ? 'without a folder' : label;
    const parts = [
      name,
      countOf(total.generations, 'restoration'),
      formatDuration(total.seconds),
      `${formatUsd(total.charged)} USD`,
      ...(total.addedByMinimum === 0 ? [] : [`${formatUsd(total.addedByMinimum)} USD added by the 60-second minimum`]),
      ...(total.saved === 0 ? [] : [`${formatUsd(total.saved)} USD saved by history`]),
      ...(preference === null ? [] : [preferenceWords(preference)]),
    ];
    print(parts.join('  '));
  }
}

function preferenceWords(of: { model: ModelId; preferred: number; of: number; avoidable: MicroUsd }): string {
  return `${modelOf(of.model).label} preferred in ${of.preferred} of ${of.of}; the rest would have cost ${formatUsd(of.avoidable)} USD less`;
}

function row({ month, connection, model, generations, seconds, charged, held, unpriced }: MonthlyCosts): string {
  return csvLine([month, connection, model, generations, seconds, tableUsd(charged), tableUsd(held), unpriced]);
}

function inWords({ charged, connection, generations, held, model, month, seconds, unpriced }: MonthlyCosts): string {
  const parts = [
    month,
    connection,
    model,
    countOf(generations, 'restoration'),
    formatDuration(seconds),
    `${formatUsd(charged)} USD`,
    ...(held === 0 ? [] : [`${formatUsd(held)} USD reserved`]),
    ...(unpriced === 0 ? [] : [`${unpriced} without a known price`]),
  ];
  return parts.join('  ');
}
