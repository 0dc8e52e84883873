/** Blind tests: what each trial plays, which answers are right, and how likely that is by guessing. */

import { z } from 'zod';

/** `abx`: is X the same as A or B? `preference`: which of A and B is better? */
export const BLIND_TEST_KINDS = ['abx', 'preference'] as const;
export type BlindTestKind = (typeof BLIND_TEST_KINDS)[number];

export const SIDES = ['a', 'b'] as const;
/** What the listener hears under a neutral name. */
export type Side = (typeof SIDES)[number];
/** The takes that are compared, in the order in which they were chosen. */
export type Compared = 'first' | 'second';

/** A seed has 128 draws: one for A and B, and one for each trial. */
export const MOST_TRIALS = 100;

/** 128 random bits, in hexadecimal. */
export const seedSchema = z.string().regex(/^[0-9a-f]{32}$/);

export interface Draws {
  readonly kind: BlindTestKind;
  readonly seed: string;
}

/** Each bit of the seed is one draw, so that a kept test can be checked later. */
function bitOf(seed: string, index: number): 0 | 1 {
  return (BigInt(`0x${seed}`) >> BigInt(index)) & 1n ? 1 : 0;
}

/**
 * Which take is A in a trial. An ABX test draws it once, so that A and B can be learned; a preference test draws it anew in each trial.
 * @param trial from 0
 */
export function takeBehind({ kind, seed }: Draws, side: Side, trial: number): Compared {
  const swapped = bitOf(seed, kind === 'abx' ? 0 : trial + 1) === 1;
  return (side === 'a') === swapped ? 'second' : 'first';
}

/** Which of A and B is X in a trial of an ABX test. @param trial from 0 */
export function hiddenSide({ seed }: Draws, trial: number): Side {
  return bitOf(seed, trial + 1) === 1 ? 'b' : 'a';
}

/** What the answers come to. */
export interface BlindScore {
  readonly answered: number;
  /** ABX: right answers. Preference: how often the second take was preferred. */
  readonly hits: number;
  /** How likely a guesser comes as far, 0 to 1; null before the last trial, since whoever stops when it looks good proves nothing. */
  readonly p: number | null;
}

/** @param trials how many were planned */
export function scoreOf(draws: Draws, answers: readonly Side[], trials: number): BlindScore {
  const given = answers.slice(0, trials);
  const hits = given.filter((side, trial) =>
    draws.kind === 'abx' ? side === hiddenSide(draws, trial) : takeBehind(draws, side, trial) === 'second',
  ).length;
  const complete = given.length === trials;
  return { answered: given.length, hits, p: complete ? chanceOf(draws.kind, hits, trials) : null };
}

/** Exact binomial test at one half: one-sided for ABX, two-sided for a preference, which may go either way. */
export function chanceOf(kind: BlindTestKind, hits: number, trials: number): number {
  if (kind === 'abx') return tail(hits, trials);
  return Math.min(1, 2 * tail(Math.max(hits, trials - hits), trials));
}

/** Probability of at least `hits` in `trials` tosses of a coin. */
function tail(hits: number, trials: number): number {
  return guesses(trials)
    .slice(Math.max(0, hits))
    .reduce((sum, each) => sum + each, 0);
}

/** Probability of 0, 1, … `trials` heads: what someone who guesses gets. */
export function guesses(trials: number): readonly number[] {
  const rows: number[] = [0.5 ** trials];
  for (let heads = 1; heads <= trials; heads++) rows.push(((rows[heads - 1] ?? 0) * (trials - heads + 1)) / heads);
  return rows;
}

/** What a p-value means for the listener. */
export type Certainty = 'certain' | 'probable' | 'unclear' | 'guessing';

export function certaintyOf(p: number): Certainty {
  if (p < 0.01) return 'certain';
  // Eight of ten, 0.055, is what listeners' handbooks take as the limit.
  if (p < 0.06) return 'probable';
  return p < 0.2 ? 'unclear' : 'guessing';
}
