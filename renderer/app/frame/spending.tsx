/** What was spent today, and how far the cap of the connection in use is. */

import type { SpendingView } from '../../../shared/contract/views.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { ProgressTrack } from '../../components/marks/marks.tsx';
import { useQueue, useSession } from '../../state/desk-context.ts';
import { chosenConnection } from '../../state/session-store.ts';
import { FOOTER } from '../strings.ts';
import classes from './shell.module.css';

export function Spending() {
  const totals = useQueue((state) => state.totals);
  const chosen = useSession((state) => chosenConnection(state)?.id ?? null);
  const capped = totals.spending.find(({ connectionId }) => connectionId === chosen) ?? totals.spending[0];
  if (capped !== undefined) return <Capped spending={capped} />;
  return (
    <span>
      {FOOTER.today} <b>{FOOTER.amount(formatUsd(totals.chargedToday))}</b>{' '}
      <span className={classes.roomy}>{FOOTER.charged}</span>
      {totals.unpricedToday > 0 && (
        <span title={FOOTER.unpricedWhy(totals.unpricedToday)}> + {FOOTER.unpriced(totals.unpricedToday)}</span>
      )}
      <Held held={totals.held} />
    </span>
  );
}

/** The day's cap, or the month's if the day has none. */
function Capped({ spending: { caps, connection, day, held, month } }: { spending: SpendingView }) {
  const cap = caps.day ?? caps.month ?? 0;
  const spent = caps.day === null ? month : day;
  const share = cap === 0 ? 1 : Math.min(1, (spent + held) / cap);
  return (
    <span className={classes.capped}>
      <span>
        <span className={classes.wide}>{connection} </span>
        {caps.day === null ? FOOTER.inMonth : FOOTER.inDay} <b>{FOOTER.amount(formatUsd(spent))}</b>{' '}
        <span className={classes.roomy}>{FOOTER.charged}</span>
        <Held held={held} />
        {' · '}
        {FOOTER.cap} <b>{formatUsd(cap)}</b>
      </span>
      <span className={classes.capBar} aria-hidden="true">
        <ProgressTrack fraction={share} failed={share >= 1} />
      </span>
    </span>
  );
}

function Held({ held }: { held: number }) {
  if (held === 0) return null;
  return (
    <span className={classes.roomy}>
      {' · '}
      <b>{formatUsd(held)}</b> {FOOTER.held}
    </span>
  );
}
