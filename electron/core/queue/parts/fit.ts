/** A line through the times of generations, over the lengths of their recordings: sums of the points so far, of which older ones count less. Pure. */

import { z } from 'zod';
import type { ModelSpeed } from './model-speed.ts';

/** Lengths are in minutes, times in milliseconds. */
export const fitSchema = z.object({
  /** Points so far. */
  count: z.number(),
  /** The rest is weighted: sums of one, of lengths, of their squares, of times, and of lengths with times. */
  weight: z.number(),
  x: z.number(),
  xx: z.number(),
  y: z.number(),
  xy: z.number(),
  /** By what share the times were lately missed, on average: 0.5 where half as much again was needed. */
  missed: z.number().default(0),
});
export type Fit = z.infer<typeof fitSchema>;

export const NO_FIT: Fit = { count: 0, weight: 0, x: 0, xx: 0, y: 0, xy: 0, missed: 0 };

/** What an earlier point still weighs beside a new one: services become faster and slower over time. */
const KEPT = 0.9;
/** Minutes of audio that take about as long as what doesn't depend on the length: it decides while few lengths are known. */
const USUAL_BASE = 0.65;
/** How many points that counts for. Little, but it keeps two long recordings from telling what short ones take. */
const USUAL_WEIGHT = 0.3;

/** A single time says no more than this about how far the next ones will be off. */
const MOST_MISSED = 2;

/** @param seconds of audio */
export function addPoint(fit: Fit, seconds: number, tookMs: number): Fit {
  const length = seconds / 60;
  // Errors count by their share of the time, so that short recordings tell as much as long ones.
  const weight = 1 / (length + USUAL_BASE) ** 2;
  return {
    count: fit.count + 1,
    weight: fit.weight * KEPT + weight,
    x: fit.x * KEPT + weight * length,
    xx: fit.xx * KEPT + weight * length * length,
    y: fit.y * KEPT + weight * tookMs,
    xy: fit.xy * KEPT + weight * length * tookMs,
    missed: fit.missed * KEPT + missedBy(fit, seconds, tookMs) * (1 - KEPT),
  };
}

function missedBy(fit: Fit, seconds: number, tookMs: number): number {
  const speed = speedOf(fit);
  const expected = speed === undefined ? tookMs : speed.baseMs + speed.msPerSecond * seconds;
  return expected <= 0 ? 0 : Math.min(MOST_MISSED, Math.abs(tookMs / expected - 1));
}

/** Least squares of the shares; neither part is negative. Undefined before the first point. */
export function speedOf(fit: Fit): ModelSpeed | undefined {
  const { count, missed, weight, x, xx, xy, y } = fit;
  if (count === 0) return undefined;
  const ones = weight + USUAL_WEIGHT / USUAL_BASE ** 2;
  const mixed = x - USUAL_WEIGHT / USUAL_BASE;
  const squares = xx + USUAL_WEIGHT;
  const determinant = ones * squares - mixed ** 2;
  const base = (y * squares - mixed * xy) / determinant;
  const slope = (ones * xy - mixed * y) / determinant;
  if (base < 0) return { count, missed, baseMs: 0, msPerSecond: xx === 0 ? 0 : xy / xx / 60 };
  if (slope < 0) return { count, missed, baseMs: y / weight, msPerSecond: 0 };
  return { count, missed, baseMs: base, msPerSecond: slope / 60 };
}
