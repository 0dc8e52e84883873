/** Performs actions on jobs and reports refusals. */

import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import type { Priority } from '../../../../shared/domain/queue-order.ts';
import { askForBatchCap, askForCaps } from '../../../components/caps/cap-form.tsx';
import { askToFind } from '../../../components/find-source/find-dialog.tsx';
import { isPausedByQueue } from '../../../components/jobs/job-words.ts';
import { askForKey } from '../../../components/keys/key-form.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { askBeforePaying } from '../../../components/repeats/ask-before-paying.tsx';
import { acceptJobs, redoJobs } from '../../../components/review/review-jobs.tsx';
import type { Desk } from '../../../state/desk.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { connectionOf } from '../../../state/session-store.ts';
import { backToRow } from '../../../state/view-store.ts';
import { showDetails } from '../details/job-details.tsx';
import { askWasItStarted } from '../details/was-it-started.tsx';
import { CANCELLED, DETAILS, REMOVE } from '../strings.ts';
import { isBegun, type JobAction, possibleActions } from './job-actions.ts';
import { prioritize, type Step, stepJobs } from './move-jobs.ts';
import { confirmRemoval, needsConfirmation, removeJobs } from './remove-jobs.tsx';
import { startJobs } from './start-jobs.ts';

export interface JobActions {
  /** One action on several jobs. Jobs to which it doesn't apply are left out. */
  run(action: JobAction, jobIds: readonly string[]): void;
  /** Moves them among the visible rows. */
  step(jobIds: readonly string[], step: Step): void;
  prioritize(jobIds: readonly string[], priority: Priority): void;
}

export function useJobActions(): JobActions {
  const desk = useDesk();
  return useMemo(() => createJobActions(desk), [desk]);
}

function createJobActions(desk: Desk): JobActions {
  return {
    run(action, jobIds) {
      const { jobs } = desk.queue.getState();
      const fitting = jobIds.filter((id) => {
        const job = jobs.get(id);
        return job !== undefined && possibleActions(job).includes(action);
      });
      if (fitting.length === 0 && jobIds.length > 0 && action === 'remove') {
        notifications.show({ role: 'status', message: REMOVE.inProgress });
      }
      if (fitting.length > 0) perform(desk, action, fitting, jobIds.length - fitting.length).catch(showRefusal);
    },
    step(jobIds, step) {
      stepJobs(desk, jobIds, step).catch(showRefusal);
    },
    prioritize(jobIds, priority) {
      prioritize(desk, jobIds, priority).catch(showRefusal);
    },
  };
}

/** @param leftOut number of selected jobs to which the action doesn't apply */
async function perform(desk: Desk, action: JobAction, jobIds: string[], leftOut: number): Promise<void> {
  const { queue, system } = desk.client;
  const jobId = jobIds[0] ?? '';
  switch (action) {
    case 'start':
      await startJobs(desk, jobIds);
      return;
    case 'pause':
      await queue.pause({ jobIds });
      return;
    case 'resume':
    case 'try-now':
      await queue.resume({ jobIds });
      return;
    case 'retry':
      await askBeforePaying(desk, { action: 'retry', jobIds }, async () => {
        await queue.retry({ jobIds });
      });
      return;
    case 'cancel':
      await cancel(desk, jobIds);
      return;
    case 'remove': {
      const { jobs } = desk.queue.getState();
      const leaving = jobIds.flatMap((id) => jobs.get(id) ?? []);
      if (needsConfirmation(leaving))
        confirmRemoval(leaving, leftOut, () => removeJobs(desk, jobIds, leftOut).catch(showRefusal));
      else await removeJobs(desk, jobIds, leftOut);
      return;
    }
    case 'accept':
      await acceptJobs(desk, jobIds);
      return;
    case 'redo': {
      const { jobs } = desk.queue.getState();
      redoJobs(
        desk,
        jobIds.flatMap((id) => jobs.get(id) ?? []),
      );
      return;
    }
    case 'compare':
      desk.goTo('listen', jobId);
      return;
    case 'find-source': {
      const job = desk.queue.getState().jobs.get(jobId);
      if (job !== undefined) askToFind({ jobId, name: job.name, onClose: backToRow });
      return;
    }
    case 'enter-key': {
      const job = desk.queue.getState().jobs.get(jobId);
      const connection = job && connectionOf(desk.session.getState(), job);
      if (connection === undefined) desk.goTo('connections');
      else askForKey(desk, connection);
      return;
    }
    case 'agree':
      await queue.agree({ jobIds });
      return;
    case 'change-cap':
      changeCap(desk, jobId);
      return;
    case 'connections': {
      const job = desk.queue.getState().jobs.get(jobId);
      const connection = job && connectionOf(desk.session.getState(), job);
      if (connection === undefined) desk.goTo('connections');
      else desk.goToConnection(connection.id);
      return;
    }
    case 'details':
      details(desk, jobId);
      return;
    case 'reveal': {
      const { shown } = await system.reveal({ jobId });
      if (!shown) details(desk, jobId, DETAILS.noFolders);
      return;
    }
    case 'accept-truncated':
      await Promise.all(jobIds.map((id) => queue.acceptTruncated({ jobId: id })));
      return;
    case 'check-again':
      await Promise.all(jobIds.map((id) => queue.answer({ jobId: id, answer: 'check-again' })));
      return;
    case 'answer':
    case 'start-again': {
      const job = desk.queue.getState().jobs.get(jobId);
      if (job !== undefined) askWasItStarted(desk, job);
      return;
    }
  }
}

/** The cap that keeps the job waiting: of its batch, or of its connection. */
function changeCap(desk: Desk, jobId: string): void {
  const job = desk.queue.getState().jobs.get(jobId);
  const connection = job && connectionOf(desk.session.getState(), job);
  if (job?.state.kind !== 'waiting') return;
  if (job.state.reason.detail === 'batch' || connection === undefined) askForBatchCap(desk, jobId);
  else askForCaps(desk, connection);
}

function details(desk: Desk, jobId: string, note?: string): void {
  const { jobs, totals } = desk.queue.getState();
  const job = jobs.get(jobId);
  if (job !== undefined) showDetails(job, isPausedByQueue(job, totals), note);
}

/** Cancels, and says what cancelling can't undo. */
async function cancel(desk: Desk, jobIds: string[]): Promise<void> {
  const { jobs } = desk.queue.getState();
  const begun = jobIds.flatMap((id) => jobs.get(id) ?? []).filter(isBegun);
  await desk.client.queue.cancel({ jobIds });
  if (begun.length === 0) return;
  const session = desk.session.getState();
  const billed = begun.some((job) => connectionOf(session, job)?.kind !== 'built-in');
  notifications.show({ message: billed ? CANCELLED.billed : CANCELLED.free });
}
