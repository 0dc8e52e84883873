/** Beside the name of a recording that comes before or after the others. */

import { IconChevronsDown, IconChevronsUp } from '@tabler/icons-react';
import type { Priority } from '../../../../shared/domain/queue-order.ts';
import { PRIORITY_LABELS } from '../strings.ts';
import classes from './priority-mark.module.css';

export function PriorityMark({ priority }: { priority: Priority }) {
  if (priority === 'normal') return null;
  const Icon = priority === 'high' ? IconChevronsUp : IconChevronsDown;
  return (
    <span className={classes.mark} data-priority={priority}>
      <Icon size={12} stroke={2} aria-hidden="true" />
      {PRIORITY_LABELS[priority]}
    </span>
  );
}
