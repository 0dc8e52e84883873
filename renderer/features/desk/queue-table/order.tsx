/** A recording's order in the queue: the mark of its priority, and the menu items that change it. */

import { Menu } from '@mantine/core';
import { IconArrowBarToDown, IconArrowBarToUp, IconCheck, IconChevronsDown, IconChevronsUp } from '@tabler/icons-react';
import { PRIORITIES, type Priority } from '../../../../shared/domain/queue-order.ts';
import type { RowActions } from '../actions/use-row-actions.ts';
import { PRIORITY_LABELS, QUEUE_ORDER } from '../strings.ts';
import classes from './queue.module.css';

/** Shown beside the name of a recording with high or low priority. */
export function PriorityMark({ priority }: { priority: Priority }) {
  if (priority === 'normal') return null;
  const Icon = priority === 'high' ? IconChevronsUp : IconChevronsDown;
  return (
    <span className={classes.priority} data-priority={priority}>
      <Icon size={12} stroke={2} aria-hidden="true" />
      {PRIORITY_LABELS[priority]}
    </span>
  );
}

interface OrderItemsProps {
  readonly actions: RowActions;
  readonly jobIds: readonly string[];
  /** The common priority; null if they differ. */
  readonly priority: Priority | null;
}

export function OrderItems({ actions, jobIds, priority }: OrderItemsProps) {
  return (
    <>
      <Menu.Item leftSection={<IconArrowBarToUp size={15} stroke={1.8} />} onClick={() => actions.step(jobIds, 'top')}>
        {QUEUE_ORDER.top}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowBarToDown size={15} stroke={1.8} />}
        onClick={() => actions.step(jobIds, 'bottom')}
      >
        {QUEUE_ORDER.bottom}
      </Menu.Item>
      <Menu.Label>{QUEUE_ORDER.priority}</Menu.Label>
      <Menu.RadioGroup
        value={priority}
        onChange={(value) => {
          const chosen = PRIORITIES.find((each) => each === value);
          if (chosen !== undefined) actions.prioritize(jobIds, chosen);
        }}
      >
        {PRIORITIES.map((each) => (
          <Menu.RadioItem key={each} value={each} closeMenuOnClick checkIcon={<IconCheck size={15} stroke={2} />}>
            {PRIORITY_LABELS[each]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
