import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  certaintyOf,
  chanceOf,
  guesses,
  hiddenSide,
  MOST_TRIALS,
  type Side,
  scoreOf,
  seedSchema,
  takeBehind,
} from '../../../shared/domain/listening/blind-test.ts';

const TRIALS = 10;
const RUNS = 1000;

const newSeed = () => randomBytes(16).toString('hex');
const coin = (): Side => ((randomBytes(1)[0] ?? 0) & 1 ? 'a' : 'b');
const trials = (count = TRIALS) => Array.from({ length: count }, (_, trial) => trial);

test.each([
  [10, 10, 1 / 1024],
  [9, 10, 11 / 1024],
  [8, 10, 56 / 1024],
  [5, 10, 638 / 1024],
  [0, 10, 1],
  [12, 16, 2517 / 65_536],
])('%d of %d right happens to a guesser with the exact probability', (hits, of, p) => {
  expect(chanceOf('abx', hits, of)).toBeCloseTo(p, 12);
});

test('a preference may go either way, so it counts both ends', () => {
  expect(chanceOf('preference', 9, 10)).toBeCloseTo(22 / 1024, 12);
  expect(chanceOf('preference', 1, 10)).toBeCloseTo(22 / 1024, 12);
  expect(chanceOf('preference', 5, 10)).toBe(1);
});

test('what a guesser gets adds up to one, for every number of trials', () => {
  for (const count of [1, 2, 10, 37, MOST_TRIALS]) {
    expect(guesses(count)).toHaveLength(count + 1);
    expect(guesses(count).reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
  }
});

test('who hears it gets p below 0.01 in ten trials, whatever the seed', () => {
  for (let run = 0; run < 100; run++) {
    const draws = { kind: 'abx' as const, seed: newSeed() };
    const heard = trials().map((trial) => {
      // The listener knows the two sounds, not their letters: X sounds like the first take, or like the second.
      const sound = takeBehind(draws, hiddenSide(draws, trial), trial);
      return takeBehind(draws, 'a', trial) === sound ? 'a' : 'b';
    });
    const { hits, p } = scoreOf(draws, heard, TRIALS);
    expect(hits).toBe(TRIALS);
    expect(p).toBeLessThan(0.01);
  }
});

test.each(['abx', 'preference'] as const)(
  'over 1,000 runs of %s, guesses reach no level more often than it says',
  (kind) => {
    const found = Array.from({ length: RUNS }, () => {
      const answers = trials().map(coin);
      return scoreOf({ kind, seed: newSeed() }, answers, TRIALS).p ?? 0;
    });
    for (const level of new Set(trials(TRIALS + 1).map((hits) => chanceOf(kind, hits, TRIALS)))) {
      const share = found.filter((p) => p <= level + 1e-9).length / RUNS;
      // Exactly the level, but for the chance of 1,000 draws: five standard deviations.
      const spread = 5 * Math.sqrt((level * (1 - level)) / RUNS);
      expect(Math.abs(share - level)).toBeLessThanOrEqual(spread + 0.001);
    }
  },
);

test('always answering the same, or following the trial before, is no better than guessing', () => {
  const right = { a: 0, before: 0 };
  for (let run = 0; run < RUNS; run++) {
    const draws = { kind: 'abx' as const, seed: newSeed() };
    for (const trial of trials()) {
      if (hiddenSide(draws, trial) === 'a') right.a += 1;
      if (trial > 0 && hiddenSide(draws, trial) === hiddenSide(draws, trial - 1)) right.before += 1;
    }
  }
  expect(right.a / (RUNS * TRIALS)).toBeCloseTo(0.5, 1);
  expect(right.before / (RUNS * (TRIALS - 1))).toBeCloseTo(0.5, 1);
});

test('A and B stay who they are through an ABX test, and are drawn anew in each preference trial', () => {
  const behind = (kind: 'abx' | 'preference', seed: string) =>
    new Set(trials(100).map((trial) => takeBehind({ kind, seed }, 'a', trial)));
  for (let run = 0; run < 50; run++) {
    const seed = newSeed();
    expect(behind('abx', seed).size).toBe(1);
    expect(behind('preference', seed).size).toBe(2);
    for (const trial of trials(3)) {
      expect(takeBehind({ kind: 'preference', seed }, 'a', trial)).not.toBe(
        takeBehind({ kind: 'preference', seed }, 'b', trial),
      );
    }
  }
});

test('a kept seed gives the same test again, and nothing counts before the last trial', () => {
  const seed = '0123456789abcdef0123456789abcdef';
  expect(
    trials()
      .map((trial) => hiddenSide({ kind: 'abx', seed }, trial))
      .join(''),
  ).toBe('bbbabbbbab');
  const right = trials().map((trial) => hiddenSide({ kind: 'abx', seed }, trial));
  expect(scoreOf({ kind: 'abx', seed }, right.slice(0, 9), TRIALS)).toEqual({ answered: 9, hits: 9, p: null });
  expect(seedSchema.safeParse('0123').success).toBe(false);
});

test('a p-value has its meaning', () => {
  const meaning = (hits: number) => certaintyOf(chanceOf('abx', hits, TRIALS));
  expect([10, 9, 8, 7, 6, 3].map(meaning)).toEqual([
    'certain',
    'probable',
    'probable',
    'unclear',
    'guessing',
    'guessing',
  ]);
});
