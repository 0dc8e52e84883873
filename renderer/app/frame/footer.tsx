/** The batch in one line: progress, time left, speed, cost and the connection to the host. */

import { formatUsd } from '../../../shared/domain/money.ts';
import { ProgressTrack } from '../../components/marks/marks.tsx';
import { spokenSpan } from '../../components/text/format.ts';
import { TEST_IDS } from '../../components/text/test-ids.ts';
import { useQueue, useSession } from '../../state/desk-context.ts';
import { shownCounts } from '../../state/job-group.ts';
import { FOOTER } from '../strings.ts';
import classes from './shell.module.css';

export function Footer() {
  const totals = useQueue((state) => state.totals);
  const active = useQueue((state) => shownCounts(state).active);
  const waiting = useQueue((state) => shownCounts(state).waiting);
  const attention = useQueue(({ counts }) => counts.attention);
  const connected = useSession((state) => state.link.kind === 'connected');
  const { run } = totals;
  const started = run === null ? 0 : run.started - run.cancelled;
  const idle = run === null || started === 0;
  const percent = idle ? 0 : Math.round(run.progress * 100);
  return (
    <footer className={classes.foot}>
      <div
        className={classes.footBar}
        role="progressbar"
        aria-label={FOOTER.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        data-testid={TEST_IDS.footerProgress}
      >
        <ProgressTrack fraction={idle ? 0 : run.progress} failedShare={idle ? 0 : run.failedShare} />
      </div>
      <span>
        {idle ? (
          FOOTER.idle
        ) : (
          <>
            <b>{FOOTER.ofAll(run.done, started)}</b> {FOOTER.done}
          </>
        )}
        {run !== null && run.secondsLeft !== null && totals.active > 0 && (
          <>
            {' · '}
            <b>{spokenSpan(run.secondsLeft)}</b> {FOOTER.left}
          </>
        )}
      </span>
      {attention > 0 && <span className={classes.wide}>{FOOTER.attention(attention)}</span>}
      {totals.paused ? <span>{FOOTER.paused}</span> : <Activity active={active} waiting={waiting} />}
      {totals.speed !== null && (
        <span className={classes.wide}>
          <b>{totals.speed >= 10 ? Math.round(totals.speed) : totals.speed.toFixed(1)}×</b> {FOOTER.speed}
        </span>
      )}
      <span className={classes.footEnd}>
        <span>
          {FOOTER.today} <b>{FOOTER.amount(formatUsd(totals.chargedToday))}</b>
          {totals.unpricedToday > 0 && (
            <span title={FOOTER.unpricedWhy(totals.unpricedToday)}> + {FOOTER.unpriced(totals.unpricedToday)}</span>
          )}
          {totals.held > 0 && ` · ${FOOTER.held(formatUsd(totals.held))}`}
        </span>
        <span className={classes.link} title={connected ? FOOTER.connected : FOOTER.reconnecting}>
          <span className={classes.dot} data-tone={connected ? 'good' : 'warn'} />
          <span className={connected ? classes.roomy : undefined}>
            {connected ? FOOTER.connected : FOOTER.reconnecting}
          </span>
        </span>
      </span>
    </footer>
  );
}

function Activity({ active, waiting }: { active: number; waiting: number }) {
  if (active === 0 && waiting === 0) return null;
  const parts = [active > 0 ? FOOTER.processing(active) : null, waiting > 0 ? FOOTER.waiting(waiting) : null];
  return <span className={classes.roomy}>{parts.filter((part) => part !== null).join(', ')}</span>;
}
