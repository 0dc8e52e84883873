/** The lengths of media: an engine measures each once, a few at a time. Failures are remembered. */

import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { withTimeout } from '../../../platform/time/deadlines.ts';
import { isStorageAway } from '../../rules/storage-away.ts';
import type { MediaStorage } from '../../storage/media-storage.ts';
import type { Project } from '../../store/records.ts';
import type { EnginePool } from '../engine-pool.ts';

export interface MediumLengths {
  /**
   * Seconds, measured from the medium's contents. Concurrent calls for the same medium share one measurement.
   * @throws CleartakeError as the engine's `length`; `engineTimedOut`, `engineCrashed`; a failure is thrown again for a while. `storageAway`
   */
  of(project: Project, uploadedAt: number): Promise<number>;
}

export interface MediumLengthParts {
  readonly storage: MediaStorage;
  readonly engines: EnginePool;
  /** The machine's own clock, which a rehearsal does not move. */
  readonly machineClock: Clock;
  readonly log: Log;
}

/** Hours of material take about a second, or with full decoding a second for several megabytes. Anything slower hangs. */
const COUNT_MS = 30_000;
const COUNT_BYTES_A_MS = 1000;
const COUNTS_AT_ONCE = 4;
/** Failures of the medium itself are final. Others, such as a machine out of memory, may be retried. */
const RETRY_MS = 10 * 60_000;
const MOST_REMEMBERED = 10_000;

interface Failed {
  readonly error: CleartakeError;
  /** By the machine's monotonic clock; null until the medium is replaced. */
  readonly until: number | null;
}

export function createMediumLengths(parts: MediumLengthParts): MediumLengths {
  const { machineClock, log } = parts;
  const queue = createAccountQueue(COUNTS_AT_ONCE);
  const counting = new Map<string, Promise<number>>();
  const failures = new Map<string, Failed>();

  function knownFailure(medium: string): CleartakeError | null {
    const failed = failures.get(medium);
    if (failed === undefined) return null;
    if (failed.until === null || machineClock.monotonic() < failed.until) return failed.error;
    failures.delete(medium);
    return null;
  }

  function remember(medium: string, error: CleartakeError): void {
    const until = isOfMedium(error) ? null : machineClock.monotonic() + RETRY_MS;
    failures.set(medium, { error, until });
    const oldest = failures.keys().next().value;
    if (failures.size > MOST_REMEMBERED && oldest !== undefined) failures.delete(oldest);
  }

  async function count(project: Project, medium: string): Promise<number> {
    try {
      return await queue.run(project.userId, () => countSeconds(parts, project));
    } catch (failure) {
      // It says nothing about the medium.
      if (isStorageAway(failure)) throw failure;
      const error = toCleartakeError(failure);
      log.warn('The length of a medium could not be measured', { projectId: project.projectId, code: error.code });
      remember(medium, error);
      throw error;
    } finally {
      counting.delete(medium);
    }
  }

  return {
    of: async (project, uploadedAt) => {
      const medium = `${project.projectId} ${uploadedAt}`;
      const failure = knownFailure(medium);
      if (failure !== null) throw failure;
      const underWay = counting.get(medium) ?? count(project, medium);
      counting.set(medium, underWay);
      return underWay;
    },
  };
}

/** Whether the failure is about the medium rather than the engine. */
export function isOfMedium({ code }: CleartakeError): boolean {
  return code.startsWith('media');
}

async function countSeconds({ storage, engines, machineClock }: MediumLengthParts, project: Project): Promise<number> {
  const lease = engines.take();
  try {
    const allowed = COUNT_MS + Math.ceil((project.bytes ?? 0) / COUNT_BYTES_A_MS);
    const counted = storage.withLocalMedium(project, (file) => lease.engine.request('length', { path: file }));
    const { frames, sampleRate } = await withTimeout(machineClock, allowed, counted, () => {
      throw new CleartakeError('engineTimedOut');
    });
    const seconds = frames / sampleRate;
    if (!Number.isFinite(seconds) || seconds <= 0) throw new CleartakeError('mediaEmpty', { detail: 'no frame in it' });
    lease.giveBack();
    return seconds;
  } finally {
    await lease.end();
  }
}

interface AccountQueue {
  /** Does the work as soon as the account's earlier work is done and there is room. Settles as the work does. */
  run<Result>(userId: string, work: () => Promise<Result>): Promise<Result>;
}

interface Job {
  readonly userId: string;
  readonly begin: () => Promise<void>;
}

/**
 * A queue of work with one job at a time for each account, so that no account waits for all the work of another.
 * @param most how many jobs run at the same time
 */
export function createAccountQueue(most: number): AccountQueue {
  const waiting: Job[] = [];
  const busy = new Set<string>();

  function next(): void {
    while (busy.size < most) {
      const index = waiting.findIndex(({ userId }) => !busy.has(userId));
      const [job] = index < 0 ? [] : waiting.splice(index, 1);
      if (job === undefined) return;
      busy.add(job.userId);
      void job.begin().then(() => {
        busy.delete(job.userId);
        next();
      });
    }
  }

  return {
    run: (userId, work) =>
      new Promise((resolve, reject) => {
        waiting.push({ userId, begin: () => work().then(resolve, reject) });
        next();
      }),
  };
}
