/** The times left that the desk shows, from the whole queue in its order; computed seldom where that takes long. */

import type { TimeSpan } from '../../../../shared/contract/views.ts';
import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { BUILT_IN_PLACES } from '../../../../shared/service-api/service-process.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { OpenGeneration } from '../../store/statements/open-work.ts';
import { readPreferences } from '../../store/tables/preferences.ts';
import type { LearnedSpeeds } from '../parts/learned-speeds.ts';
import type { Calls, QueueContext } from '../parts/queue-context.ts';
import type { GenerationRun } from '../parts/run-records.ts';
import { limitsFor } from '../scheduling/lanes.ts';
import { type Forecast, type ForecastSpan, forecast, type Item, type Knowledge, startForecast } from './forecast.ts';

/** A forecast is kept for this long, and for many times as long as its turns took, in milliseconds. */
const KEPT_MS = 1000;
const KEPT_TIMES = 40;
/** Jobs that are read in one turn, so that a long queue doesn't keep the event loop. */
const PAGE_JOBS = 250;
/** Most rows whose time is sent again after one forecast. */
const MOST_UPDATED = 100;
/** A row is sent again when its time has changed by this share. */
const UPDATED_SHARE = 0.15;

/** Progress between two reports that tells the speed. */
const RELIABLE_SHARE = 0.1;

const NOTHING: Forecast = { ends: new Map(), whole: null };

/** A generation that may be started. */
export type Work = Pick<Item, 'connectionId' | 'model' | 'seconds'>;

export interface Estimates {
  /** Until all jobs that run or wait have ended. */
  whole(): TimeSpan | null;
  ofJob(jobId: string): TimeSpan | null;
  /** For work that is not in the queue yet, alone on its services. */
  ofWork(work: readonly Work[]): TimeSpan | null;
  stop(): void;
}

export type EstimatesContext = Calls & Pick<QueueContext, 'pause' | 'runs' | 'settings'>;

/** @param changed called for each job whose time has changed since it was last asked for */
export function createEstimates(
  context: EstimatesContext,
  speeds: Pick<LearnedSpeeds, 'get'>,
  changed: (jobId: string) => void,
): Estimates {
  const { connections, pause, ports, runs, settings, store } = context;
  const { monotonic } = ports.clock;
  const limit = limitsFor(settings.concurrency).lanes.generating;
  let last: Forecast = NOTHING;
  let madeAt = Number.NEGATIVE_INFINITY;
  let keptUntil = Number.NEGATIVE_INFINITY;
  let isMaking = false;
  let isStopped = false;
  const published = new Map<string, number>();

  const knowledge: Knowledge = {
    speedOf: speeds.get,
    isBuiltIn: (connectionId) => connectionId === BUILT_IN_ID,
    placesOf: (connectionId) => placesOf(context, connectionId, limit),
  };

  /** A short queue's forecast is there when it returns, a long queue's some turns later. */
  function refresh(): void {
    if (isMaking || isStopped || monotonic() < keptUntil) return;
    isMaking = true;
    make()
      .catch((failure) => {
        ports.log.warn('The time left could not be computed', { reason: toCleartakeError(failure).message });
        keptUntil = monotonic() + KEPT_MS;
      })
      .finally(() => {
        isMaking = false;
      });
  }

  async function make(): Promise<void> {
    let spentMs = 0;
    let began = performance.now();
    /** @returns whether to go on */
    const nextTurn = async () => {
      spentMs += performance.now() - began;
      await new Promise(setImmediate);
      began = performance.now();
      return !isStopped;
    };
    const going = new Set(connections.list().flatMap(({ id, parked }) => (parked === null ? [id] : [])));
    const ranks: [Item[], Item[], Item[], Item[]] = [[], [], [], []];
    for (const page of pause.isOn ? [] : store.openWork.pages(PAGE_JOBS)) {
      for (const one of page) if (going.has(one.connectionId)) ranks[one.rank].push(itemOf(one));
      if (page.length >= PAGE_JOBS && !(await nextTurn())) return;
    }
    const items = ranks.flat();
    const forecasting = startForecast(ranks[0], knowledge);
    for (let start = 0; start < items.length; start += PAGE_JOBS) {
      if (start > 0 && !(await nextTurn())) return;
      forecasting.add(items.slice(start, start + PAGE_JOBS));
    }
    last = forecasting.result();
    madeAt = monotonic();
    keptUntil = madeAt + Math.max(KEPT_MS, KEPT_TIMES * (spentMs + performance.now() - began));
    publishChanges();
  }

  function itemOf(one: OpenGeneration): Item {
    return {
      jobId: one.jobId,
      connectionId: one.connectionId,
      model: one.model,
      seconds: one.seconds,
      ...workOn(runs.generations.get(one.id), monotonic()),
    };
  }

  function publishChanges(): void {
    let count = 0;
    for (const [jobId, { most }] of last.ends) {
      const before = published.get(jobId);
      if (before !== undefined && Math.abs(before - most) <= UPDATED_SHARE * before) continue;
      if (count++ >= MOST_UPDATED) break;
      changed(jobId);
    }
  }

  function fromNow(span: ForecastSpan | null | undefined): TimeSpan | null {
    if (span === null || span === undefined) return null;
    const passed = monotonic() - madeAt;
    return inSeconds({ least: Math.max(0, span.least - passed), most: Math.max(0, span.most - passed) });
  }

  return {
    whole: () => {
      refresh();
      return fromNow(last.whole);
    },
    ofJob: (jobId) => {
      const span = last.ends.get(jobId);
      if (span === undefined) published.delete(jobId);
      else published.set(jobId, span.most);
      return fromNow(span);
    },
    ofWork: (work) => {
      const items = work.map((one) => ({ ...one, jobId: '', progress: 0, wholeMs: null }));
      const { whole } = forecast(items, knowledge);
      return whole === null ? null : inSeconds(whole);
    },
    stop: () => {
      isStopped = true;
    },
  };
}

/** How far it is, and how long all of it takes at the speed between the first and the last report. */
function workOn({ firstSeen, lastSeen }: GenerationRun, now: number): Pick<Item, 'progress' | 'wholeMs'> {
  if (firstSeen === null || lastSeen === null) return { progress: 0, wholeMs: null };
  const share = lastSeen.progress - firstSeen.progress;
  if (share < RELIABLE_SHARE) return { progress: Math.min(1, lastSeen.progress), wholeMs: null };
  const wholeMs = (lastSeen.at - firstSeen.at) / share;
  return { progress: Math.min(1, lastSeen.progress + (now - lastSeen.at) / wholeMs), wholeMs };
}

/** Generations that a connection is known to process at the same time. */
export function placesOf(
  { connections, runs, store }: Pick<QueueContext, 'connections' | 'runs' | 'store'>,
  connectionId: string,
  limit: number,
): number {
  if (connectionId === BUILT_IN_ID) {
    const { restorations } = readPreferences(store).concurrency;
    return Math.min(limit, BUILT_IN_PLACES, restorations ?? BUILT_IN_PLACES);
  }
  const seen = runs.places.get(connectionId) ?? limit;
  return Math.max(1, Math.min(seen, connections.throttle(connectionId).generations.most ?? limit));
}

function inSeconds({ least, most }: ForecastSpan): TimeSpan {
  return { least: Math.round(least / 1000), most: Math.round(most / 1000) };
}
