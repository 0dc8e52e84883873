/**
 * How much of one connection's service may be used: calls a second, and generations under way. Both limits are learned from its
 * refusals by additive increase and multiplicative decrease: halved by a refusal, raised little by little while work comes through.
 */

import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { ServiceClient } from '../api/service-client.ts';

/** Refusals within this time after another were under way with it and count as one, in milliseconds. */
const BURST_MS = 1000;

export interface Throttle {
  readonly calls: CallRate;
  readonly generations: Concurrency;
}

export interface CallRate {
  /** Reserves the next call. @returns milliseconds until it may be sent */
  reserve(): number;
  succeeded(): void;
  /** @param retryAfterMs how long the service asked to wait, or null */
  refused(retryAfterMs: number | null): void;
  /** Milliseconds for which the service asked to be left alone. */
  quietFor(): number;
}

export interface Concurrency {
  /** Null while the service has not refused anything: it has no limit of its own. */
  readonly most: number | null;
  /** A job had to leave because the service is busy. @param underWay jobs at work with it then, this one included */
  refused(underWay: number): void;
  /** A job came through. @param unlimited from here on the service has no limit of its own */
  succeeded(unlimited: number): void;
}

/** @param random 0 to 1 */
export function createThrottle(monotonic: () => number, random: () => number): Throttle {
  return { calls: createCallRate(monotonic, random), generations: createConcurrency(monotonic) };
}

/** Calls a second. */
const SLOWEST = 0.2;
/** From this rate on calls are not delayed anymore. */
const FASTEST = 50;
/** What a second of successful calls adds to the rate. */
const GAIN = 0.5;
/** Span over which the rate of calls is measured, in milliseconds. */
const MEASURED_MS = 5000;
/** First and last wait after a refusal that names none, in milliseconds. The wait doubles with each further refusal. */
const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 60_000;

function createCallRate(monotonic: () => number, random: () => number): CallRate {
  /** Null: as fast as calls come. */
  let rate: number | null = null;
  let nextAt = 0;
  let quietUntil = 0;
  let refusals = 0;
  let grownAt = 0;
  let measured: { since: number; calls: number; before: number } | null = null;
  const beginsBurst = createBurstFilter(monotonic);

  function count(now: number): void {
    if (measured === null || now - measured.since > MEASURED_MS)
      measured = { since: now, calls: 0, before: recentRate(now) };
    measured.calls += 1;
  }

  function recentRate(now: number): number {
    if (measured === null) return 0;
    return Math.max(measured.before, (measured.calls * 1000) / Math.max(1000, now - measured.since));
  }

  return {
    reserve() {
      const now = monotonic();
      count(now);
      const at = Math.max(now, quietUntil, rate === null ? 0 : nextAt);
      if (rate !== null) nextAt = at + 1000 / rate;
      return at - now;
    },
    succeeded() {
      refusals = 0;
      if (rate === null) return;
      const now = monotonic();
      rate += GAIN * Math.min(1, (now - grownAt) / 1000);
      grownAt = now;
      if (rate >= FASTEST) rate = null;
    },
    refused(retryAfterMs) {
      const now = monotonic();
      const longest = Math.min(LAST_WAIT_MS, FIRST_WAIT_MS * 2 ** refusals);
      quietUntil = Math.max(quietUntil, now + (retryAfterMs ?? random() * longest));
      if (!beginsBurst()) return;
      grownAt = now;
      refusals += 1;
      rate = Math.max(SLOWEST, Math.min(rate ?? FASTEST, recentRate(now)) / 2);
      nextAt = quietUntil;
    },
    quietFor: () => Math.max(0, quietUntil - monotonic()),
  };
}

function createConcurrency(monotonic: () => number): Concurrency {
  let limit: number | null = null;
  const beginsBurst = createBurstFilter(monotonic);
  return {
    get most() {
      return limit === null ? null : Math.floor(limit);
    },
    refused(underWay) {
      if (!beginsBurst()) return;
      limit = Math.max(1, Math.min(limit ?? Number.POSITIVE_INFINITY, underWay) / 2);
    },
    succeeded(unlimited) {
      if (limit === null) return;
      // One more for every round of work that came through.
      limit += 1 / limit;
      if (limit >= unlimited) limit = null;
    },
  };
}

/** @returns whether a refusal that arrives now is the first of its burst */
function createBurstFilter(monotonic: () => number): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = monotonic();
    if (now - last < BURST_MS) return false;
    last = now;
    return true;
  };
}

/** A client whose calls are no more frequent than the throttle allows. A start is never delayed: the listing before it has reserved a call, and nothing may wait between intent and request. */
export function throttledClient(client: ServiceClient, calls: CallRate, clock: Clock): ServiceClient {
  async function throttled<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const wait = calls.reserve();
    if (wait > 0) await clock.sleep(wait, signal);
    try {
      const result = await call();
      calls.succeeded();
      return result;
    } catch (failure) {
      const { code, retryAfterMs = null } = toCleartakeError(failure);
      if (code === 'serviceBusy' || (code === 'serviceFailed' && retryAfterMs !== null)) calls.refused(retryAfterMs);
      throw failure;
    }
  }
  return {
    ...client,
    createProject: (project, signal) => throttled(() => client.createProject(project, signal), signal),
    progress: (projectId, id, signal) => throttled(() => client.progress(projectId, id, signal), signal),
    askResult: (projectId, id, type, signal) => throttled(() => client.askResult(projectId, id, type, signal), signal),
    deleteProject: (projectId) => throttled(() => client.deleteProject(projectId)),
    listProjects: (signal) => throttled(() => client.listProjects(signal), signal),
    listGenerations: (projectId, signal) => throttled(() => client.listGenerations(projectId, signal), signal),
    async startOnce(...start) {
      const answer = await client.startOnce(...start);
      if (answer.status === 429) calls.refused(answer.retryAfterMs);
      else calls.succeeded();
      return answer;
    },
  };
}
