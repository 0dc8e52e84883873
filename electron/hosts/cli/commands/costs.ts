/** `cleartake costs`: what was charged and what is reserved, by month, connection and model. Reads the store without its lock. */

import { formatUsd, MICRO_USD_PER_USD, type MicroUsd } from '../../../../shared/domain/money.ts';
import { countOf, formatDuration } from '../../../../shared/domain/units.ts';
import type { MonthlyCosts } from '../../../core/store/tables/ledger.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { type ReadOptions, reading } from '../open-store.ts';
import { csvLine, jsonLine, printable } from '../reports/printable.ts';
import { COSTS } from '../strings/reports.ts';

export interface CostsOptions extends ReadOptions {
  readonly csv?: boolean;
}

export function costsCommand(options: CostsOptions): ExitStatus {
  return reading(options, (store) => {
    tell(store?.ledger.byMonth() ?? [], options);
    return EXIT.done;
  });
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

function row(one: MonthlyCosts): string {
  const { month, connection, model, generations, seconds, charged, held, unpriced } = one;
  return csvLine([month, connection, model, generations, seconds, inUsd(charged), inUsd(held), unpriced]);
}

function inWords(one: MonthlyCosts): string {
  const parts = [
    one.month,
    printable(one.connection),
    one.model,
    countOf(one.generations, 'generation'),
    formatDuration(one.seconds),
    `${formatUsd(one.charged)} USD`,
    ...(one.held === 0 ? [] : [COSTS.held(formatUsd(one.held))]),
    ...(one.unpriced === 0 ? [] : [COSTS.unpricedShort(one.unpriced)]),
  ];
  return parts.join('  ');
}

function inUsd(amount: MicroUsd): string {
  return (amount / MICRO_USD_PER_USD).toFixed(6);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
