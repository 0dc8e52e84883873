/** Why results of the recording were held back, with the places, and the same decisions as on the desk: accept, or redo. */

import { Button, Group, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { JobView } from '../../../../shared/contract/views.ts';
import { findingDetail, findingTitle } from '../../../../shared/domain/integrity/strings.ts';
import { Buttons } from '../../../components/layout/layout.tsx';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { acceptJobs, redoJobs, redoPrice } from '../../../components/review/review-jobs.tsx';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { REVIEW_WORDS } from '../../../components/strings.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk, useJob } from '../../../state/desk-context.ts';
import { type FindingInReview, findingsInReview, type Mark } from '../marks/find-marks.ts';
import { IN_REVIEW } from '../strings.ts';
import classes from './decide.module.css';

const OFFER_MESSAGE = 'review-next';

const OFFERED_MS = 10_000;

interface ReviewCardProps {
  readonly job: JobView;
  onPlace(mark: Mark): void;
}

/** Nothing for recordings that aren't in review. */
export function ReviewCard({ job, onPlace }: ReviewCardProps) {
  const found = findingsInReview(job);
  if (found.length === 0) return null;
  const several = new Set(found.map(({ label }) => label)).size > 1;
  return (
    <section className={`${classes.card} ${classes.review}`} aria-label={IN_REVIEW.title}>
      <h2>
        <IconAlertTriangle size={16} stroke={1.9} aria-hidden="true" />
        {IN_REVIEW.title}
      </h2>
      <p>{REVIEW_WORDS.note}</p>
      <ul>
        {found.map((one) => (
          <li key={`${one.label} ${findingTitle(one.finding)}`}>
            <Place held={one} onPlace={onPlace} />
            <small>{several ? `${one.label}: ${findingDetail(one.finding)}` : findingDetail(one.finding)}</small>
          </li>
        ))}
      </ul>
      <Decisions job={job} />
    </section>
  );
}

function Place({ held: { finding, mark }, onPlace }: { held: FindingInReview; onPlace: ReviewCardProps['onPlace'] }) {
  const title = findingTitle(finding);
  if (mark === null) return <b>{title}</b>;
  return (
    <Tooltip label={IN_REVIEW.goTo}>
      <button type="button" onClick={() => onPlace(mark)}>
        {title}
      </button>
    </Tooltip>
  );
}

/** Only what is in the queue can be decided: a recording that is restored again has left it. */
function Decisions({ job }: Pick<ReviewCardProps, 'job'>) {
  const desk = useDesk();
  const isQueued = useJob(job.id) !== undefined;
  const accept = (): void => {
    acceptJobs(desk, [job.id])
      .then(() => offerNext(desk, job.id, IN_REVIEW.accepted))
      .catch(showRefusal);
  };
  const redo = () => redoJobs(desk, [job], () => offerNext(desk, job.id, IN_REVIEW.redone));
  useShortcuts(
    isQueued
      ? [
          ['A', accept],
          ['R', redo],
        ]
      : [],
  );
  if (!isQueued) return <p>{IN_REVIEW.over}</p>;
  const price = redoPrice([job]);
  return (
    <Buttons>
      <Tooltip label={<KeyCap>A</KeyCap>}>
        <Button h={30} px={10} variant="filled" onClick={accept} aria-keyshortcuts="A">
          {REVIEW_WORDS.accept}
        </Button>
      </Tooltip>
      <Tooltip label={<KeyCap>R</KeyCap>}>
        <Button h={30} px={10} onClick={redo} aria-keyshortcuts="R">
          {REVIEW_WORDS.redo} {price !== null && <span className={classes.price}>{price}</span>}
        </Button>
      </Tooltip>
    </Buttons>
  );
}

/** @param words what was decided about the job */
function offerNext(desk: PageDesk, jobId: string, words: string): void {
  const { jobs, order } = desk.queue.getState();
  const left = order.filter((id) => id !== jobId && jobs.get(id)?.state.kind === 'in-review');
  const [next] = left;
  const go = (): void => {
    notifications.hide(OFFER_MESSAGE);
    if (next === undefined) desk.goTo('desk');
    else desk.goTo('listen', next);
  };
  notifications.hide(OFFER_MESSAGE);
  notifications.show({
    id: OFFER_MESSAGE,
    role: 'status',
    autoClose: OFFERED_MS,
    withCloseButton: false,
    message: (
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <span>{words}</span>
        <Button size="compact-sm" variant="default" onClick={go}>
          {next === undefined ? IN_REVIEW.toDesk : IN_REVIEW.next(left.length)}
        </Button>
      </Group>
    ),
  });
}
