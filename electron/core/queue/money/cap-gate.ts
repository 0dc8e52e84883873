/** Lets recordings that wait for room under a cap continue: when a cap is raised, a hold is given back, or the day or month turns. */

import type { MicroUsd } from '../../../../shared/domain/money.ts';
import { endOfDay } from '../../../platform/time/calendar.ts';
import { CHUNK_ROWS } from '../../store/open-store.ts';
import type { JobRow } from '../../store/schema.ts';
import type { JobFilter } from '../../store/statements/job-filter.ts';
import type { Books, QueueContext } from '../parts/queue-context.ts';
import { type CapRoom, roomOfBatch, roomOfConnection } from './caps.ts';
import { presentQuote } from './meter.ts';

type CapGatePorts = Books;

/**
 * Resumes what fits, in the queue's order within each batch; a smaller recording may pass a larger one that does not fit.
 * @returns milliseconds until a day turns; null when no job waits for a cap
 */
export function resumeWithinCaps(
  context: CapGatePorts,
  filter: Pick<JobFilter, 'onlyBatches'> = { onlyBatches: null },
): number | null {
  const { ports, store, transitions } = context;
  const groups = store.waitingJobs.groupsAtCap();
  if (groups.length === 0) return null;
  const rooms = new Map<string, CapRoom[]>();
  const fits: string[] = [];
  for (const { batchId, connectionId } of groups) {
    const ofBatch = rooms.get(batchId) ?? roomOfBatch(context, batchId);
    const ofConnection = rooms.get(connectionId) ?? roomOfConnection(context, connectionId);
    let all = [...ofBatch, ...ofConnection];
    for (const job of all.some(({ left }) => left === 0)
      ? []
      : store.waitingJobs.atCap(batchId, connectionId, filter, CHUNK_ROWS)) {
      const needed = neededBy(context, job);
      // Without any cap the price does not matter; with one it must be known.
      if (all.length > 0 && (needed === null || all.some(({ left }) => left < needed))) continue;
      all = all.map((room) => ({ ...room, left: room.left - (needed ?? 0) }));
      fits.push(job.id);
    }
    rooms.set(batchId, all.slice(0, ofBatch.length));
    rooms.set(connectionId, all.slice(ofBatch.length));
  }
  if (fits.length > 0) {
    store.transaction(() => {
      for (const id of fits) transitions.job(id, { kind: 'resume' });
    });
  }
  const now = ports.clock.now();
  return endOfDay(now) - now;
}

/** The cost of the job's next start; 0 when it has none left, null when the price is unknown. */
function neededBy({ store }: Pick<QueueContext, 'store'>, job: JobRow): MicroUsd | null {
  const next = store.generations.ofJob(job.id).find(({ stateKind }) => stateKind === 'ready');
  return next === undefined ? 0 : presentQuote({ store }, job, next).amount;
}
