/** Processes queued generations in order, a few at a time. */

import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import { createTurns } from '../../../platform/time/turns.ts';
import { meterGeneration } from '../../rules/billing/quote.ts';
import { failureSentence } from '../../rules/generations/refusals.ts';
import type { Failure, FoundGeneration, Generation } from '../../store/records.ts';
import type { ServiceStore } from '../../store/store.ts';
import { isStoreAway } from '../../store/store-away.ts';
import {
  type Attempt,
  type AttemptParts,
  attemptRestoration,
  createSuspension,
  type FinishedAttempt,
  type Suspension,
} from './attempt.ts';
import { createStoreQueue, type JobQueue } from './job-queue.ts';
import { createOutputSpace } from './outputs.ts';
import { advanceProgress, JUST_STARTED, type RunProgress } from './progress.ts';
import type { StatusChanges } from './status-changes.ts';

/** A fault is retried once. */
const MOST_ATTEMPTS = 2;
const STORE_PAUSE_MS = 10_000;

export interface Dispatcher {
  /** Requeues what an earlier run left processing, and begins to work. */
  start(): Promise<void>;
  /** Announces a newly queued generation, and starts it as soon as there is room. */
  admit(generation: Generation): void;
  /** Null when it is not running. */
  progressOf(generationId: string): RunProgress | null;
  /**
   * Cancels a queued or processing generation: it is `failed` for good and never metered. Resolves when its engine has stopped and
   * its files are removed. May be repeated.
   * @returns false, with nothing changed, when it is complete or failed by itself
   */
  cancel(generation: FoundGeneration): Promise<boolean>;
  /**
   * Lets exactly these generations stand still: running ones are suspended, queued ones are not begun. Others take their places. The
   * rest continues. Ids that it does not know are kept for later.
   */
  suspend(generationIds: readonly string[]): void;
  /** Stops every engine and requeues its generation. */
  stop(): Promise<void>;
}

export interface DispatcherParts extends AttemptParts {
  readonly store: ServiceStore;
  /** The source of generations; by default the store. */
  readonly queue?: JobQueue;
  readonly log: Log;
  /** How many restorations run at the same time. */
  readonly concurrency: number;
  /** Suspended from the beginning: see `suspend`. */
  readonly suspended?: readonly string[];
  /** Bytes that one account may keep; null or undefined for any number. */
  readonly storageQuotaBytes?: number | null;
  readonly changes: StatusChanges;
}

/** A running generation. */
interface Run {
  live: RunProgress;
  /** Aborted once the store has marked it as cancelled. */
  readonly cancelled: AbortController;
  /** Aborted to give its memory back: the generation is requeued. */
  readonly putBack: AbortController;
  readonly suspension: Suspension;
  readonly ended: Promise<void>;
}

/** Most restorations that are suspended where they are: each keeps its memory. More are put back in the queue, and begin anew. */
const MOST_SUSPENDED = 4;

const CANCELLED: Failure = { error: 'Cancelled.', errorDetails: { code: 'cancelled' } };

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { store, clock, log, changes } = parts;
  const { generations } = store;
  const queue = parts.queue ?? createStoreQueue(generations, clock);
  const space = createOutputSpace(store.space, parts.storageQuotaBytes ?? null);
  const stopping = new AbortController();
  const running = new Map<string, Run>();
  let suspended: ReadonlySet<string> = new Set(parts.suspended ?? []);
  const inTurn = createTurns();
  const leaveQueue = queue.onAnnounced(() => wake());

  function wake(): void {
    void inTurn(fill).catch((failure: unknown) => {
      log.error('The queue could not be read', { error: toCleartakeError(failure).message });
      void clock.sleep(STORE_PAUSE_MS, stopping.signal).then(wake, () => undefined);
    });
  }

  async function fill(): Promise<void> {
    resumeSuspended();
    while (!stopping.signal.aborted && countActive() < parts.concurrency) {
      const generation = await queue.claim([...suspended]);
      if (generation === null) return;
      const ended = Promise.withResolvers<void>();
      const [cancelled, putBack] = [new AbortController(), new AbortController()];
      const suspension = createSuspension();
      const run: Run = { live: JUST_STARTED, cancelled, putBack, suspension, ended: ended.promise };
      running.set(generation.generationId, run);
      // It may have been suspended while it was claimed.
      applySuspension();
      const signals = [stopping.signal, cancelled.signal, putBack.signal];
      void bringToEnd(generation, suspension, AbortSignal.any(signals)).then(() => {
        running.delete(generation.generationId);
        ended.resolve();
        wake();
      });
    }
  }

  function countActive(): number {
    return [...running.values()].filter(({ suspension }) => !suspension.isOn).length;
  }

  function applySuspension(): void {
    let standing = 0;
    for (const [generationId, { putBack, suspension }] of running) {
      if (!suspended.has(generationId)) continue;
      standing += 1;
      if (standing > MOST_SUSPENDED) putBack.abort();
      else suspension.set(true);
    }
  }

  /** Continues what is no longer suspended, as far as there are places. */
  function resumeSuspended(): void {
    for (const [generationId, { suspension }] of running) {
      if (countActive() >= parts.concurrency) return;
      if (suspension.isOn && !suspended.has(generationId)) suspension.set(false);
    }
  }

  /** @param signal aborted when the service stops, or the generation is cancelled or put back */
  async function bringToEnd(generation: Generation, suspension: Suspension, signal: AbortSignal): Promise<void> {
    try {
      announce(generation, 'processing');
      await work(generation, suspension, signal);
    } catch (failure) {
      const error = toCleartakeError(failure);
      const { generationId } = generation;
      log.error('A generation could not be finished', { generationId, error: error.message });
      await recover(generation, error, signal);
    } finally {
      await space.release(generation).catch(() => undefined);
    }
  }

  /**
   * The store itself failed, for example on a full disk. The outcome is written as soon as the store works again, since money is
   * suspended until then. When the service stops first, the next start requeues the generation. A database that is away is no fault of
   * the generation, and doesn't count as a failed attempt.
   */
  async function recover(generation: Generation, error: CleartakeError, signal: AbortSignal): Promise<void> {
    const { generationId } = generation;
    let failures: number | null = null;
    while (!signal.aborted) {
      try {
        await clock.sleep(STORE_PAUSE_MS, signal);
        if (!isStoreAway(error)) failures ??= await generations.countFailure(generationId);
        if (failures !== null && failures >= MOST_ATTEMPTS) await fail(generation, error, failures);
        else if (!(await queue.giveBack(generationId))) await keepCompleted(generation);
        return;
      } catch (failure) {
        if (signal.aborted) return;
        log.error('The store still fails', { generationId, error: toCleartakeError(failure).message });
      }
    }
  }

  /** The connection broke while the completion was being written, and it was written. */
  async function keepCompleted(generation: Generation): Promise<void> {
    if ((await generations.findById(generation.generationId))?.status !== 'complete') return;
    space.keep(generation);
    announce(generation, 'complete');
  }

  async function work(generation: Generation, suspension: Suspension, signal: AbortSignal): Promise<void> {
    const { generationId } = generation;
    const project = await store.projects.findById(generation.projectId);
    if (project === null) throw new CleartakeError('unexpected', { detail: 'a generation without a project' });
    for (let isRetry = false; ; isRetry = true) {
      const outcome = await attempt({ project, generation, isRetry, suspension, signal });
      if (!(outcome instanceof CleartakeError)) {
        const now = clock.now();
        const metered = meterGeneration(generation, outcome.durationSeconds, now);
        if (await generations.complete(generationId, outcome.outputs, metered, now)) {
          space.keep(generation);
          announce(generation, 'complete');
        }
        return;
      }
      if (signal.aborted) {
        // Does nothing for a cancelled generation, which is failed already.
        await queue.giveBack(generationId);
        return;
      }
      const failures = await generations.countFailure(generationId);
      log.warn('A restoration failed', { generationId, code: outcome.code, failures });
      if (outcome.retryable && failures < MOST_ATTEMPTS) continue;
      await fail(generation, outcome, failures);
      return;
    }
  }

  /** Returns the failure, since the caller decides by it. */
  async function attempt(work: Attempt): Promise<FinishedAttempt | CleartakeError> {
    const { generation } = work;
    const { generationId } = generation;
    setLive(generationId, JUST_STARTED);
    try {
      return await attemptRestoration(parts, work, {
        onProbed: (hasVideo) => generations.setHasVideo(generationId, hasVideo),
        onProgress: (progress) =>
          setLive(generationId, advanceProgress(running.get(generationId)?.live ?? JUST_STARTED, progress)),
        onOutputs: (outputs) => space.claim(generation, outputs),
      });
    } catch (failure) {
      // The restoration didn't fail: it begins anew once the store is back.
      if (isStoreAway(failure)) throw failure;
      await space.release(generation);
      return toCleartakeError(failure);
    }
  }

  async function fail(generation: Generation, error: CleartakeError, attempts: number): Promise<void> {
    const stage = running.get(generation.generationId)?.live.stage ?? JUST_STARTED.stage;
    const failure = { error: failureSentence(error), errorDetails: { code: error.code, attempts, stage } };
    if (await generations.fail(generation.generationId, ['processing'], failure, clock.now())) {
      changes.notify({ generation, status: 'failed', ...failure });
    }
  }

  /** Marks it in the store first, so that a late completion changes nothing, then stops the work. */
  async function cancel(generation: FoundGeneration): Promise<boolean> {
    const { generationId } = generation;
    const isNew = await generations.fail(generationId, ['queued', 'processing'], CANCELLED, clock.now());
    if (!isNew && !isCancelled(await generations.findById(generationId))) return false;
    // A generation that is being claimed is in `running` after this.
    await inTurn(() => undefined);
    const run = running.get(generationId);
    run?.cancelled.abort();
    await run?.ended;
    await parts.storage.discardAll(generation).catch((failure: unknown) => {
      log.warn('The files of a cancelled generation could not be removed', {
        error: toCleartakeError(failure).message,
      });
    });
    if (isNew) changes.notify({ generation, status: 'failed', ...CANCELLED });
    return true;
  }

  function setLive(generationId: string, live: RunProgress): void {
    const entry = running.get(generationId);
    if (entry !== undefined) entry.live = live;
  }

  function announce(generation: Generation, status: 'queued' | 'processing' | 'complete'): void {
    changes.notify({ generation, status, error: null, errorDetails: null });
  }

  return {
    start: async () => {
      const requeued = await queue.recover();
      if (requeued > 0) log.info('Generations of an earlier run were requeued', { requeued });
      wake();
    },
    admit: (generation) => {
      announce(generation, 'queued');
      queue.announce();
    },
    cancel,
    suspend: (generationIds) => {
      suspended = new Set(generationIds);
      applySuspension();
      wake();
    },
    progressOf: (generationId) => running.get(generationId)?.live ?? null,
    stop: async () => {
      stopping.abort();
      await leaveQueue();
      await inTurn(() => undefined);
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

function isCancelled(generation: Generation | null): boolean {
  return generation?.status === 'failed' && generation.errorDetails?.code === CANCELLED.errorDetails.code;
}
