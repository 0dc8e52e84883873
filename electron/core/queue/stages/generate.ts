/**
 * Stage `generating`: every generation of the job is started once, followed to its end, and fetched as soon as it is complete. What
 * goes wrong with one never keeps the others, which may be paid for, from being followed and fetched.
 */

import { CleartakeError, toCleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { isSettled, isUnderWay } from '../../../../shared/domain/generation-state.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { startGeneration } from '../start/protocol.ts';
import { reconcile } from '../start/reconcile.ts';
import { downloadGeneration } from './download.ts';
import { exportGeneration } from './export.ts';
import { followUnderWay } from './follow.ts';

/** Polling begins at the first wait and slows down by the factor to the last, in milliseconds. */
const POLL_BUILT_IN = { first: 250, last: 1000, factor: 1.25 };
const POLL_REMOTE = { first: 1000, last: 15_000, factor: 1.4 };

/** What came of an attempt to begin the next generation. */
interface Begun {
  /** Something changed: there may be more to begin at once. */
  readonly again: boolean;
  readonly failure: unknown;
  /** A start of unknown fate may be looked at again after this many milliseconds. */
  readonly uncertainFor: number | null;
}

const NOTHING_BEGUN: Begun = { again: false, failure: null, uncertainFor: null };

export async function generate(context: QueueContext, job: JobRow, signal: AbortSignal): Promise<void> {
  const { connections, ports, store, transitions } = context;
  if (store.generations.ofJob(job.id).every((generation) => isSettled(generation.state))) {
    transitions.job(job.id, { kind: 'enter', stage: 'downloading' });
    return;
  }
  const client = await connections.client(job.connectionId);
  const poll = job.connectionId === BUILT_IN_ID ? POLL_BUILT_IN : POLL_REMOTE;
  // A start or a download that failed is not repeated in this run of the stage: what runs is followed to its end first, then the
  // retry policy judges the failure.
  let fetchFailure: unknown = null;
  let startFailure: unknown = null;
  for (let wait = poll.first; ; wait = Math.min(wait * poll.factor, poll.last)) {
    signal.throwIfAborted();
    loseSightOfIntents(context, job);
    const followed = await followUnderWay(context, client, store.generations.ofJob(job.id), signal);
    // A service that answers has its full number of tries again, however long the generation takes.
    if (followed.answers > 0) store.jobs.update(job.id, { tries: 0 });
    fetchFailure ??= await fetchComplete(context, client, job, signal);
    if (followed.answers === 0 && followed.failure !== null) throw followed.failure;
    let begun = NOTHING_BEGUN;
    do begun = startFailure === null ? await beginNext(context, client, job) : NOTHING_BEGUN;
    while (begun.again);
    startFailure ??= begun.failure;
    const generations = store.generations.ofJob(job.id);
    if (generations.every((generation) => isSettled(generation.state))) break;
    if (generations.some((generation) => isUnderWay(generation.state))) {
      await ports.clock.sleep(wait, signal);
      continue;
    }
    const failure = fetchFailure ?? startFailure;
    if (failure !== null) throw failure;
    if (begun.uncertainFor !== null) {
      waitForList(context, job, begun.uncertainFor);
      return;
    }
    if (generations.some((generation) => generation.stateKind === 'needs-you')) {
      transitions.job(job.id, { kind: 'ask', question: 'was-it-started' });
      return;
    }
  }
  transitions.job(job.id, { kind: 'enter', stage: 'downloading' });
}

/** An intent that is still there means that its outcome could not be written: whether it was sent is for the listing to say. */
function loseSightOfIntents(context: QueueContext, job: JobRow): void {
  for (const generation of context.store.generations.ofJob(job.id)) {
    if (generation.stateKind === 'intent') {
      context.transitions.generation(generation.id, { kind: 'lost-sight', now: context.ports.clock.now() });
    }
  }
}

/** Brings every complete generation to disk and to its place. @returns the first failure, after all were tried */
async function fetchComplete(
  context: QueueContext,
  client: ServiceClient,
  job: JobRow,
  signal: AbortSignal,
): Promise<unknown> {
  let failure: unknown = null;
  for (const generation of context.store.generations.ofJob(job.id)) {
    if (generation.stateKind !== 'complete' && generation.stateKind !== 'downloading') continue;
    try {
      await downloadGeneration(context, client, job, generation, signal);
      if (context.store.generations.get(generation.id).stateKind === 'stored') {
        // What cannot be exported now is exported, or explained, in the stage of that name.
        await exportGeneration(context, job, generation).catch(() => undefined);
      }
    } catch (thrown) {
      signal.throwIfAborted();
      failure ??= thrown;
    }
  }
  return failure;
}

/**
 * Resolves a start of unknown fate, or starts the next generation. One start after the other: the listing then tells which start a
 * new id belongs to. A start that is refused for good fails its generation alone.
 */
async function beginNext(context: QueueContext, client: ServiceClient, job: JobRow): Promise<Begun> {
  const { store, transitions } = context;
  const generations = store.generations.ofJob(job.id);
  const unknown = generations.find((generation) => generation.stateKind === 'unknown');
  const ready = generations.find((generation) => generation.stateKind === 'ready');
  const isBlocked = generations.some((generation) => generation.stateKind === 'needs-you');
  try {
    if (unknown !== undefined) {
      const outcome = await reconcile(context, client, job, unknown);
      store.jobs.update(job.id, { tries: 0 });
      if (outcome.kind === 'wait') return { ...NOTHING_BEGUN, uncertainFor: outcome.milliseconds };
      return { ...NOTHING_BEGUN, again: outcome.kind === 'settled' };
    }
    if (ready === undefined || isBlocked) return NOTHING_BEGUN;
    await startGeneration(context, client, job, ready);
    store.jobs.update(job.id, { tries: 0 });
  } catch (thrown) {
    const error = toCleartakeError(thrown);
    const endsOne = ready !== undefined && unknown === undefined && isRefusalOfOne(error, generations);
    if (!endsOne) return { ...NOTHING_BEGUN, failure: thrown };
    transitions.generation(ready.id, { kind: 'fail', error: toErrorRecord(error) });
  }
  return { ...NOTHING_BEGUN, again: true };
}

/** Whether a refused start is that generation's own affair: final, and another generation of the job is worth going on for. */
function isRefusalOfOne(error: CleartakeError, generations: readonly GenerationRow[]): boolean {
  const isBilling = error.code === 'paymentFailed' || error.code === 'spendLimitExceeded';
  const others = generations.filter((generation) => generation.stateKind !== 'ready');
  return !error.retryable && !isBilling && others.length > 0;
}

/** The job gives its place at work to others until the listing can prove something. */
function waitForList(context: QueueContext, job: JobRow, milliseconds: number): void {
  const reason = toErrorRecord(new CleartakeError('startUncertain'));
  context.transitions.job(job.id, { kind: 'wait', until: context.ports.clock.now() + milliseconds, reason });
}
