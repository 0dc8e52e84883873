/** Steps to the previous and the next recording of the batch without leaving the room. */

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { hasResult } from '../../../components/jobs/results.ts';
import { KeyCap } from '../../../components/marks/marks.tsx';
import type { Player } from '../../../components/playback/player.ts';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { shownName } from '../../../components/text/format.ts';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import { isToHear } from '../../../state/job-group.ts';
import { announce } from '../../../state/page-stores.ts';
import { BATCH_STEPS } from '../strings.ts';
import type { Sight } from '../waves/view-window.ts';
import { carriedTo, carryTo, type Direction, putDown } from './carried.ts';
import classes from './decide.module.css';

interface BatchStepsProps {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  readonly player: Player;
  readonly sight: Sight;
  readonly duration: number;
}

export function BatchSteps({ job, takes, player, sight, duration }: BatchStepsProps) {
  const desk = useDesk();
  const order = useQueue((state) => state.order);
  const finished = useQueue(({ totals }) => totals.done + totals.failed + totals.inReview);
  // biome-ignore lint/correctness/useExhaustiveDependencies: jobs are mutated in place; the number of finished ones stands for them
  const { at, ids, of } = useMemo(
    () => neighborsOf(order, desk.queue.getState().jobs, job),
    [desk, order, finished, job.id, job.batchId, job.state.kind],
  );
  const buttons = { previous: useRef<HTMLButtonElement>(null), next: useRef<HTMLButtonElement>(null) };

  const target = (direction: Direction) => {
    if (at < 0) return undefined;
    return direction === 'next' ? (nextUnheard(ids, at, desk.queue.getState().jobs) ?? ids[at + 1]) : ids[at - 1];
  };
  function go(direction: Direction, pressed: boolean): void {
    const next = target(direction);
    if (next === undefined) return;
    carryTo(next, { player, takes, view: sight.getState(), duration, pressed: pressed ? direction : null });
    desk.goTo('listen', next);
  }
  useShortcuts([
    [',', () => go('previous', false)],
    ['.', () => go('next', false)],
  ]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the room was stepped into
  useEffect(() => {
    const carried = carriedTo(job.id);
    if (carried === null) return;
    putDown();
    announce(BATCH_STEPS.arrived(shownName(job.name), at + 1, ids.length));
    if (carried.pressed === null) return;
    const other = carried.pressed === 'next' ? buttons.previous : buttons.next;
    const button = target(carried.pressed) === undefined ? other : buttons[carried.pressed];
    button.current?.focus({ preventScroll: true });
  }, []);

  if (at < 0 || ids.length < 2) return null;
  const step = (direction: Direction, key: string) => (
    <Tooltip
      label={
        <span className={classes.stepTip}>
          {BATCH_STEPS[direction]} <KeyCap>{key}</KeyCap>
        </span>
      }
    >
      <ActionIcon
        ref={buttons[direction]}
        size={30}
        bg="transparent"
        aria-label={BATCH_STEPS[direction]}
        aria-keyshortcuts={key}
        disabled={target(direction) === undefined}
        onClick={() => go(direction, true)}
      >
        {direction === 'next' ? <IconChevronRight size={18} /> : <IconChevronLeft size={18} />}
      </ActionIcon>
    </Tooltip>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={classes.steps} role="group" aria-label={BATCH_STEPS.group}>
      {step('previous', ',')}
      <span title={`${BATCH_STEPS.at(at + 1, ids.length)} ${BATCH_STEPS.of[of]}`}>
        {BATCH_STEPS.at(at + 1, ids.length)}
      </span>
      {step('next', '.')}
    </div>
  );
}

/** The next one that nobody has heard; undefined when all that follow were. */
function nextUnheard(ids: readonly string[], at: number, jobs: ReadonlyMap<string, JobView>): string | undefined {
  return ids.slice(at + 1).find((id) => {
    const job = jobs.get(id);
    return job !== undefined && isToHear(job);
  });
}

interface Neighbors {
  readonly of: 'review' | 'batch' | 'queue';
  /** In the order of the queue, the present one included. */
  readonly ids: readonly string[];
  /** Index of the present one; -1 where it isn't in the queue. */
  readonly at: number;
}

function neighborsOf(
  order: readonly string[],
  jobs: ReadonlyMap<string, JobView>,
  { id, batchId, state }: Pick<JobView, 'id' | 'batchId' | 'state'>,
): Neighbors {
  const among = (of: Neighbors['of'], fits: (job: JobView) => boolean): Neighbors => {
    const ids = order.filter((one) => {
      const job = jobs.get(one);
      return job !== undefined && (one === id || fits(job));
    });
    return { of, ids, at: ids.indexOf(id) };
  };
  if (state.kind === 'in-review') return among('review', (job) => job.state.kind === 'in-review');
  const batch = among('batch', (job) => job.batchId === batchId && hasResult(job));
  return batch.ids.length > 1 ? batch : among('queue', hasResult);
}
