/** Follows generations that the service works on, and books their outcome. */

import { failedGeneration } from '../../../../shared/domain/error-messages/failed-generation.ts';
import { ERROR_MESSAGES } from '../../../../shared/domain/error-messages/table.ts';
import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { isUnderWay, remoteIdOf } from '../../../../shared/domain/generation-state.ts';
import { isFinalStatus, type ReadProgress } from '../../../../shared/service-api/answers.ts';
import { quotable, withReason } from '../../api/failures.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import type { GenerationRow } from '../../store/schema.ts';
import { placesOf } from '../estimates/estimates.ts';
import { chargeGeneration, refundCharge, releaseHold } from '../money/holds.ts';
import type { Reports } from '../parts/learned-speeds.ts';
import type { Books, Calls, QueueContext } from '../parts/queue-context.ts';
import { limitsFor } from '../scheduling/lanes.ts';
import { countOdd, forgetOdd, restOf } from '../scheduling/odd-answers.ts';
import { notePace } from './poll.ts';

/** A generation that the service does not know this often in a row is lost. Once or twice may be a list that lags behind. */
const MOST_UNKNOWN = 8;

/**
 * Asks once for each generation under way that does not rest after an odd answer. A failure with one does not stop the others.
 * @returns how many the service reported on, and the first failure
 */
export async function followUnderWay(
  context: Calls & Pick<QueueContext, 'quarantine' | 'runs' | 'settings' | 'speeds' | 'time'>,
  client: ServiceClient,
  generations: readonly GenerationRow[],
  signal: AbortSignal,
): Promise<{ readonly answers: number; readonly failure: unknown }> {
  const { time } = context;
  let answers = 0;
  let failure: unknown = null;
  for (const generation of generations) {
    const remoteId = remoteIdOf(generation.state);
    if (!isUnderWay(generation.state) || remoteId === null || generation.projectId === null) continue;
    if (restOf(context, generation.id) !== null) continue;
    const { jumps } = time;
    try {
      const report = await client.progress(generation.projectId, remoteId, signal);
      if (isStillUnderWay(context, generation.id, remoteId)) await apply(context, generation, report);
      context.runs.generations.change(generation.id, { unknownInARow: 0 });
      answers += 1;
    } catch (thrown) {
      time.check();
      // A call that the computer slept through says nothing about the service.
      const isService = thrown instanceof CleartakeError && (thrown.retryable || isGone(thrown));
      if (isService && time.jumps === jumps)
        countOdd(context, generation.id, isGone(thrown) ? 'generationUnknown' : thrown.code);
      failure ??=
        isGone(thrown) && isStillUnderWay(context, generation.id, remoteId)
          ? unknownToService(context, generation)
          : thrown;
    }
  }
  return { answers, failure };
}

/** Another follower may have seen its end meanwhile, and the person may have retried it: then the answer is out of date. */
function isStillUnderWay({ store }: Pick<QueueContext, 'store'>, id: string, remoteId: string): boolean {
  const { state } = store.generations.get(id);
  return isUnderWay(state) && remoteIdOf(state) === remoteId;
}

function isGone(thrown: unknown): boolean {
  return thrown instanceof CleartakeError && thrown.code === 'projectUnknown';
}

/**
 * Counts a 404, which may be temporary. After the last one, the start is uncertain again and its amount stays held: the service may have a
 * fault, or the key may belong to another account, and a new start would be paid again.
 */
function unknownToService(context: Books & Pick<QueueContext, 'quarantine' | 'runs'>, { id }: GenerationRow) {
  const { runs, ports, quarantine, store, transitions } = context;
  const count = runs.generations.get(id).unknownInARow + 1;
  const attempt = store.generations
    .attempts(id)
    .findLast(({ outcome }) => outcome === 'started' || outcome === 'adopted');
  if (count < MOST_UNKNOWN || attempt === undefined) {
    runs.generations.change(id, { unknownInARow: count });
    return new CleartakeError('generationUnknown', { detail: 'a started generation is not known' });
  }
  transitions.generation(id, { kind: 'vanish', attemptId: attempt.id, now: ports.clock.now() });
  quarantine.lostSight(attempt.id);
  runs.generations.change(id, { unknownInARow: 0 });
  forgetOdd(context, id, 'generationUnknown');
  return null;
}

/** Applies the service's report. An unknown status is stored and shown, and polling continues. */
async function apply(
  context: Calls & Pick<QueueContext, 'runs' | 'settings' | 'speeds'>,
  generation: GenerationRow,
  report: ReadProgress,
): Promise<void> {
  const { runs, ports, store, transitions } = context;
  const { id } = generation;
  const now = ports.clock.monotonic();
  const before = runs.generations.get(id);
  const seen = report.status === 'queued' ? null : { at: now, progress: report.progress ?? 0 };
  runs.generations.change(id, {
    report: { progress: report.progress ?? null, stages: report.stages },
    strangeSince: isKnown(report.status) ? null : (before.strangeSince ?? now),
    underWayAt: isFinalStatus(report.status) ? before.underWayAt : now,
    firstSeen: seen === null ? null : (before.firstSeen ?? seen),
    lastSeen: seen,
  });
  const { connectionId } = store.jobs.get(generation.jobId);
  runs.processes(connectionId, id, report.status !== 'queued' && !isFinalStatus(report.status));
  if (report.status === 'complete') ports.pass('follow:complete-reported');
  const write = isFinalStatus(report.status) ? store.durably : store.progress;
  await write(() => {
    if (generation.remoteStatus !== report.status) store.generations.update(id, { remoteStatus: report.status });
    switch (report.status) {
      case 'complete':
        noteCompletion(context, generation, before);
        notePace(context, generation);
        chargeGeneration(context, id);
        transitions.generation(id, { kind: 'report', status: 'complete' });
        break;
      case 'failed':
      case 'error':
        failGeneration(context, generation, failureOf(report));
        break;
      case 'queued':
        transitions.generation(id, { kind: 'report', status: 'queued' });
        break;
      default:
        transitions.generation(id, { kind: 'report', status: 'processing' });
    }
  });
  if (report.status === 'complete') ports.pass('follow:charged');
  transitions.touch(generation.jobId);
}

function isKnown(status: string): boolean {
  return status === 'queued' || status === 'processing' || isFinalStatus(status);
}

/** Why the service failed it: in our words where the code is known, with its own behind. */
function failureOf({ error, errorDetails }: ReadProgress): CleartakeError {
  const code = errorDetails?.code ?? '';
  const said = quotable(error ?? '');
  const detail = [code, said].filter((part) => part !== '').join(': ');
  return new CleartakeError('generationFailed', {
    ...(detail === '' ? {} : { detail }),
    parts: withReason(failedGeneration(code) ?? ERROR_MESSAGES.generationFailed.message, said),
  });
}

/** Failed generations are not charged: its hold and its charge are reversed in the same transaction. */
export function failGeneration(
  context: Books & Pick<QueueContext, 'runs'>,
  generation: GenerationRow,
  error: CleartakeError,
): void {
  context.store.transaction(() => {
    releaseHold(context, generation.id);
    refundCharge(context, generation.id);
    context.transitions.generation(generation.id, { kind: 'fail', error: toErrorRecord(error) });
  });
  context.runs.generations.change(generation.id, { report: null });
}

/** Call it before what this run knows about the generation is forgotten. @param reports on it before its end */
function noteCompletion(
  context: Calls & Pick<QueueContext, 'runs' | 'settings' | 'speeds'>,
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
