/** What a connection's service says about the next invoice, its caps and its prices. */

import { Button } from '@mantine/core';
import type { AccountFigures, PriceView } from '../../../shared/contract/costs.ts';
import type { SpendingView } from '../../../shared/contract/views.ts';
import { alertsReached } from '../../../shared/domain/costs/cap-alerts.ts';
import { modelOf } from '../../../shared/domain/models.ts';
import { MINIMUM_INVOICE } from '../../../shared/domain/money.ts';
import { localDates } from '../../../shared/domain/units.ts';
import { askForCaps } from '../../components/connections/cap-form.tsx';
import { ConnectionName } from '../../components/connections/connection-name.tsx';
import { ProgressTrack } from '../../components/marks/marks.tsx';
import { usdNumber, usdWords } from '../../components/text/usd.ts';
import { useDesk, useQueue, useSession } from '../../state/desk-context.ts';
import { chosenConnection } from '../../state/session-store.ts';
import classes from './costs.module.css';
import { COST_BILLING, PRICES } from './strings.ts';
import { useLoaded } from './use-costs.ts';

/** @param connectionId null for the one that new recordings use */
export function BillingPanel({ connectionId }: { readonly connectionId: string | null }) {
  const shown = useSession((state) =>
    connectionId === null ? chosenConnection(state) : state.connections.find(({ id }) => id === connectionId),
  );
  if (shown === undefined || shown === null)
    return (
      <p className={classes.panel} style={{ margin: '1em 0' }}>
        {COST_BILLING.chooseOne}
      </p>
    );
  return (
    <section className={classes.panel} aria-label={shown.name}>
      <Account connectionId={shown.id} name={shown.name} />
      <Caps connectionId={shown.id} />
    </section>
  );
}

function Account({ connectionId, name }: { readonly connectionId: string; readonly name: string }) {
  const isFree = useSession(({ connections }) => {
    const prices = connections.find(({ id }) => id === connectionId)?.prices;
    return prices !== undefined && Object.values(prices).every((price) => price === 0);
  });
  const { value } = useLoaded(connectionId, async ({ costs }) => ({
    connectionId,
    ...(await costs.account({ connectionId })),
  }));
  return (
    <>
      <div className={classes.head}>
        <h2>{COST_BILLING.next}</h2>
        <small>
          <ConnectionName id={connectionId} name={name} />
        </small>
      </div>
      {value === null || value.connectionId !== connectionId ? (
        <p className={classes.none}>{COST_BILLING.asking}</p>
      ) : value.account === null ? (
        <p className={classes.none}>{COST_BILLING.unknown}</p>
      ) : isFree && owesNothing(value.account) ? (
        <p className={classes.none}>{COST_BILLING.free}</p>
      ) : (
        <Told account={value.account} />
      )}
    </>
  );
}

/** Also of what was used while it had a price. */
function owesNothing({ carried, unbilled, usage }: AccountFigures): boolean {
  return unbilled + carried + usage.lifetime === 0;
}

function Told({ account }: { readonly account: AccountFigures }) {
  const { carried, credit, nextThreshold, paymentMethod, unbilled } = account;
  const { lifetime } = account.usage;
  return (
    <>
      {nextThreshold === null ? (
        <p className={classes.none}>{COST_BILLING.lastThreshold}</p>
      ) : (
        <>
          <p className={classes.none}>
            <b>{usdWords(lifetime)}</b> {COST_BILLING.of(usdWords(nextThreshold))}
          </p>
          <span
            role="img"
            aria-label={`${COST_BILLING.progress}: ${usdWords(lifetime)} ${COST_BILLING.of(usdWords(nextThreshold))}`}
          >
            <ProgressTrack fraction={Math.min(1, lifetime / nextThreshold)} height={6} />
          </span>
          <p className={classes.none}>{COST_BILLING.threshold(usdWords(nextThreshold))}</p>
        </>
      )}
      <dl className={classes.facts}>
        <dt>{COST_BILLING.unbilled}</dt>
        <dd>{usdWords(unbilled)}</dd>
        <dt>{COST_BILLING.carried}</dt>
        <dd>{usdWords(carried)}</dd>
        <dt>{COST_BILLING.credit}</dt>
        <dd>{usdWords(credit)}</dd>
        <dt>{COST_BILLING.payment}</dt>
        <dd>{paymentMethod?.label ?? COST_BILLING.noPayment}</dd>
      </dl>
      {unbilled + carried > 0 && unbilled + carried < MINIMUM_INVOICE && (
        <p className={classes.none}>{COST_BILLING.floor(usdWords(unbilled + carried))}</p>
      )}
    </>
  );
}

function Caps({ connectionId }: { readonly connectionId: string }) {
  const desk = useDesk();
  const connection = useSession(({ connections }) => connections.find(({ id }) => id === connectionId));
  const spending = useQueue(({ totals }) => totals.spending.find((one) => one.connectionId === connectionId));
  if (connection === undefined) return null;
  return (
    <>
      <div className={classes.head}>
        <h2>{COST_BILLING.caps}</h2>
        <Button
          size="compact-xs"
          aria-label={COST_BILLING.editNamed(connection.name)}
          onClick={() => askForCaps(desk, connection)}
        >
          {COST_BILLING.edit}
        </Button>
      </div>
      {spending === undefined ? (
        <dl className={classes.facts}>
          <dt>{COST_BILLING.month}</dt>
          <dd>{COST_BILLING.noCap}</dd>
        </dl>
      ) : (
        (['day', 'month'] as const).map((kind) => <CapUse key={kind} kind={kind} spending={spending} />)
      )}
    </>
  );
}

function CapUse({ kind, spending }: { readonly kind: 'day' | 'month'; readonly spending: SpendingView }) {
  const cap = spending.caps[kind];
  if (cap === null) return null;
  const used = spending[kind] + spending.held;
  const percent = cap === 0 ? 100 : Math.floor((used / cap) * 100);
  const reached = alertsReached(used, cap).at(-1);
  const name = COST_BILLING[kind];
  return (
    <div className={classes.cap}>
      <dl className={classes.facts}>
        <dt>{name}</dt>
        <dd>
          {usdWords(used)} {COST_BILLING.of(usdWords(cap))}
        </dd>
      </dl>
      <span role="img" aria-label={`${COST_BILLING.capUse(name)}: ${COST_BILLING.ofCap(percent)}`}>
        <ProgressTrack fraction={Math.min(1, percent / 100)} height={6} failed={percent >= 100} />
      </span>
      <p className={classes.none}>
        {COST_BILLING.alerts(reached === undefined ? COST_BILLING.notReached : COST_BILLING.reached(reached))}
        {reached === 100 && ` ${COST_BILLING.full}`}
      </p>
    </div>
  );
}

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
              {modelOf(one.model).shortLabel} · <ConnectionName id={one.connectionId} name={one.connection} />
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
