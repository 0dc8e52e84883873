/** Performs the actions of rows, and shows refusals. */

import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import type { Priority } from '../../../../shared/domain/queue-order.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { REMOVE } from '../strings.ts';
import { prioritize, type Step, stepJobs } from './move-jobs.ts';
import { ROW_ACTIONS, type RowActionId } from './row-actions.ts';

export interface RowActions {
  /** One action on several jobs. Jobs to which it doesn't apply are left out. */
  run(id: RowActionId, jobIds: readonly string[]): void;
  /** Moves them among the visible rows. */
  step(jobIds: readonly string[], step: Step): void;
  prioritize(jobIds: readonly string[], priority: Priority): void;
}

export function useRowActions(): RowActions {
  const desk = useDesk();
  return useMemo(() => createRowActions(desk), [desk]);
}

function createRowActions(desk: PageDesk): RowActions {
  async function perform(id: RowActionId, jobIds: readonly string[]): Promise<void> {
    const action = ROW_ACTIONS.find((candidate) => candidate.id === id);
    const { jobs } = desk.queue.getState();
    const [first, ...others] = jobIds.flatMap((jobId) => jobs.get(jobId) ?? []).filter((job) => action?.when(job));
    if (first !== undefined) await action?.perform(desk, [first, ...others], jobIds.length - others.length - 1);
    else if (jobIds.length > 0 && id === 'remove') {
      notifications.show({ role: 'status', message: REMOVE.inProgress });
    }
  }
  return {
    run(id, jobIds) {
      perform(id, jobIds).catch(showRefusal);
    },
    step(jobIds, step) {
      stepJobs(desk, jobIds, step).catch(showRefusal);
    },
    prioritize(jobIds, priority) {
      prioritize(desk, jobIds, priority).catch(showRefusal);
    },
  };
}
