/**
 * Stage `generating`: every generation of the job is started once and followed to its end. If one fails, the others, which may be paid for,
 * are still followed and downloaded.
 */

import {
  type CleartakeError,
  type ErrorCode,
  toCleartakeError,
  toErrorRecord,
} from '../../../../shared/domain/errors.ts';
import { isSettled, isUnderWay } from '../../../../shared/domain/generation-state.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { reuseEarlierWork } from '../earlier/reuse.ts';
import type { Books, Calls, Engines, QueueContext } from '../parts/queue-context.ts';
import { parksConnection, suspendsRecording } from '../retry-policy.ts';
import { leaveForgottenProject } from '../start/continue-project.ts';
import { type StartPorts, startGeneration } from '../start/protocol.ts';
import { reconcile } from '../start/reconcile.ts';
import { followUnderWay } from './follow.ts';
import { type NextStep, waitFor } from './next-step.ts';
import { commonRest, pollWait, seldomLook } from './poll.ts';

/** The outcome of an attempt to start the next generation. */
interface Begun {
  /** Something changed: there may be more to start at once. */
  readonly again: boolean;
  readonly failure: unknown;
  /** What the job does when nothing of it is under way: it waits, or goes back to its upload. */
  readonly next: NextStep | null;
}

const NOTHING_BEGUN: Begun = { again: false, failure: null, next: null };

/**
 * Downloads and exports the complete results of a job while the stage still waits for others.
 * @returns the first failure, after all were tried; null when there was none
 */
export type FetchComplete = (client: ServiceClient, generations: readonly GenerationRow[]) => Promise<unknown>;

const UPLOAD: NextStep = { kind: 'enter', stage: 'uploading' };
const DOWNLOAD: NextStep = { kind: 'enter', stage: 'downloading' };

export async function generate(
  context: StartPorts & Calls & Engines & Pick<QueueContext, 'runs' | 'speeds' | 'time'>,
  job: JobRow,
  signal: AbortSignal,
  fetchComplete: FetchComplete,
): Promise<NextStep> {
  const { connections, store, time } = context;
  if (store.generations.ofJob(job.id).every((generation) => isSettled(generation.state))) return DOWNLOAD;
  // Check the history before every start, whatever brought the job here: another job may have claimed the paid work meanwhile.
  await reuseEarlierWork(context, job, signal);
  const client = await connections.client(job.connectionId);
  // A failed start or download is not repeated in this run of the stage: generations under way are followed to their end first, then the
  // retry policy judges the failure.
  let fetchFailure: unknown = null;
  let startFailure: unknown = null;
  for (let polls = 0; ; polls += 1) {
    signal.throwIfAborted();
    const followed = await followUnderWay(context, client, markIntentsUnknown(context, job), signal);
    // A service that answers gets its full number of tries again, however long the generation takes.
    if (followed.answers > 0) resetTries(context, job);
    let generations = store.generations.ofJob(job.id);
    // Complete results are downloaded in their own lane, unless the job has something else to wait for here.
    if (generations.every(isOverAtService)) return DOWNLOAD;
    fetchFailure ??= await fetchComplete(client, generations.filter(isFetchable));
    if (followed.answers === 0 && followed.failure !== null) throw followed.failure;
    let begun = NOTHING_BEGUN;
    if (startFailure === null && generations.some(isToBegin)) {
      do begun = await beginNext(context, client, job, signal);
      while (begun.again);
      startFailure ??= begun.failure;
    }
    if (generations.some((one) => isToBegin(one) || isFetchable(one))) generations = store.generations.ofJob(job.id);
    if (generations.every((generation) => isSettled(generation.state))) return DOWNLOAD;
    const underWay = generations.filter((generation) => isUnderWay(generation.state));
    if (underWay.length > 0) {
      const rest = fetchFailure === null && startFailure === null ? commonRest(context, underWay) : null;
      if (rest !== null) return waitFor(rest.code, rest.milliseconds);
      const seldom = seldomLook(context, job, underWay);
      if (seldom !== null) return waitFor('slowToFinish', seldom);
      await time.nap(pollWait(context, job, underWay, polls), signal, job.id);
      continue;
    }
    const failure = fetchFailure ?? startFailure;
    if (failure !== null) throw failure;
    if (begun.next !== null) return begun.next;
    if (generations.some((generation) => generation.stateKind === 'needs-you')) {
      return { kind: 'ask', question: 'was-it-started' };
    }
  }
}

/** Whether the service has nothing more to do for it. */
function isOverAtService(generation: GenerationRow): boolean {
  return isSettled(generation.state) || isFetchable(generation);
}

function isToBegin({ stateKind }: GenerationRow): boolean {
  return stateKind === 'ready' || stateKind === 'unknown';
}

function isFetchable({ stateKind }: GenerationRow): boolean {
  return stateKind === 'complete' || stateKind === 'downloading';
}

/**
 * An intent that is still there means that its outcome could not be stored: only the listing can tell whether it was sent.
 * @returns the job's generations, as they are then
 */
function markIntentsUnknown({ ports, store, transitions }: Books, job: JobRow): readonly GenerationRow[] {
  const generations = store.generations.ofJob(job.id);
  const intents = generations.filter((generation) => generation.stateKind === 'intent');
  for (const { id } of intents) transitions.generation(id, { kind: 'lost-sight', now: ports.clock.now() });
  return intents.length === 0 ? generations : store.generations.ofJob(job.id);
}

/**
 * Resolves an uncertain start, or starts the next generation. Starts are made one after the other, so that the listing tells which start a
 * new id belongs to. A start that is refused for good fails only its own generation.
 */
async function beginNext(
  context: StartPorts & Engines & Pick<QueueContext, 'runs' | 'speeds'>,
  client: ServiceClient,
  job: JobRow,
  signal: AbortSignal,
): Promise<Begun> {
  const { store, transitions } = context;
  const generations = store.generations.ofJob(job.id);
  const unknown = generations.find((generation) => generation.stateKind === 'unknown');
  const isBlocked = generations.some((generation) => generation.stateKind === 'needs-you');
  let ready: GenerationRow | undefined;
  try {
    if (unknown !== undefined) {
      const outcome = await reconcile(context, client, job, unknown);
      resetTries(context, job);
      if (outcome.kind === 'wait') return { ...NOTHING_BEGUN, next: waitFor('startUncertain', outcome.milliseconds) };
      return { ...NOTHING_BEGUN, again: outcome.kind === 'settled' };
    }
    if (isBlocked) return NOTHING_BEGUN;
    // Directly before each start, whatever brought the job here: another job may have been first meanwhile.
    const { free, waitMs } = await reuseEarlierWork(context, job, signal);
    ready = store.generations.ofJob(job.id).find(({ id, stateKind }) => stateKind === 'ready' && free.has(id));
    const waits = waitMs === null ? null : waitFor('sameWorkUnderWay', waitMs);
    if (ready === undefined) return { ...NOTHING_BEGUN, next: waits };
    // Its project went to another job that continued it.
    if (store.jobs.get(job.id).projectId === null) return { ...NOTHING_BEGUN, next: UPLOAD };
    await startGeneration(context, client, job, ready, free.get(ready.id) ?? new Set(), signal);
    context.speeds.started(job.connectionId, ready.id);
    context.runs.generations.change(ready.id, { startedAt: context.ports.clock.monotonic(), underWayAt: null });
    resetTries(context, job);
  } catch (thrown) {
    const error = toCleartakeError(thrown);
    if (error.code === 'sameWorkUnderWay') return { ...NOTHING_BEGUN, again: true };
    if (error.code === 'projectUnknown' && leaveForgottenProject(context, job))
      return { ...NOTHING_BEGUN, next: UPLOAD };
    const isStillReady = ready !== undefined && store.generations.get(ready.id).stateKind === 'ready';
    const endsOne = isStillReady && unknown === undefined && isRefusalOfOne(error, generations);
    if (ready === undefined || !endsOne) return { ...NOTHING_BEGUN, failure: thrown };
    transitions.generation(ready.id, { kind: 'fail', error: toErrorRecord(error) });
  }
  return { ...NOTHING_BEGUN, again: true };
}

/** These codes say nothing about the generation: the person paused or cancelled, or opened another desk. */
const STOPPED: ReadonlySet<ErrorCode> = new Set(['notPossibleNow', 'dataFolderBusy']);

/** Whether a refusal concerns only this generation: it is final, and the job has another generation to continue with. */
function isRefusalOfOne(error: CleartakeError, generations: readonly GenerationRow[]): boolean {
  const waitsForPerson = parksConnection(error.code) || suspendsRecording(error.code);
  const isFinal = !error.retryable && !STOPPED.has(error.code) && !waitsForPerson;
  return isFinal && generations.some((generation) => generation.stateKind !== 'ready');
}

/** After progress, the job has its full number of tries again. */
function resetTries({ store }: Pick<QueueContext, 'store'>, job: JobRow): void {
  if (store.jobs.get(job.id).tries > 0) store.jobs.update(job.id, { tries: 0 });
}
