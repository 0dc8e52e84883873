/** When a job's generations are polled next, from what was learned about the model over this connection. */

import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { expectedMs, learn } from '../parts/model-speed.ts';
import type { Books, QueueContext } from '../parts/queue-context.ts';
import { restOf } from '../scheduling/odd-answers.ts';
import { nextPoll, RHYTHM_BUILT_IN, RHYTHM_REMOTE, seldomPoll, type UnderWay } from '../scheduling/poll-plan.ts';

/** Milliseconds until the first of them should be polled. */
export function pollWait(
  context: Books & Pick<QueueContext, 'runs'>,
  job: JobRow,
  underWay: readonly GenerationRow[],
  polls: number,
): number {
  const rhythm = job.connectionId === BUILT_IN_ID ? RHYTHM_BUILT_IN : RHYTHM_REMOTE;
  const random = context.ports.random();
  return Math.min(
    ...underWay.map((one) =>
      Math.max(
        restOf(context, one.id)?.milliseconds ?? 0,
        nextPoll(rhythm, standing(context, job, one), polls, random),
      ),
    ),
  );
}

/** Milliseconds after which the job should poll again without holding a place; null while one of them is worth a place. */
export function seldomLook(
  context: Books & Pick<QueueContext, 'runs'>,
  job: JobRow,
  underWay: readonly GenerationRow[],
): number | null {
  const waits = underWay.map((one) => seldomPoll(standing(context, job, one)));
  return waits.includes(null) ? null : Math.min(...waits.map((wait) => wait ?? 0));
}

/** The shortest rest of generations that all rest after odd answers; null while one of them may be asked. */
export function commonRest(context: Pick<QueueContext, 'ports' | 'runs'>, underWay: readonly GenerationRow[]) {
  let shortest: ReturnType<typeof restOf> = null;
  for (const { id } of underWay) {
    const rest = restOf(context, id);
    if (rest === null) return null;
    if (shortest === null || rest.milliseconds < shortest.milliseconds) shortest = rest;
  }
  return shortest;
}

/**
 * Learns from a generation whose start and end this run saw. It ended between two polls, and the middle is taken: otherwise the pause
 * between polls would be learned as processing time, and the next pause would be longer still.
 */
export function notePace(context: Books & Pick<QueueContext, 'runs'>, generation: GenerationRow): void {
  const { runs, ports, store } = context;
  const { startedAt, underWayAt } = runs.generations.get(generation.id);
  if (startedAt === null) return;
  runs.generations.change(generation.id, { startedAt: null, underWayAt: null });
  const { connectionId, recordingId } = store.jobs.get(generation.jobId);
  const seconds = store.recordings.get(recordingId).durationSeconds;
  if (seconds === null) return;
  const { model } = generation;
  const before = store.modelSpeeds.get(connectionId, model);
  const tookMs = ((underWayAt ?? startedAt) + ports.clock.monotonic()) / 2 - startedAt;
  store.modelSpeeds.put({ connectionId, model, ...learn(before, tookMs, seconds) });
}

function standing(
  { runs, ports, store }: Books & Pick<QueueContext, 'runs'>,
  job: JobRow,
  generation: GenerationRow,
): UnderWay {
  const now = ports.clock.monotonic();
  const since = (at: number | null) => (at === null ? null : now - at);
  const seconds = store.recordings.get(job.recordingId).durationSeconds;
  const { startedAt, strangeSince } = runs.generations.get(generation.id);
  return {
    elapsedMs: since(startedAt),
    expectedMs:
      seconds === null ? null : expectedMs(store.modelSpeeds.get(job.connectionId, generation.model), seconds),
    strangeMs: since(strangeSince),
  };
}
