/** Handlers of the verdicts group that keep a result as the output, and take a verdict back with what it changed. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createTurns } from '../../../platform/time/turns.ts';
import { os } from '../../calls/router.ts';
import { type KeepPorts, keepOutput, undoKeep } from '../../library/keeping/keep-output.ts';
import { generationOf } from '../../library/take-ids.ts';
import type { JobRow } from '../../store/schema.ts';
import { opinions } from './verdicts.ts';

interface Ports extends Omit<KeepPorts, 'now'> {
  readonly clock: Clock;
  /** The job's row shows where its outputs are. */
  readonly touch: (jobId: string) => void;
}

export function keepingHandlers({ clock, touch, ...rest }: Ports) {
  const ports: KeepPorts = { ...rest, now: () => clock.now() };
  const { store } = ports;
  // Two at once would move the same files.
  const inTurn = createTurns();

  function jobOf(jobId: string): JobRow {
    const job = store.jobs.find(jobId);
    if (job === undefined) throw new CleartakeError('notFound', { detail: 'job' });
    return job;
  }

  return {
    keepOutput: os.verdicts.keepOutput.handler(({ input }) =>
      inTurn(async () => {
        const { jobId, listener, others, take } = input;
        const job = jobOf(jobId);
        const kept = await keepOutput(ports, job, {
          generationId: generationOf(take),
          others,
          writeVerdict: () => {
            store.verdicts.give({ jobId, kind: 'keep', take, over: null, listener, at: clock.now() });
            return store.verdicts.ofJobs([jobId])[0]?.id ?? 0;
          },
        });
        touch(jobId);
        return { ...kept, opinions: opinions(store, job) };
      }),
    ),
    withdraw: os.verdicts.withdraw.handler(({ input }) =>
      inTurn(async () => {
        const job = jobOf(input.jobId);
        await undoKeep(ports, job, input.id, () => store.verdicts.withdraw(job.id, input.id, clock.now()));
        touch(job.id);
        return opinions(store, job);
      }),
    ),
  };
}
