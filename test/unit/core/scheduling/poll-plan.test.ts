import { expect, test } from 'vitest';
import { expectedMs, learn, type ModelSpeed } from '../../../../electron/core/queue/parts/model-speed.ts';
import {
  nextPoll,
  RHYTHM_BUILT_IN,
  RHYTHM_REMOTE,
  seldomPoll,
} from '../../../../electron/core/queue/scheduling/poll-plan.ts';

test('one generation teaches how long the next of its length takes, many teach base and rate', () => {
  const first = learn(undefined, 90_000, 600);
  expect(expectedMs(first, 600)).toBeCloseTo(90_000);
  let pace: ModelSpeed | undefined;
  for (let round = 0; round < 200; round++) {
    const seconds = [30, 600, 120, 3600][round % 4] ?? 0;
    pace = learn(pace, 20_000 + 100 * seconds, seconds);
  }
  for (const seconds of [60, 1200]) {
    const expected = expectedMs(pace, seconds) ?? 0;
    expect(Math.abs(expected - (20_000 + 100 * seconds)) / expected).toBeLessThan(0.1);
  }
  expect(expectedMs(undefined, 60)).toBeNull();
});

/** When a generation that takes so long is asked after, in milliseconds from its start. */
function polls(tookMs: number, expected: number | null, rhythm = RHYTHM_REMOTE): number[] {
  const at: number[] = [];
  for (let time = 0; at.length < 1000; ) {
    time += nextPoll(rhythm, { elapsedMs: time, expectedMs: expected, strangeMs: null }, at.length, 0.5);
    at.push(time);
    if (time >= tookMs) break;
  }
  return at;
}

test('without experience it is asked at once and then more and more seldom; with it, a few times about the end', () => {
  const blind = polls(600_000, null);
  expect(blind.slice(0, 3)).toEqual([0, 1000, 2400]);
  const wise = polls(600_000, 600_000);
  expect(wise.length).toBeLessThan(blind.length / 2);
  expect(wise.at(-1)).toBeLessThan(600_000 * 1.06);
  // Nothing is slept through for longer than a minute, and nothing that is late is asked after every second.
  expect(Math.max(...wise.map((time, index) => time - (wise[index - 1] ?? 0)))).toBeLessThanOrEqual(60_000);
  expect(polls(1_800_000, 60_000).length).toBeLessThan(150);
});

test('what is over in moments is seen to be over a moment later, and is left alone when it is late after all', () => {
  const quick = polls(400, 400);
  expect(quick.length).toBeLessThanOrEqual(4);
  expect(quick.at(-1)).toBeLessThan(400 + 60);
  expect(polls(60_000, 400).length).toBeLessThan(40);
});

test('what is quicker than expected is seen to be, and what was expected is unlearned', () => {
  expect(polls(400, 300_000).at(-1)).toBeLessThanOrEqual(1000);
  expect(polls(20_000, 300_000).at(-1)).toBeLessThanOrEqual(30_000);
  let pace = learn(undefined, 300_000, 60);
  let waited = 0;
  for (let file = 0; file < 30; file++) {
    const looks = polls(400, expectedMs(pace, 60));
    const [before = 0, seen = 0] = [0, ...looks].slice(-2);
    pace = learn(pace, (before + seen) / 2, 60);
    waited = seen;
  }
  expect(waited).toBeLessThan(800);
});

test('the built-in service stays lively whatever is expected', () => {
  const times = polls(60_000, 60_000, RHYTHM_BUILT_IN);
  expect(Math.max(...times.map((time, index) => time - (times[index - 1] ?? 0)))).toBeLessThanOrEqual(1000);
});

test('those that were started together do not ask together', () => {
  const one = { elapsedMs: 0, expectedMs: 30_000, strangeMs: null };
  const waits = [0, 0.5, 1].map((random) => nextPoll(RHYTHM_REMOTE, one, 1, random));
  expect(new Set(waits).size).toBe(3);
  expect(Math.max(...waits)).toBeLessThan(30_000);
});

test('what is called by a strange word, or takes ten times as long as it should, is asked after seldom', () => {
  const plain = { elapsedMs: 60_000, expectedMs: 60_000, strangeMs: null };
  expect(seldomPoll(plain)).toBeNull();
  expect(seldomPoll({ ...plain, strangeMs: 59_000 })).toBeNull();
  expect(seldomPoll({ ...plain, strangeMs: 61_000 })).toBe(30_000);
  expect(seldomPoll({ ...plain, strangeMs: 86_400_000 })).toBe(600_000);
  expect(seldomPoll({ ...plain, elapsedMs: 29 * 60_000 })).toBeNull();
  expect(seldomPoll({ ...plain, elapsedMs: 31 * 60_000 })).not.toBeNull();
});
