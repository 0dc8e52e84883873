/** Tells the learned speeds of a generation that is complete. */

import type { GenerationRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { limitsFor } from '../scheduling/lanes.ts';
import { placesOf } from './estimates.ts';
import type { Reports } from './seen-work.ts';

/** Call it before what this run knows about the generation is forgotten. @param reports on it before its end */
export function noteCompletion(
  context: Pick<QueueContext, 'connections' | 'ports' | 'runs' | 'settings' | 'speeds' | 'store'>,
  { id, jobId, model }: GenerationRow,
  reports: Reports,
): void {
  const { ports, runs, settings, speeds, store } = context;
  const { admittedAt, connectionId, recordingId } = store.jobs.get(jobId);
  const { durationSeconds: seconds } = store.recordings.get(recordingId);
  const { startedAt } = runs.generations.get(id);
  if (seconds === null) return;
  const now = ports.clock.monotonic();
  const age = admittedAt === null ? 0 : ports.clock.now() - admittedAt;
  const places = placesOf(context, connectionId, limitsFor(settings.concurrency).lanes.generating);
  // One that stood still, or that an earlier run started, says nothing about the time that it needs.
  const startedFor = startedAt === null ? null : now - startedAt;
  speeds.completed({ connectionId, generationId: id, model, seconds }, reports, now, startedFor, age, places);
}
