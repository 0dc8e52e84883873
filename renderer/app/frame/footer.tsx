/** What was started now in one line: progress, failures apart, time left, speed, cost, and the connection to the host. */

import { Group } from '@mantine/core';
import type { RunView, SpendingView } from '../../../shared/contract/views.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { ProgressTrack } from '../../components/marks/marks.tsx';
import { formatMoment, spokenSpan } from '../../components/text/format.ts';
import { TEST_IDS } from '../../components/text/test-ids.ts';
import { useQueue, useSession } from '../../state/desk-context.ts';
import { shownCounts } from '../../state/job-group.ts';
import { chosenConnection } from '../../state/session-store.ts';
import { FOOTER } from '../strings.ts';
import classes from './shell.module.css';

export function Footer() {
  const totals = useQueue((state) => state.totals);
  const active = useQueue((state) => shownCounts(state).active);
  const waiting = useQueue((state) => shownCounts(state).waiting);
  const there = useQueue((state) => state.counts['queued-there']);
  const connected = useSession((state) => state.link.kind === 'connected');
  const { run } = totals;
  const idle = run === null || run.started === run.cancelled;
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
      <span>{idle ? FOOTER.idle : <Run run={run} working={totals.active > 0} />}</span>
      {totals.paused ? <span>{FOOTER.paused}</span> : <Activity active={active - there} waiting={waiting + there} />}
      {totals.speed !== null && (
        <span className={classes.widest}>
          <b>{totals.speed >= 10 ? Math.round(totals.speed) : totals.speed.toFixed(1)}×</b> {FOOTER.speed}
        </span>
      )}
      <span className={classes.footEnd}>
        <Spending />
        <Group component="span" gap={7} wrap="nowrap" title={connected ? FOOTER.connected : FOOTER.reconnecting}>
          <span className={classes.dot} data-tone={connected ? 'good' : 'warn'} />
          <span className={connected ? 'visually-hidden' : undefined}>
            {connected ? FOOTER.connected : FOOTER.reconnecting}
          </span>
        </Group>
      </span>
    </footer>
  );
}

/** `42 of 120 done · 2 failed · 25 to 35 min left`. */
function Run({ run, working }: { run: RunView; working: boolean }) {
  return (
    <>
      <b>{FOOTER.ofAll(run.done, run.started - run.cancelled)}</b> {FOOTER.done}
      {run.failed > 0 && (
        <>
          {' · '}
          <b className={classes.failed}>{FOOTER.failed(run.failed)}</b>
        </>
      )}
      {run.secondsLeft !== null && working && (
        <>
          {' · '}
          <b>{spokenSpan(run.secondsLeft)}</b> {FOOTER.left}
        </>
      )}
      {run.finishedAt !== null && (
        <span className={classes.wide}>
          {' · '}
          {FOOTER.finished(formatMoment(run.finishedAt, Date.now(), FOOTER.at))}
        </span>
      )}
    </>
  );
}

function Activity({ active, waiting }: { active: number; waiting: number }) {
  if (active === 0 && waiting === 0) return null;
  const parts = [active > 0 ? FOOTER.processing(active) : null, waiting > 0 ? FOOTER.waiting(waiting) : null];
  return <span className={classes.wide}>{parts.filter((part) => part !== null).join(', ')}</span>;
}

function Spending() {
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
