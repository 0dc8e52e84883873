/** What each connection needs for a generation of each model, learned from the moments at which its places became free; kept for the next start. */

import { z } from 'zod';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { Store } from '../../store/open-store.ts';
import { addPoint, fitSchema, NO_FIT, speedOf } from './fit.ts';
import { expectedMs, type ModelSpeed } from './model-speed.ts';
import type { GenerationRun } from './run-records.ts';

/** Shares of the progress that tell the speed: between two reports, and since the beginning. */
const BETWEEN_REPORTS = 0.3;

const SINCE_BEGINNING = 0.25;

/** By connection, then by model. */
const fits = z.record(z.string(), z.record(z.string(), fitSchema));

/** The first generations on idle places teach only if their reports tell the time or they took at least this long, in milliseconds. */
const LEAST_FIRST_MS = 5000;

export interface LearnedSpeeds {
  get(connectionId: string, model: ModelId): ModelSpeed | undefined;
  /** A generation was started: services work in this order. */
  started(connectionId: string, generationId: string): void;
  /**
   * A generation is complete. Its time begins when a place became free for it, however long it waited there: that is what the ones behind
   * it wait for too.
   * @param reports on it before
   * @param now monotonic milliseconds
   * @param startedFor milliseconds since it was started; null for one that teaches nothing about the time
   * @param knownFor milliseconds since its job was started
   * @param places that the connection has
   */
  completed(
    of: {
      readonly connectionId: string;
      readonly generationId: string;
      readonly model: ModelId;
      readonly seconds: number;
    },
    reports: Reports,
    now: number,
    startedFor: number | null,
    knownFor: number,
    places: number,
  ): void;
}

/** What a connection has been given since it was idle. */
interface Line {
  /** By generation: how many were started before it. */
  readonly order: Map<string, number>;
  started: number;
  /** When places became free, in this order, monotonic. */
  readonly ends: number[];
}

export function createLearnedSpeeds(store: Pick<Store, 'settings'>): LearnedSpeeds {
  let known = fits.safeParse(store.settings.get('work-speeds')).data ?? {};
  const lines = new Map<string, Line>();

  return {
    get: (connectionId, model) => speedOf(known[connectionId]?.[model] ?? NO_FIT),
    started(connectionId, generationId) {
      const before = lines.get(connectionId);
      const line =
        before === undefined || before.order.size === 0 ? { order: new Map(), started: 0, ends: [] } : before;
      line.order.set(generationId, line.started);
      line.started += 1;
      lines.set(connectionId, line);
    },
    completed({ connectionId, generationId, model, seconds }, reports, now, startedFor, knownFor, places) {
      const line = lines.get(connectionId);
      const turn = line?.order.get(generationId);
      line?.order.delete(generationId);
      if (line === undefined) return;
      const since = turn === undefined ? null : (line.ends[turn - places] ?? null);
      const models = known[connectionId] ?? {};
      const before = models[model] ?? NO_FIT;
      const end = endOf(reports, since, now, expectedMs(speedOf(before), seconds));
      line.ends.splice(line.ends.findLastIndex((earlier) => earlier <= end) + 1, 0, end);
      if (turn === undefined || startedFor === null || (turn >= places && since === null)) return;
      // The first ones on idle places wait for the service to begin, and the ones behind them don't. Long ones hardly notice.
      const alone = reportedMs(reports) ?? (startedFor < LEAST_FIRST_MS ? null : startedFor);
      const tookMs = since === null ? alone : Math.min(Math.max(startedFor, knownFor), end - since);
      if (tookMs === null) return;
      const fit = addPoint(before, seconds, tookMs);
      known = { ...known, [connectionId]: { ...models, [model]: fit } };
      store.settings.set('work-speeds', known);
    },
  };
}

/** What the desk knew of a generation before it heard that it is complete. */
export type Reports = Pick<GenerationRun, 'firstSeen' | 'lastSeen' | 'underWayAt'>;

/** Milliseconds that all of it takes at the speed between its first and its last report; null when they are too close. */
export function reportedMs({ firstSeen, lastSeen }: Reports): number | null {
  if (firstSeen === null || lastSeen === null) return null;
  const share = lastSeen.progress - firstSeen.progress;
  return share < BETWEEN_REPORTS ? null : (lastSeen.at - firstSeen.at) / share;
}

/**
 * @param since when a place became free for it, if that is known
 * @param now when the desk heard of its end
 * @param expectedMs what such a generation takes; null where nothing was learned
 */
export function endOf(reports: Reports, since: number | null, now: number, expectedMs: number | null): number {
  const { lastSeen, underWayAt } = reports;
  if (underWayAt === null) return now;
  const earliest = Math.max(underWayAt, since ?? underWayAt);
  const between = (at: number) => Math.min(now, Math.max(earliest, at));
  if (lastSeen !== null) {
    const isFar = since !== null && lastSeen.progress >= SINCE_BEGINNING;
    const whole = reportedMs(reports) ?? (isFar ? (lastSeen.at - since) / lastSeen.progress : null);
    if (whole !== null) return between(lastSeen.at + whole * (1 - lastSeen.progress));
  }
  return between(since !== null && expectedMs !== null ? since + expectedMs : (earliest + now) / 2);
}
