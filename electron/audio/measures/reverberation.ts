/**
 * Blind estimation of the reverberation time, from the slope of free decays after speech ends
 * (after T. Prego and others, On the Enhancement of Blind Reverberation Time Estimation, 2012).
 */

import type { StagedBlock } from './sample-stage.ts';

export interface ReverberationMeasure {
  add(block: StagedBlock): void;
  /** T60 in seconds; null with too few decays. */
  finish(): number | null;
}

/** Steps in seconds in which decays are searched; a room's own fluctuations are shorter. */
const STEP_SECONDS = 0.0125;
/** The least fall of a decay, and the largest rise within it, in decibels. */
const LEAST_FALL = 10;
const LARGEST_RISE = 2;
/** The first part of a decay is the end of the sound itself: fit from this far below the start. */
const SKIPPED_FALL = 4;
/** In seconds; faster decays are not a room's. */
const SHORTEST = 0.04;
/** In seconds; longer ones are silence, not a decay. */
const LONGEST_SECONDS = 4;
/** Linearity of a decay: the fraction of variance explained by a line. */
const STRAIGHT = 0.92;
const FEWEST_DECAYS = 4;
/** This few decays suffice when they agree: reverberant rooms leave few long pauses. */
const FEWEST_AGREEING = 3;
/** Ratio of the slowest to the fastest. */
const AGREEMENT = 1.8;
const KEPT_DECAYS = 4096;
/** Quantile of the decay times: free decays are slow ones, but a few outliers are slower still. */
const QUANTILE = 0.45;
const TINY = 1e-14;

export function createReverberationMeasure(slotSeconds: number): ReverberationMeasure {
  const slotsAStep = Math.max(1, Math.round(STEP_SECONDS / slotSeconds));
  const stepSeconds = slotsAStep * slotSeconds;
  const mostSteps = Math.ceil(LONGEST_SECONDS / stepSeconds);
  const times: number[] = [];
  let sum = 0;
  let added = 0;
  /** Levels of the current decay. */
  let decay: number[] = [];
  let lowest = Number.POSITIVE_INFINITY;

  function end(): void {
    const time = decayTimeOf(decay, stepSeconds);
    if (time !== null && times.length < KEPT_DECAYS) times.push(time);
    decay = [];
    lowest = Number.POSITIVE_INFINITY;
  }

  function take(level: number): void {
    if (level > lowest + LARGEST_RISE || decay.length === mostSteps) end();
    if (level > (decay[0] ?? level)) decay = [];
    decay.push(level);
    lowest = Math.min(level, decay.length === 1 ? level : lowest);
  }

  return {
    add: ({ slotWeighted }) => {
      for (const power of slotWeighted) {
        sum += power;
        added += 1;
        if (added < slotsAStep) continue;
        take(10 * Math.log10(sum / added + TINY));
        sum = 0;
        added = 0;
      }
    },
    finish: () => {
      end();
      times.sort((one, other) => one - other);
      if (times.length < FEWEST_DECAYS && !agree(times)) return null;
      return times[Math.floor((times.length - 1) * QUANTILE)] as number;
    },
  };
}

/** @param times in ascending order */
function agree(times: readonly number[]): boolean {
  return times.length >= FEWEST_AGREEING && (times.at(-1) as number) <= AGREEMENT * (times[0] as number);
}

function decayTimeOf(levels: readonly number[], stepSeconds: number): number | null {
  const start = levels[0] ?? 0;
  const from = levels.findIndex((level) => level < start - SKIPPED_FALL);
  if (from < 0) return null;
  const lowest = Math.min(...levels);
  const to = levels.indexOf(lowest) + 1;
  const part = levels.slice(from, to);
  if (part.length * stepSeconds < SHORTEST || part.length < 4 || (part[0] as number) - lowest < LEAST_FALL) return null;
  const { slope, straightness } = lineThrough(part);
  return straightness < STRAIGHT || slope >= 0 ? null : (-60 / slope) * stepSeconds;
}

/** Slope per step, and the fraction of variance explained. */
function lineThrough(values: readonly number[]): { readonly slope: number; readonly straightness: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  let product = 0;
  let spread = 0;
  let variance = 0;
  for (const [index, value] of values.entries()) {
    product += (index - middle) * (value - mean);
    spread += (index - middle) ** 2;
    variance += (value - mean) ** 2;
  }
  const slope = product / spread;
  return { slope, straightness: variance === 0 ? 0 : (slope * product) / variance };
}
