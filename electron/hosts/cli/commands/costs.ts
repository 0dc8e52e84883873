/** `cleartake costs`: what was charged and what is reserved, by month or by what it was for, or the ledger. Reads the store without its lock. */

import type { CostBy, CostFilter } from '../../../../shared/domain/costs/cost-sums.ts';
import { MODELS, type ModelId } from '../../../../shared/domain/models.ts';
import { formatUsd, type MicroUsd, tableUsd } from '../../../../shared/domain/money.ts';
import { countOf, formatDuration } from '../../../../shared/domain/units.ts';
import { ledgerText } from '../../../core/features/costs/cost-file.ts';
import { readRows } from '../../../core/features/costs/rows.ts';
import type { Store } from '../../../core/store/open-store.ts';
import type { MonthlyCosts } from '../../../core/store/tables/ledger.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { namedConnection } from '../named.ts';
import { type ReadOptions, reading } from '../open-store.ts';
import { print, printText } from '../output/printer.ts';
import { localMonth, localTime } from '../reports/local-time.ts';
import { csvLine, jsonLine } from '../reports/printable.ts';
import { COST_ROWS, COSTS } from '../strings/reports.ts';
import { USAGE } from '../strings/usage.ts';

export interface CostsOptions extends ReadOptions {
  readonly csv?: boolean;
  readonly by?: CostBy | 'month';
  /** Milliseconds since the epoch. */
  readonly from?: number;
  readonly to?: number;
  readonly connection?: string;
  readonly model?: ModelId;
  readonly ledger?: boolean;
}

export function costsCommand(options: CostsOptions): ExitStatus {
  const { from, to } = options;
  if (typeof from === 'number' && typeof to === 'number' && from >= to) throw new UsageError(USAGE.daysReversed);
  return reading(options, (store) => {
    const filter = store === null ? {} : filterOf(store, options);
    if (options.ledger === true) tellLedger(store, filter, options);
    else if (options.by === undefined || options.by === 'month') tell(monthsOf(store, filter), options);
    else tellRows(store, options.by, filter, options);
    return EXIT.done;
  });
}

function filterOf(store: Store, { connection, from, model, to }: CostsOptions): CostFilter {
  const connectionId = connection === undefined ? null : connectionNamed(store, connection);
  return { from, to, connectionId, model };
}

/** Also one that was removed, whose costs remain. @throws UsageError for an unknown one */
export function connectionNamed({ connections, costs }: Store, name: string): string {
  const present = connections.list();
  const removed = costs.sums.connections().flatMap((id) => connections.get(id) ?? []);
  const isMeant = ({ id, name: known }: { readonly id: string; readonly name: string }) =>
    id === name || known.toLowerCase() === name.toLowerCase();
  return namedConnection(present.some(isMeant) ? present : [...present, ...removed.filter(isNotIn(present))], name).id;
}

function isNotIn(some: readonly { readonly id: string }[]): (one: { readonly id: string }) => boolean {
  const ids = new Set(some.map(({ id }) => id));
  return ({ id }) => !ids.has(id);
}

/** Months are whole: one that a filter begins or ends in is listed as it is. */
function monthsOf(store: Store | null, { connectionId = null, from, model = null, to }: CostFilter): MonthlyCosts[] {
  const name = connectionId === null ? null : store?.connections.get(connectionId)?.name;
  return (store?.ledger.byMonth(localMonth) ?? []).filter(
    (one) =>
      (name ?? one.connection) === one.connection &&
      (model ?? one.model) === one.model &&
      (typeof from !== 'number' || one.month >= localMonth(from)) &&
      (typeof to !== 'number' || one.month <= localMonth(to - 1)),
  );
}

function tell(costs: readonly MonthlyCosts[], options: CostsOptions): void {
  const charged = costs.reduce((sum, one) => sum + one.charged, 0);
  const held = costs.reduce((sum, one) => sum + one.held, 0);
  const unpriced = costs.reduce((sum, one) => sum + one.unpriced, 0);
  if (options.json === true) print(jsonLine({ charged, held, unpriced, months: costs }));
  else if (options.csv === true) {
    print('month,connection,model,generations,billed seconds,charged usd,held usd,without price');
    for (const one of costs) print(row(one));
  } else {
    for (const one of costs) print(inWords(one));
    print(COSTS.total(formatUsd(charged), formatUsd(held)));
    if (unpriced > 0) print(COSTS.unpriced(unpriced));
  }
}

function tellLedger(store: Store | null, filter: CostFilter, { csv, json }: CostsOptions): void {
  if (store === null) return;
  if (json === true) tellLedgerLines(store, filter);
  else if (csv === true) for (const part of ledgerText(store, filter, 'csv')) printText(part);
  else {
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

function tellLedgerLines({ costs }: Store, filter: CostFilter): void {
  let next: Parameters<typeof costs.ledger.page>[1] = null;
  do {
    const page = costs.ledger.page(filter, next, 500);
    if (page.lines.length > 0) print(page.lines.map(jsonLine));
    next = page.next;
  } while (next !== null);
}

function tellRows(store: Store | null, by: CostBy, filter: CostFilter, options: CostsOptions): void {
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
    const name = label === '' ? COST_ROWS.noShow : label;
    const parts = [
      name,
      countOf(total.generations, 'generation'),
      formatDuration(total.seconds),
      `${formatUsd(total.charged)} USD`,
      ...(total.addedByMinimum === 0 ? [] : [COST_ROWS.added(formatUsd(total.addedByMinimum))]),
      ...(total.saved === 0 ? [] : [COST_ROWS.saved(formatUsd(total.saved))]),
      ...(preference === null ? [] : [preferenceWords(preference)]),
    ];
    print(parts.join('  '));
  }
}

function preferenceWords(of: { model: ModelId; preferred: number; of: number; avoidable: MicroUsd }): string {
  return COST_ROWS.preferred(MODELS[of.model].label, of.preferred, of.of, formatUsd(of.avoidable));
}

function row(one: MonthlyCosts): string {
  const { month, connection, model, generations, seconds, charged, held, unpriced } = one;
  return csvLine([month, connection, model, generations, seconds, tableUsd(charged), tableUsd(held), unpriced]);
}

function inWords(one: MonthlyCosts): string {
  const parts = [
    one.month,
    one.connection,
    one.model,
    countOf(one.generations, 'generation'),
    formatDuration(one.seconds),
    `${formatUsd(one.charged)} USD`,
    ...(one.held === 0 ? [] : [COSTS.held(formatUsd(one.held))]),
    ...(one.unpriced === 0 ? [] : [COSTS.unpricedShort(one.unpriced)]),
  ];
  return parts.join('  ');
}
