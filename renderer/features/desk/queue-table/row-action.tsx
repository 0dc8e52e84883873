/** The button of a row: its next step. */

import { IconPlayerPlayFilled } from '@tabler/icons-react';
import type { JobView } from '../../../../shared/contract/views.ts';
import { RowButton } from '../../../components/grid/row-controls.tsx';
import { actionLabel, isNeeded, type JobAction, nextStep } from '../actions/job-actions.ts';
import columns from './columns/columns.module.css';

interface RowActionProps {
  readonly job: JobView;
  /** Whether recordings are copies in the library. */
  readonly copies: boolean;
  readonly onRun: (action: JobAction, id: string) => void;
}

export function RowAction({ job, copies, onRun }: RowActionProps) {
  const step = nextStep(job, copies);
  if (step === null) return null;
  return (
    <span className={columns.action} data-offer={!isNeeded(job) || undefined}>
      <RowButton
        tabIndex={-1}
        icon={step === 'compare' ? <IconPlayerPlayFilled size={11} /> : null}
        onClick={(event) => {
          event.stopPropagation();
          onRun(step, job.id);
        }}
      >
        {actionLabel(step, job)}
      </RowButton>
    </span>
  );
}
