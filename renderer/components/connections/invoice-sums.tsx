/** What the total of an invoice is made of: its usage, what was carried over, credit, and what is left to the next one. */

import type { MicroUsd } from '../../../shared/domain/money.ts';
import { SUMS } from '../strings.ts';
import { usdWords } from '../text/usd.ts';
import classes from './connections.module.css';

interface InvoiceSumsProps {
  /** usage + carriedIn − credit − carriedOut = total */
  readonly invoice: Readonly<Record<keyof typeof SUMS, MicroUsd>>;
}

/** Parts of zero are left out, except usage and total. */
export function InvoiceSums({ invoice: { carriedIn, carriedOut, credit, total, usage } }: InvoiceSumsProps) {
  const parts = [
    [SUMS.carriedIn, carriedIn],
    [SUMS.credit, -credit],
    [SUMS.carriedOut, -carriedOut],
  ] as const;
  const shown = [[SUMS.usage, usage], ...parts.filter(([, amount]) => amount !== 0), [SUMS.total, total]] as const;
  return (
    <dl className={classes.sums}>
      {shown.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount < 0 ? `−${usdWords(-amount)}` : usdWords(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
