/** Steps to the previous and the next recording of the batch without leaving the room. */

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { announce } from '../../../components/messages/announcer.ts';
import { shownName } from '../../../components/text/format.ts';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import type { Player } from '../playback/player.ts';
import type { Sight } from '../waves/sight.ts';
import { carriedTo, carryTo, type Direction, putDown } from './carried.ts';
import classes from './decide.module.css';
import { neighborsOf } from './neighbors.ts';
import { STEPS } from './strings.ts';
import { useRoomKeys } from './use-room-keys.ts';

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

  const target = (direction: Direction) => (at < 0 ? undefined : ids[direction === 'next' ? at + 1 : at - 1]);
  function go(direction: Direction, pressed: boolean): void {
    const next = target(direction);
    if (next === undefined) return;
    carryTo(next, { player, takes, view: sight.getState(), duration, pressed: pressed ? direction : null });
    desk.goTo('listen', next);
  }
  useRoomKeys([
    [',', () => go('previous', false)],
    ['.', () => go('next', false)],
  ]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the room was stepped into
  useEffect(() => {
    const carried = carriedTo(job.id);
    if (carried === null) return;
    putDown();
    announce(STEPS.arrived(shownName(job.name), at + 1, ids.length));
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
          {STEPS[direction]} <KeyCap>{key}</KeyCap>
        </span>
      }
    >
      <ActionIcon
        ref={buttons[direction]}
        size={30}
        bg="transparent"
        aria-label={STEPS[direction]}
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
    <div className={classes.steps} role="group" aria-label={STEPS.group}>
      {step('previous', ',')}
      <span title={`${STEPS.at(at + 1, ids.length)} ${STEPS.of[of]}`}>{STEPS.at(at + 1, ids.length)}</span>
      {step('next', '.')}
    </div>
  );
}
