/**
 * Warm engines: processes that work on one recording after the other. Starting one costs more than restoring a short recording. Only an engine
 * that has just succeeded is used again; after any failure its process is ended.
 */

import type { Log } from '../../platform/log.ts';
import { createEngineClient, type EngineClient } from '../../platform/processes/engine-client.ts';
import type { SpawnHelper } from '../../platform/processes/helper-process.ts';
import type { Clock } from '../../platform/time/clock.ts';

/** Idle processes end after this long, in milliseconds: longer than the pauses between the recordings of a batch. */
const IDLE_MS = 10_000;
/** An engine is replaced after this many recordings: whatever leaks without growing the memory ends with it. A start is 1 % of their work. */
const MOST_RECORDINGS = 200;
/** And at this age, in milliseconds, when its recordings are long: by then its start no longer counts. */
const MOST_AGE_MS = 20 * 60_000;
/** And when it holds this many bytes more than after its first recording. Longer recordings need up to 100 MB more than short ones. */
const MOST_GROWTH_BYTES = 128 * 2 ** 20;

export interface EnginePool {
  /**
   * An engine for one recording: a warm one if there is one.
   * @param fresh a new process, for a recording that an engine failed on before
   */
  take(fresh?: boolean): EngineLease;
  /** Ends all processes, also those in use. */
  stop(): Promise<void>;
}

export interface EngineLease {
  readonly engine: Pick<EngineClient, 'request'>;
  /** Suspends the process, or continues it. Does nothing after `giveBack`. */
  suspend(suspended: boolean): void;
  /** The recording succeeded: the process may take another. @param residentBytes memory of the process, where known */
  giveBack(residentBytes?: number): void;
  /** Ends the process; pending requests fail with `cancelled`. Resolves when it has ended. Does nothing after `giveBack`. */
  end(): Promise<void>;
}

interface Warm {
  readonly client: EngineClient;
  readonly startedAt: number;
  recordings: number;
  /** After its first recording; null before. */
  firstBytes: number | null;
  isGone: boolean;
}

/** @param clock the machine's own: a rehearsal does not move it */
export function createEnginePool(
  spawn: SpawnHelper,
  environment: Readonly<Record<string, string>>,
  clock: Clock,
  log: Log,
): EnginePool {
  const all = new Set<Warm>();
  /** The one used last comes first: with less work the others stay idle, and end. */
  const idle = new Map<Warm, AbortController>();
  let stopped = false;

  function start(): Warm {
    const helper = spawn('engine', environment);
    const warm: Warm = {
      client: createEngineClient(helper, log),
      startedAt: clock.monotonic(),
      recordings: 0,
      firstBytes: null,
      isGone: false,
    };
    all.add(warm);
    helper.onExit(() => {
      warm.isGone = true;
      all.delete(warm);
      wake(warm);
    });
    return warm;
  }

  /** Takes it out of the idle ones. */
  function wake(warm: Warm): void {
    idle.get(warm)?.abort(null);
    idle.delete(warm);
  }

  function rest(warm: Warm): void {
    const over = new AbortController();
    idle.set(warm, over);
    clock.sleep(IDLE_MS, over.signal).then(
      () => void end(warm),
      () => undefined,
    );
  }

  async function end(warm: Warm): Promise<void> {
    wake(warm);
    await warm.client.stop();
  }

  function isWornOut(warm: Warm, residentBytes: number | undefined): boolean {
    if (warm.recordings >= MOST_RECORDINGS || clock.monotonic() - warm.startedAt >= MOST_AGE_MS) return true;
    if (residentBytes === undefined) return false;
    warm.firstBytes ??= residentBytes;
    return residentBytes - warm.firstBytes > MOST_GROWTH_BYTES;
  }

  return {
    take: (fresh = false) => {
      const latest = fresh ? undefined : [...idle.keys()].at(-1);
      if (latest !== undefined) wake(latest);
      const warm = latest ?? start();
      if (stopped) void end(warm);
      let isOurs = true;
      let isSuspended = false;
      const suspend = (suspended: boolean) => {
        if (isOurs && suspended !== isSuspended) warm.client.suspend(suspended);
        isSuspended = suspended;
      };
      return {
        engine: warm.client,
        suspend,
        giveBack: (residentBytes) => {
          if (!isOurs) return;
          // It may have been suspended just after its last step.
          suspend(false);
          isOurs = false;
          warm.recordings += 1;
          if (warm.isGone) return;
          if (stopped || isWornOut(warm, residentBytes)) void end(warm);
          else rest(warm);
        },
        end: async () => {
          if (isOurs) await end(warm);
          isOurs = false;
        },
      };
    },
    stop: async () => {
      stopped = true;
      await Promise.all([...all].map(end));
    },
  };
}
