/** One attempt at a generation, in an engine process, so that a crash does not affect the service. */

import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { EngineProgress, EngineRequests } from '../../../../shared/engine-api/messages.ts';
import { createListeners, type Dispose } from '../../../platform/disposal.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { isStorageAway, whyStorageAway } from '../../rules/storage-away.ts';
import type { MediaStorage } from '../../storage/media-storage.ts';
import type { Generation, Output, Project } from '../../store/records.ts';
import type { EnginePool } from '../engine-pool.ts';
import { restoreRequest, takeOutput, typesMadeAtOnce } from './outputs.ts';
import type { OwnModels } from './own-models.ts';

/** An engine that reports nothing for this long hangs: a working one reports several times a second. */
const STALL_MS = 90_000;
/** Extra time to report after that, for a machine that was asleep. */
const LAST_CHANCE_MS = 10_000;
/** Between two tries to reach the storage. */
const STORAGE_PAUSE_MS = 5000;

export interface AttemptParts {
  readonly storage: MediaStorage;
  readonly engines: EnginePool;
  readonly ownModels?: OwnModels | null;
  readonly clock: Clock;
  /** The machine's own clock, which a rehearsal does not move. */
  readonly machineClock?: Clock;
  readonly log?: Log;
  /** The least time that an attempt takes, in milliseconds. */
  readonly leastMs?: () => number;
}

export interface AttemptEvents {
  /** Called before the restoration begins. */
  onProbed(hasVideo: boolean): Promise<void>;
  onProgress(progress: EngineProgress): void;
  /** Called before the outputs are published; an error ends the attempt. */
  onOutputs(outputs: readonly Output[]): Promise<void>;
}

export interface FinishedAttempt {
  readonly outputs: readonly Output[];
  readonly durationSeconds: number;
}

export interface Attempt {
  readonly project: Project;
  readonly generation: Generation;
  /** Gives it a new engine process: the last one failed on it. */
  readonly isRetry: boolean;
  /** While it is on, the engine stands still. */
  readonly suspension: Pick<Suspension, 'follow'>;
  /** Ends the engine at once. */
  readonly signal: AbortSignal;
}

/**
 * Restores a project's medium and publishes the outputs in storage. While the storage is away it waits: that is no failure of the attempt.
 * @throws CleartakeError as the engine reported it; `engineCrashed`, `engineTimedOut`, `cancelled`
 */
export async function attemptRestoration(
  parts: AttemptParts,
  attempt: Attempt,
  events: AttemptEvents,
): Promise<FinishedAttempt> {
  const { clock, leastMs = () => 0, storage } = parts;
  const { generation, project, signal } = attempt;
  const began = clock.monotonic();
  const folder = await storage.openWorkFolder(generation);
  try {
    if (signal.aborted) throw new CleartakeError('cancelled');
    const result = await onceThere(parts, attempt, () =>
      storage.withLocalMedium(project, (input) => runEngine(parts, attempt, events, { input, folder }), signal),
    );
    const outputs = await Promise.all(result.outputs.map((output) => takeOutput(generation, folder, output)));
    const early = began + leastMs() - clock.monotonic();
    if (early > 0) await clock.sleep(early, signal);
    await events.onOutputs(outputs);
    const place = await onceThere(parts, attempt, () => storage.publish(generation));
    return {
      outputs: outputs.map((output) => ({ ...output, fileName: `${place}${output.fileName}` })),
      durationSeconds: result.frames / result.sampleRate,
    };
  } catch (failure) {
    await storage.discardWork(generation).catch(() => undefined);
    throw toCleartakeError(failure);
  }
}

/** @param place the medium, and the folder for the outputs. @throws as `attemptRestoration`, once the engine writes nothing more */
async function runEngine(
  { clock, engines, machineClock = clock, ownModels = null }: AttemptParts,
  { generation, isRetry, signal, suspension }: Attempt,
  events: AttemptEvents,
  { folder, input }: { readonly input: string; readonly folder: string },
): Promise<EngineRequests['restore']['result']> {
  // It may have been cancelled while the medium was fetched.
  if (signal.aborted) throw new CleartakeError('cancelled');
  const lease = engines.take(isRetry);
  const watch = watchStall(machineClock, () => void lease.end());
  const onAbort = () => void lease.end();
  signal.addEventListener('abort', onAbort, { once: true });
  const stopFollowing = suspension.follow((suspended) => {
    watch.suspend(suspended);
    lease.suspend(suspended);
  });
  try {
    const info = await lease.engine.request('probe', { path: input });
    await events.onProbed(info.hasVideo);
    const result = await lease.engine.request(
      'restore',
      restoreRequest(generation, input, folder, typesMadeAtOnce(info.durationSeconds), ownModels),
      (progress) => {
        watch.touch();
        events.onProgress(progress);
      },
    );
    lease.giveBack(result.residentBytes);
    return result;
  } catch (failure) {
    // Stops the engine first: it may still be writing there.
    await lease.end();
    if (watch.stalled() && !signal.aborted) throw new CleartakeError('engineTimedOut', { cause: failure });
    throw failure;
  } finally {
    watch.end();
    void stopFollowing();
    signal.removeEventListener('abort', onAbort);
  }
}

/** Repeats work until the storage is there for it, or the attempt is over. */
async function onceThere<Result>(
  { clock, log, machineClock = clock }: AttemptParts,
  { generation: { generationId }, signal }: Attempt,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (failure) {
      if (!isStorageAway(failure)) throw failure;
      log?.warn('A restoration waits for the storage', { generationId, storage: whyStorageAway(failure) });
      await machineClock.sleep(STORAGE_PAUSE_MS, signal);
    }
  }
}

function watchStall(clock: Clock, onStall: () => void) {
  const over = new AbortController();
  let touched = clock.monotonic();
  let stalled = false;
  let suspended = false;
  async function watch(): Promise<void> {
    for (;;) {
      const last = touched;
      const left = last + STALL_MS - clock.monotonic();
      await clock.sleep(left > 0 ? left : LAST_CHANCE_MS, over.signal);
      // A suspended engine reports nothing, and gets its whole time again afterwards.
      if (suspended) touched = clock.monotonic();
      if (left <= 0 && touched === last) break;
    }
    stalled = true;
    onStall();
  }
  watch().catch(() => undefined);
  return {
    touch: () => {
      touched = clock.monotonic();
    },
    suspend: (value: boolean) => {
      suspended = value;
      touched = clock.monotonic();
    },
    stalled: () => stalled,
    end: () => over.abort(null),
  };
}

export interface Suspension {
  readonly isOn: boolean;
  set(suspended: boolean): void;
  /** Called at once, and after each change. */
  follow(listener: (suspended: boolean) => void): Dispose;
}

export function createSuspension(): Suspension {
  const listeners = createListeners<boolean>();
  let isOn = false;
  return {
    get isOn() {
      return isOn;
    },
    set: (suspended) => {
      if (suspended === isOn) return;
      isOn = suspended;
      listeners.notify(isOn);
    },
    follow: (listener) => {
      listener(isOn);
      return listeners.add(listener);
    },
  };
}
