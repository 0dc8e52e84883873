/** Looks at the headers of what was just added, in the background, so that rows and quotes have lengths before Start. */

import { toCleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import type { QueueContext } from '../../queue/queue-context.ts';
import { glanceAt } from './inspect.ts';

export interface Glance {
  look(jobIds: readonly string[]): void;
  stop(): void;
}

export function createGlance(context: QueueContext): Glance {
  const { ports, store, transitions } = context;
  const pending = new Set<string>();
  const stopping = new AbortController();
  const stopped = stopping.signal;
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    for (const jobId of pending) {
      pending.delete(jobId);
      await glanceAtJob(jobId);
    }
    busy = false;
  }

  async function glanceAtJob(jobId: string): Promise<void> {
    const job = store.jobs.find(jobId);
    const recording = job === undefined ? undefined : store.recordings.get(job.recordingId);
    // A job that is being prepared is looked at whole: its exact length is not overwritten by a header's.
    if (job === undefined || recording === undefined || job.removedAt !== null || recording.frames !== null) return;
    try {
      await glanceAt(context, recording, stopped);
      if (!stopped.aborted) transitions.touch(jobId);
    } catch (failure) {
      if (stopped.aborted) return;
      const error = toCleartakeError(failure);
      if (error.retryable) {
        ports.log.warn('A recording could not be looked at yet', { job: jobId, code: error.code });
        return;
      }
      // What is already at work finds out by itself.
      if (store.jobs.get(jobId).state.kind === 'queued') {
        transitions.job(jobId, { kind: 'fail', error: toErrorRecord(error), retryFrom: 'queued' });
      }
    }
  }

  return {
    look(jobIds) {
      if (stopped.aborted) return;
      for (const jobId of jobIds) pending.add(jobId);
      if (!busy) void work();
    },
    stop: () => {
      pending.clear();
      stopping.abort();
    },
  };
}
