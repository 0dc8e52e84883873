/** Everything that Costs reads from the store. */

import type { Orm } from '../schema.ts';
import { costSumTable } from './cost-sums.ts';
import { judgedTable } from './judged-generations.ts';
import { ledgerLineTable } from './ledger-lines.ts';
import { readPrices } from './prices.ts';

export function costTable(orm: Orm) {
  return {
    sums: costSumTable(orm),
    ledger: ledgerLineTable(orm),
    judged: judgedTable(orm),
    prices: () => readPrices(orm),
  };
}
