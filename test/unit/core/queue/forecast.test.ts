import { expect, test } from 'vitest';
import { forecast, type Item, type Knowledge } from '../../../../electron/core/queue/estimates/forecast.ts';
import { addPoint, type Fit, fitSchema, NO_FIT, speedOf } from '../../../../electron/core/queue/parts/fit.ts';
import { createLearnedSpeeds } from '../../../../electron/core/queue/parts/learned-speeds.ts';
import { createDraw } from '../../../harness/simulation/draw.ts';

const HERE = 'built-in';
const AWAY = 'studio';

const item = (jobId: string, seconds: number, more: Partial<Item> = {}): Item => ({
  ...{ jobId, connectionId: HERE, model: 'service-2', seconds, progress: 0, wholeMs: null },
  ...more,
});

/** Two places, and ten milliseconds a second once `count` generations were seen. */
function knowing(count: number): Knowledge {
  return {
    isBuiltIn: (connectionId) => connectionId === HERE,
    placesOf: () => 2,
    speedOf: () => (count === 0 ? undefined : { count, baseMs: 1000, msPerSecond: 10 }),
  };
}

const middle = ({ least, most }: { least: number; most: number }) => (least + most) / 2;

test('a job takes its turn: its time is never shorter than the ones before it need', () => {
  const { ends, whole } = forecast([item('a', 900), item('b', 900), item('c', 900), item('d', 0)], knowing(1000));
  const at = (jobId: string) => Math.round(middle(ends.get(jobId) ?? { least: 0, most: 0 }) / 100) / 10;
  expect(['a', 'b', 'c', 'd'].map(at)).toEqual([10, 10, 20, 11]);
  expect(Math.round(middle(whole ?? { least: 0, most: 0 }))).toBe(20_000);
});

test('the range narrows with what was learned, and the expected time stays in its middle', () => {
  const spread = [0, 1, 4, 40].map((count) => {
    const { whole } = forecast([item('a', 100)], knowing(count));
    return whole === null ? 0 : whole.most / whole.least;
  });
  expect(spread).toEqual([...spread].sort((one, other) => other - one));
  expect(spread[0]).toBeGreaterThan(3);
  expect(spread[3]).toBeLessThan(1.15);
  expect(middle(forecast([item('a', 100)], knowing(1)).whole ?? { least: 0, most: 0 })).toBeCloseTo(2000);
});

test('the range is as wide as the times were lately off, and the expected time stays in its middle', () => {
  const { fraction } = createDraw(9);
  const learn = (spread: number) => {
    let fit: Fit = NO_FIT;
    for (let count = 0; count < 40; count++) {
      const seconds = 20 + 200 * fraction();
      fit = addPoint(fit, seconds, (400 + 8 * seconds) * (1 + spread * (2 * fraction() - 1)));
    }
    const { whole } = forecast([item('a', 100)], { ...knowing(1), speedOf: () => speedOf(fit) });
    return whole ?? { least: 0, most: 0 };
  };
  const [steady, wild] = [learn(0.05), learn(0.9)];
  expect(steady.most / steady.least).toBeLessThan(1.2);
  expect(wild.most / wild.least).toBeGreaterThan(1.5);
  expect(middle(wild) / middle(steady)).toBeCloseTo(1, 0);
  // Fits of earlier versions say nothing about it.
  const { missed: _, ...earlier } = addPoint(NO_FIT, 60, 1000);
  expect(fitSchema.parse(earlier).missed).toBe(0);
});

test('of a service about which nothing is known nothing is said, but its own progress counts', () => {
  const away = { connectionId: AWAY };
  const { ends, whole } = forecast([item('a', 100, away), item('b', 100)], knowing(0));
  expect([ends.has('a'), ends.has('b'), whole]).toEqual([false, true, null]);
  const working = forecast([item('a', 100, { ...away, progress: 0.25, wholeMs: 8000 })], knowing(0));
  expect(middle(working.whole ?? { least: 0, most: 0 })).toBeCloseTo(6000);
});

test('where little was learned, the ones at work tell how slow this computer is', () => {
  const working = item('a', 100, { progress: 0.5, wholeMs: 20_000 });
  const { ends } = forecast([working, item('b', 100)], { ...knowing(0), placesOf: () => 1 });
  expect(middle(ends.get('b') ?? { least: 0, most: 0 })).toBeCloseTo(30_000, -3);
});

test('a line is learned from few points, and two long ones do not tell what short ones take', () => {
  let fit: Fit = addPoint(NO_FIT, 600, 6300);
  expect((speedOf(fit)?.msPerSecond ?? 0) * 600 + (speedOf(fit)?.baseMs ?? 0)).toBeCloseTo(6300, -3);
  // As if each were off by a fifth.
  fit = addPoint(addPoint(NO_FIT, 1500, 15_000 * 1.2), 2400, 24_000 * 0.8);
  expect((speedOf(fit)?.baseMs ?? 0) + 30 * (speedOf(fit)?.msPerSecond ?? 0)).toBeLessThan(1500);
  const { fraction } = createDraw(3);
  let many = NO_FIT;
  for (let count = 0; count < 60; count++) {
    const seconds = 5 + 1000 * fraction();
    many = addPoint(many, seconds, (400 + 8 * seconds) * (0.9 + 0.2 * fraction()));
  }
  expect((speedOf(many)?.baseMs ?? 0) + 500 * (speedOf(many)?.msPerSecond ?? 0)).toBeCloseTo(4400, -3);
});

/** A service with two places in virtual time, whose generations take these milliseconds; its answers are late. */
function runBatch(lengths: readonly number[], tookMs: (seconds: number) => number, share: number): number {
  const { fraction } = createDraw(5);
  const speeds = createLearnedSpeeds({ settings: { get: () => undefined, set: () => undefined } } as never);
  const places = [3000, 3000];
  const ended = lengths.map((seconds, index) => {
    const place = (places[0] ?? 0) <= (places[1] ?? 0) ? 0 : 1;
    const began = places[place] ?? 0;
    const took = tookMs(seconds) * (0.8 + 0.4 * fraction());
    places[place] = began + took;
    speeds.started(HERE, `${index}`);
    return { id: `${index}`, seconds, began, took, at: began + took + 300 * fraction() };
  });
  const inOrder = [...ended].sort((one, other) => one.at - other.at);
  const whole = inOrder.at(-1)?.at ?? 0;
  const seen = inOrder.filter(({ at }) => at <= whole * share);
  for (const { at, id, seconds } of seen) {
    speeds.completed(
      { connectionId: HERE, generationId: id, model: 'service-2', seconds },
      { firstSeen: null, lastSeen: null, underWayAt: null },
      at,
      Math.min(at, 2500),
      at,
      2,
    );
  }
  const now = whole * share;
  const left = ended
    .filter((one) => !seen.includes(one))
    .map(({ began, seconds, took }, index) => {
      const progress = Math.min(1, Math.max(0, (now - began) / took));
      return item(`${index}`, seconds, progress > 0.1 ? { progress, wholeMs: took } : {});
    });
  const found = forecast(left, { isBuiltIn: () => true, placesOf: () => 2, speedOf: speeds.get }).whole;
  return found === null ? Number.POSITIVE_INFINITY : middle(found) / (whole - whole * share) - 1;
}

test('for six batches in virtual time the time left is within 30 % at 25, 50 and 75 % of the time', () => {
  const { fraction } = createDraw(11);
  const mixed = (count: number, least: number, most: number) =>
    Array.from({ length: count }, () => least * (most / least) ** fraction());
  const long = mixed(4, 900, 1500);
  const batches = [
    mixed(60, 5, 60),
    mixed(16, 300, 1200),
    [...mixed(60, 10, 120), ...long],
    [...long, ...mixed(60, 10, 120)],
    mixed(40, 5, 1800),
    Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 900 : 30)),
  ];
  for (const [index, lengths] of batches.entries())
    for (const share of [0.25, 0.5, 0.75])
      expect(Math.abs(runBatch(lengths, (seconds) => 400 + 10 * seconds, share)), `${index} at ${share}`).toBeLessThan(
        0.3,
      );
});
