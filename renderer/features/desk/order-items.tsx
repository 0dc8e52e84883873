/** Items of a menu that change where recordings stand in the queue. */

import { Menu } from '@mantine/core';
import { IconArrowBarToDown, IconArrowBarToUp, IconCheck } from '@tabler/icons-react';
import { PRIORITIES, type Priority } from '../../../shared/domain/queue-order.ts';
import { MOVE, PRIORITY_LABELS } from './strings.ts';
import type { JobActions } from './use-job-actions.tsx';

interface OrderItemsProps {
  readonly actions: JobActions;
  readonly jobIds: readonly string[];
  /** What all of them have; null when they differ. */
  readonly priority: Priority | null;
}

export function OrderItems({ actions, jobIds, priority }: OrderItemsProps) {
  return (
    <>
      <Menu.Item leftSection={<IconArrowBarToUp size={15} stroke={1.8} />} onClick={() => actions.step(jobIds, 'top')}>
        {MOVE.top}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowBarToDown size={15} stroke={1.8} />}
        onClick={() => actions.step(jobIds, 'bottom')}
      >
        {MOVE.bottom}
      </Menu.Item>
      <Menu.Label>{MOVE.priority}</Menu.Label>
      {PRIORITIES.map((each) => (
        <Menu.Item
          key={each}
          role="menuitemradio"
          aria-checked={each === priority}
          leftSection={each === priority ? <IconCheck size={15} stroke={2} /> : <span style={{ width: 15 }} />}
          onClick={() => actions.prioritize(jobIds, each)}
        >
          {PRIORITY_LABELS[each]}
        </Menu.Item>
      ))}
    </>
  );
}
