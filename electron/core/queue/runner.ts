/** Keeps as many jobs at work as are allowed, in the queue's order, and wakes those that wait. */

import { isRunnable } from '../../../shared/domain/job-state.ts';
import type { QueueContext } from './queue-context.ts';
import { runJob } from './run-job.ts';

/** How often parked connections are tried again, in milliseconds. */
const UNPARK_MS = 60_000;

/** How long a stop waits for work that cannot be interrupted, in milliseconds. */
const STOP_MS = 2000;

export interface Runner {
  /** Looks for work, now. Call it whenever a job may have become runnable. */
  wake(): void;
  /** Interrupts the work on a job; resolves when nothing of it runs any more. */
  interrupt(jobId: string): Promise<void>;
  /** While held back, nothing new is begun; what runs goes on to its end. */
  setPaused(paused: boolean): void;
  readonly paused: boolean;
  /** Interrupts everything; states stay as they are, for the next start. */
  stop(): Promise<void>;
}

export function createRunner(context: QueueContext): Runner {
  const { connections, ports, settings, store, transitions } = context;
  const running = new Map<string, { readonly controller: AbortController; readonly ended: Promise<void> }>();
  const notBefore = settings.leavesEarlierWork ? ports.clock.now() : 0;
  let paused = store.settings.get('queue-paused') === true;
  let stopped = false;
  let alarm: NodeJS.Timeout | null = null;
  let scheduled = false;
  const unparking = settings.unparks ? setInterval(unparkAll, UNPARK_MS) : null;

  function wake(): void {
    if (scheduled || stopped) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      if (!stopped) look();
    });
  }

  function look(): void {
    if (paused) return;
    const now = ports.clock.now();
    let earliest = Number.POSITIVE_INFINITY;
    const candidates = store.jobs.startedIn(
      ['queued', 'waiting', 'preparing', 'uploading', 'ready', 'generating', 'downloading', 'exporting'],
      settings.concurrency * 4 + 1000,
    );
    for (const job of candidates) {
      if (running.has(job.id) || job.createdAt < notBefore) continue;
      if (isRunnable(job.state, now)) {
        if (running.size >= settings.concurrency) break;
        begin(job.id);
      } else if (job.state.kind === 'waiting' && job.state.until !== null)
        earliest = Math.min(earliest, job.state.until);
    }
    if (alarm !== null) clearTimeout(alarm);
    alarm = Number.isFinite(earliest) ? setTimeout(wake, Math.max(10, Math.min(earliest - now, 60_000))) : null;
  }

  function begin(jobId: string): void {
    const controller = new AbortController();
    const ended = runJob(context, jobId, controller.signal).finally(() => {
      running.delete(jobId);
      wake();
    });
    running.set(jobId, { controller, ended });
  }

  function unparkAll(): void {
    for (const connection of connections.list()) {
      if (connection.parked === null) continue;
      connections.unpark(connection.id);
      for (const job of store.jobs.startedIn(['waiting'])) {
        if (job.connectionId === connection.id && job.state.kind === 'waiting' && job.state.until === null) {
          transitions.job(job.id, { kind: 'resume' });
        }
      }
    }
    wake();
  }

  return {
    wake,
    get paused() {
      return paused;
    },
    async interrupt(jobId) {
      const one = running.get(jobId);
      one?.controller.abort();
      await one?.ended;
    },
    setPaused(value) {
      paused = value;
      store.settings.set('queue-paused', value);
      wake();
    },
    async stop() {
      stopped = true;
      if (alarm !== null) clearTimeout(alarm);
      if (unparking !== null) clearInterval(unparking);
      for (const one of running.values()) one.controller.abort();
      // A start that is on its way cannot be called back. Its intent is on record: the next run asks the service what became of it.
      const patience = new AbortController();
      const waited = ports.clock.sleep(STOP_MS, patience.signal).catch(() => undefined);
      await Promise.race([Promise.all([...running.values()].map((one) => one.ended)), waited]);
      patience.abort();
    },
  };
}
