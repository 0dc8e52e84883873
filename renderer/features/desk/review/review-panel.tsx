/** Results in review before delivery: why, and what the person can do about each. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangle, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect } from 'react';
import { findingDetail, findingTitle } from '../../../../shared/domain/integrity/strings.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { redoPrice } from '../../../components/review/review-jobs.tsx';
import { REVIEW_WORDS } from '../../../components/strings.ts';
import { shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk, useJob, useQueue } from '../../../state/desk-context.ts';
import type { QueueState } from '../../../state/queue-store.ts';
import { backToRow } from '../../../state/view-store.ts';
import { useRowActions } from '../actions/use-row-actions.ts';
import classes from './review.module.css';
import { spotOf, VIEW_SECONDS } from './spot.ts';
import { SpotWaves } from './spot-waves.tsx';

/** Opens them in a sheet, which closes once nothing is in review anymore. */
export function askToReview(desk: PageDesk): void {
  const id = modals.open({
    title: REVIEW_WORDS.title,
    size: 'min(1180px, 94vw)',
    onClose: backToRow,
    children: <ReviewPanel onDone={() => modals.close(id)} />,
  });
  // Elsewhere on the page, what the sheet is about is gone.
  const stop = desk.route.subscribe(() => {
    stop();
    modals.close(id);
  });
}

function ReviewPanel({ onDone }: { onDone: () => void }) {
  // As one text: a list would be a new one at every event.
  const ids = useQueue(idsInReview);
  const isOver = ids === '';
  useEffect(() => {
    if (isOver) onDone();
  }, [isOver, onDone]);
  return (
    <section className={classes.panel} aria-label={REVIEW_WORDS.title}>
      <header className={classes.head}>
        <span className={`${classes.note} cut`}>{REVIEW_WORDS.note}</span>
        <span className={classes.around}>{REVIEW_WORDS.around(VIEW_SECONDS)}</span>
      </header>
      <ul className={classes.list}>{!isOver && ids.split(' ').map((id) => <ReviewRow key={id} id={id} />)}</ul>
    </section>
  );
}

function idsInReview({ jobs, order, totals }: QueueState): string {
  if (totals.inReview === 0) return '';
  return order.filter((id) => jobs.get(id)?.state.kind === 'in-review').join(' ');
}

function ReviewRow({ id }: { id: string }) {
  const desk = useDesk();
  const actions = useRowActions();
  const job = useJob(id);
  if (job?.state.kind !== 'in-review') return null;
  const [result] = job.state.held;
  const findings = job.state.held.flatMap(({ findings: ofResult }) => ofResult);
  const [first, ...others] = findings;
  if (first === undefined) return null;
  const name = shownName(job.name);
  const price = redoPrice([job]);
  const place = [job.folder, job.durationSeconds === null ? '' : formatDuration(job.durationSeconds)];
  return (
    <li className={classes.row}>
      <span className={classes.names}>
        <span className={`${classes.name} cut`} title={name} dir="auto">
          {name}
        </span>
        <span className={`${classes.under} cut`}>{place.filter((part) => part !== '').join(' · ')}</span>
      </span>
      <IconAlertTriangle className={classes.icon} size={17} stroke={1.8} aria-hidden="true" />
      <span className={classes.why} title={findings.map(findingTitle).join('\n')}>
        <span className={`${classes.title} cut`}>{findingTitle(first)}</span>
        <span className={`${classes.under} cut`}>
          {findingDetail(first)} {others.length > 0 && REVIEW_WORDS.more(others.length)}
        </span>
      </span>
      {result !== undefined && (
        <SpotWaves jobId={id} generationId={result.generationId} spot={spotOf(first, job.durationSeconds ?? 0)} />
      )}
      <span className={classes.actions}>
        <Button
          h={28}
          px={11}
          fz={12}
          leftSection={<IconPlayerPlayFilled size={11} />}
          aria-label={REVIEW_WORDS.listenTo(name)}
          onClick={() => desk.goTo('listen', id)}
        >
          {REVIEW_WORDS.listen}
        </Button>
        <Button
          h={28}
          px={11}
          fz={12}
          aria-label={REVIEW_WORDS.acceptOf(name)}
          onClick={() => actions.run('accept', [id])}
        >
          {REVIEW_WORDS.accept}
        </Button>
        <Button h={28} px={11} fz={12} aria-label={REVIEW_WORDS.redoOf(name)} onClick={() => actions.run('redo', [id])}>
          {REVIEW_WORDS.redo}
          {price !== null && <span className={classes.price}>{price}</span>}
        </Button>
      </span>
    </li>
  );
}
