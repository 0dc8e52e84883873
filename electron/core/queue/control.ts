/** What a person does to jobs: pause, resume, cancel, retry, remove, answer. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isFinal } from '../../../shared/domain/job-state.ts';
import type { JobRow } from '../store/schema.ts';
import type { QueueContext } from './queue-context.ts';
import { startAgain } from './reconcile.ts';
import type { Runner } from './runner.ts';

export interface Control {
  pause(jobIds: readonly string[]): Promise<number>;
  resume(jobIds: readonly string[]): number;
  cancel(jobIds: readonly string[]): Promise<number>;
  retry(jobIds: readonly string[]): number;
  /** Jobs at work stay. */
  remove(jobIds: readonly string[], told: (jobId: string) => void): number;
  /** @throws CleartakeError notFound, notPossibleNow */
  acceptTruncated(jobId: string): void;
  /** @throws CleartakeError notFound, notPossibleNow */
  answer(jobId: string, answer: 'check-again' | 'start-again'): void;
}

export function createControl(context: QueueContext, runner: Runner): Control {
  const { connections, ports, store, transitions } = context;

  function find(jobId: string): JobRow {
    const job = store.jobs.find(jobId);
    if (job === undefined || job.removedAt !== null) throw new CleartakeError('notFound', { detail: 'job' });
    return job;
  }

  async function eachAsync(jobIds: readonly string[], change: (jobId: string) => Promise<boolean>): Promise<number> {
    const changes = await Promise.all(jobIds.filter((id) => store.jobs.find(id) !== undefined).map(change));
    return changes.filter(Boolean).length;
  }

  function each(jobIds: readonly string[], change: (job: JobRow) => boolean): number {
    const jobs = jobIds.flatMap((id) => store.jobs.find(id) ?? []);
    return jobs.filter(change).length;
  }

  function retryJob(job: JobRow): boolean {
    const changed = store.transaction(() => {
      if (transitions.job(job.id, { kind: 'retry' }) === null) return false;
      for (const generation of store.generations.ofJob(job.id)) {
        if (generation.stateKind === 'failed') transitions.generation(generation.id, { kind: 'retry' });
      }
      store.jobs.update(job.id, { tries: 0 });
      return true;
    });
    if (changed) connections.unpark(job.connectionId);
    return changed;
  }

  return {
    pause: (jobIds) =>
      eachAsync(jobIds, async (jobId) => {
        const paused = transitions.job(jobId, { kind: 'pause' }) !== null;
        if (paused) await runner.interrupt(jobId);
        return paused;
      }),
    resume(jobIds) {
      const count = each(jobIds, (job) => transitions.job(job.id, { kind: 'resume' }) !== null);
      runner.wake();
      return count;
    },
    cancel: (jobIds) =>
      eachAsync(jobIds, async (jobId) => {
        if (transitions.job(jobId, { kind: 'cancel' }) === null) return false;
        await runner.interrupt(jobId);
        return transitions.job(jobId, { kind: 'stopped' }) !== null;
      }),
    retry(jobIds) {
      const count = each(jobIds, retryJob);
      runner.wake();
      return count;
    },
    remove: (jobIds, told) =>
      each(jobIds, (job) => {
        const idle = job.admittedAt === null || isFinal(job.state);
        if (!idle || job.removedAt !== null) return false;
        store.jobs.update(job.id, { removedAt: ports.clock.now() });
        told(job.id);
        return true;
      }),
    acceptTruncated(jobId) {
      const job = find(jobId);
      if (job.state.kind !== 'failed' || job.state.error.code !== 'mediaTruncated')
        throw new CleartakeError('notPossibleNow');
      store.recordings.update(job.recordingId, { acceptTruncated: true });
      retryJob(job);
      runner.wake();
    },
    answer(jobId, answer) {
      const job = find(jobId);
      const open = store.generations.ofJob(jobId).find((generation) => generation.stateKind === 'needs-you');
      if (job.state.kind !== 'needs-you' || open === undefined) throw new CleartakeError('notPossibleNow');
      if (answer === 'start-again') startAgain(context, open);
      else transitions.generation(open.id, { kind: 'check-again' });
      transitions.job(jobId, { kind: 'answer' });
      runner.wake();
    },
  };
}
