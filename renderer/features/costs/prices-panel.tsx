/** Prices of each connection and model, with the dates from which they hold. */

import type { PriceView } from '../../../shared/contract/costs.ts';
import { MODELS } from '../../../shared/domain/models.ts';
import { localDates } from '../../../shared/domain/units.ts';
import { ConnectionName } from '../../components/connections/connection-name.tsx';
import { usdNumber } from '../../components/text/usd.ts';
import classes from './costs.module.css';
import { PRICES } from './strings.ts';

const { date } = localDates(navigator.language);

interface PricesPanelProps {
  readonly prices: readonly PriceView[];
  /** Null for all. */
  readonly connectionId: string | null;
}

export function PricesPanel({ prices, connectionId }: PricesPanelProps) {
  // A service that was always free has no prices to tell of.
  const paid = new Set(prices.filter(({ price }) => price !== 0).map((one) => one.connectionId));
  const shown = prices.filter(
    (one) => paid.has(one.connectionId) && (connectionId ?? one.connectionId) === one.connectionId,
  );
  if (shown.length === 0) return null;
  return (
    <section className={classes.panel} aria-label={PRICES.title}>
      <div className={classes.head}>
        <h2>{PRICES.title}</h2>
        <small>{PRICES.perMinute}</small>
      </div>
      <ul className={classes.prices}>
        {shown.toReversed().map((one) => (
          <li key={`${one.connectionId} ${one.model} ${one.fromAt}`}>
            <span>
              {MODELS[one.model].shortLabel} · <ConnectionName id={one.connectionId} name={one.connection} />
            </span>
            <b>{priceWords(one.price)}</b>
            <small>{heldFor(one, shown)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function heldFor({ connectionId, fromAt, model }: PriceView, all: readonly PriceView[]): string {
  const next = all.find((one) => one.connectionId === connectionId && one.model === model && one.fromAt > fromAt);
  return next === undefined ? PRICES.since(date(fromAt)) : PRICES.until(date(fromAt), date(next.fromAt));
}

function priceWords(price: number | null): string {
  if (price === null) return PRICES.unknown;
  return price === 0 ? PRICES.free : usdNumber(price * 60);
}
