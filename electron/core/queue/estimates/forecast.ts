/** How long work will take: each generation from what was learned, then all of them one after the other on the places of their services. Pure. */

import { isServiceModel, type ModelId, type ServiceModelId } from '../../../../shared/domain/models.ts';
import { expectedMs, type ModelSpeed } from '../parts/model-speed.ts';

/** Milliseconds, at least and at most. */
export interface ForecastSpan {
  readonly least: number;
  readonly most: number;
}

/** One generation that is not finished. */
export interface Item {
  readonly jobId: string;
  readonly connectionId: string;
  readonly model: ModelId;
  /** Of audio. */
  readonly seconds: number;
  /** 0 to 1. */
  readonly progress: number;
  /** Milliseconds that all of it takes at its present speed; null while that is unknown. */
  readonly wholeMs: number | null;
}

export interface Knowledge {
  speedOf(connectionId: string, model: ModelId): ModelSpeed | undefined;
  /** Generations that a connection processes at the same time. */
  placesOf(connectionId: string): number;
  /** Whether it is this computer: there is a first guess for it. */
  isBuiltIn(connectionId: string): boolean;
}

export interface Forecast {
  /** When each job ends, from now. Jobs about which nothing is known are missing. */
  readonly ends: ReadonlyMap<string, ForecastSpan>;
  /** When all of them have ended; null when that is unknown, or nothing is left. */
  readonly whole: ForecastSpan | null;
}

/** For this computer before anything was learned: as on a computer of two cores. */
const FIRST_GUESS: Readonly<Record<ServiceModelId, ModelSpeed>> = {
  'service-2': { count: 0, baseMs: 700, msPerSecond: 14 },
  'service-3.5': { count: 0, baseMs: 900, msPerSecond: 45 },
};
/** How far a first guess and a well-known time may be off, as factors. */
const GUESS_FACTOR = 2.5;
const LEAST_FACTOR = 1.05;

/** A forecast that is made in parts. */
export interface Forecasting {
  /** Items in the order in which they are processed. */
  add(items: readonly Item[]): void;
  result(): Forecast;
}

/** @param atWork the items that are at work: the pace of those behind them follows from them */
export function startForecast(atWork: readonly Item[], knowledge: Knowledge): Forecasting {
  const ends = new Map<string, { least: number; most: number }>();
  const places = new Map<string, Place[]>();
  const unknown = new Set<string>();
  const scales = scalesOf(atWork, knowledge);
  const whole = { least: 0, most: 0 };

  function addOne(item: Item): void {
    const left = timeLeft(item, knowledge, scales);
    if (left === null) {
      unknown.add(item.jobId);
      return;
    }
    const place = earliest(placesFor(item.connectionId));
    place.least += left.least;
    place.most += left.most;
    const end = ends.get(item.jobId) ?? { least: 0, most: 0 };
    end.least = Math.max(end.least, place.least);
    end.most = Math.max(end.most, place.most);
    ends.set(item.jobId, end);
    whole.least = Math.max(whole.least, place.least);
    whole.most = Math.max(whole.most, place.most);
  }

  function placesFor(connectionId: string): Place[] {
    let found = places.get(connectionId);
    if (found === undefined) {
      const count = Math.max(1, Math.round(knowledge.placesOf(connectionId)));
      found = Array.from({ length: count }, () => ({ least: 0, most: 0 }));
      places.set(connectionId, found);
    }
    return found;
  }

  return {
    add: (items) => items.forEach(addOne),
    result() {
      for (const jobId of unknown) ends.delete(jobId);
      return { ends, whole: unknown.size > 0 || whole.most === 0 ? null : whole };
    },
  };
}

/** All at once. */
export function forecast(items: readonly Item[], knowledge: Knowledge): Forecast {
  const forecasting = startForecast(items, knowledge);
  forecasting.add(items);
  return forecasting.result();
}

interface Place {
  least: number;
  most: number;
}

function earliest(places: readonly Place[]): Place {
  return places.reduce((one, other) => (other.least + other.most < one.least + one.most ? other : one));
}

const keyOf = ({ connectionId, model }: Pick<Item, 'connectionId' | 'model'>) => `${model} ${connectionId}`;

/** How much slower the generations at work turn out than expected, where little was learned: the same goes for those behind them. */
function scalesOf(items: readonly Item[], knowledge: Knowledge): ReadonlyMap<string, number> {
  const ratios = new Map<string, number[]>();
  for (const item of items) {
    const expected = expectedOf(item, knowledge);
    if (item.wholeMs === null || expected === null || expected.count > 2) continue;
    const key = keyOf(item);
    ratios.set(key, [...(ratios.get(key) ?? []), item.wholeMs / expected.ms]);
  }
  return new Map([...ratios].map(([key, each]) => [key, each.reduce((sum, one) => sum + one, 0) / each.length]));
}

function expectedOf(
  { connectionId, model, seconds }: Pick<Item, 'connectionId' | 'model' | 'seconds'>,
  { isBuiltIn, speedOf }: Knowledge,
): { readonly ms: number; readonly count: number; readonly missed: number } | null {
  const learned = speedOf(connectionId, model);
  const ms = expectedMs(learned, seconds);
  if (ms !== null) return { ms: Math.max(1, ms), count: learned?.count ?? 0, missed: learned?.missed ?? 0 };
  if (!isBuiltIn(connectionId)) return null;
  const { baseMs, msPerSecond } = FIRST_GUESS[isServiceModel(model) ? model : 'service-3.5'];
  return { ms: baseMs + msPerSecond * seconds, count: 0, missed: 0 };
}

function timeLeft(item: Item, knowledge: Knowledge, scales: ReadonlyMap<string, number>): ForecastSpan | null {
  const { progress, wholeMs } = item;
  if (wholeMs !== null) return around(wholeMs * (1 - progress), 1 + 0.3 * (1 - progress));
  const expected = expectedOf(item, knowledge);
  if (expected === null) return null;
  const scale = scales.get(keyOf(item));
  const ms = expected.ms * (scale ?? 1) * (1 - progress);
  return around(ms, scale === undefined ? factorOf(expected) : Math.min(1.5, factorOf(expected)));
}

/** The more was learned, the narrower, but never narrower than the times were lately off: a busy computer is not predictable. */
function factorOf({ count, missed }: { readonly count: number; readonly missed: number }): number {
  return count === 0 ? GUESS_FACTOR : Math.max(LEAST_FACTOR, 1 + 1 / (count + 1), 1 + missed);
}

/** The expected time is in the middle. */
function around(ms: number, factor: number): ForecastSpan {
  return { least: ms / factor, most: ms * (2 - 1 / factor) };
}
