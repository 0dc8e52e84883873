/** Keeps the current run, through restarts: it opens with the first job that is started, and is closed once nothing is left to do. */

import { z } from 'zod';
import { type RunSummary, runSummary } from '../../../../shared/contract/queue/run.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import type { Dispose } from '../../../platform/disposal.ts';
import type { QueueContext } from '../queue-context.ts';
import { summarize } from './run-summary.ts';

/** A job that was started this shortly ago belongs to the run that it opens, in milliseconds. */
const FRESH_MS = 60_000;

const storedRun = z.object({ startedAt: z.number(), finishedAt: z.number().nullable() });

/** Milliseconds since the epoch. */
type StoredRun = z.infer<typeof storedRun>;

export interface RunBook {
  /** The current run, or the last one; null before the first. */
  readonly current: StoredRun | null;
  readonly isOpen: boolean;
  /** Until it is dismissed. */
  readonly lastSummary: RunSummary | null;
  /** A job changed: opens a run if it has something to do. */
  note(jobId: string): void;
  /** Closes the open run. @returns its summary; null when none is open */
  end(): RunSummary | null;
  dismiss(): void;
  stop(): void;
}

export function createRunBook({ ports, store, time }: Pick<QueueContext, 'ports' | 'store' | 'time'>): RunBook {
  let current = storedRun.safeParse(store.settings.get('run')).data ?? null;
  let lastSummary = runSummary.safeParse(store.settings.get('last-run')).data ?? null;
  const stopListening: Dispose = time.onJump((setBackBy) => {
    // What ends after the clock was set back still belongs to the run.
    if (current?.finishedAt === null && setBackBy > 0) put({ ...current, startedAt: current.startedAt - setBackBy });
  });

  function put(run: StoredRun): void {
    current = run;
    store.settings.set('run', run);
  }

  return {
    get current() {
      return current;
    },
    get isOpen() {
      return current?.finishedAt === null;
    },
    get lastSummary() {
      return lastSummary;
    },
    note(jobId) {
      if (current?.finishedAt === null) return;
      const job = store.jobs.find(jobId);
      if (job === undefined || job.admittedAt === null || job.removedAt !== null) return;
      const { kind } = job.state;
      if (isFinal(job.state) || kind === 'paused' || kind === 'needs-you' || kind === 'cancelling') return;
      const now = ports.clock.now();
      const earliest = Math.max(now - FRESH_MS, (current?.finishedAt ?? 0) + 1);
      put({ startedAt: Math.min(now, Math.max(earliest, job.admittedAt)), finishedAt: null });
    },
    end() {
      if (current === null || current.finishedAt !== null) return null;
      const ended = { ...current, finishedAt: ports.clock.now() };
      lastSummary = summarize(store, ended);
      store.settings.set('last-run', lastSummary);
      put(ended);
      return lastSummary;
    },
    dismiss() {
      lastSummary = null;
      store.settings.remove('last-run');
    },
    stop: () => void stopListening(),
  };
}
