import { expect, test } from 'vitest';
import type { DeskSettings } from '../../../electron/core/ports.ts';
import { createQuarantine } from '../../../electron/core/queue/start/quarantine.ts';
import type { StartAttemptRow } from '../../../electron/core/store/schema.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LENGTH = 10 * MINUTE;
const CONNECTION = 'connection';
const attempt = { id: 'attempt', intentAt: 0 } as StartAttemptRow;

/** A run of the program at `wall`; both clocks are the test's, and so is what the store keeps. */
function openRun(wall: number, kept = new Map<string, unknown>()) {
  const time = { wall, monotonic: 1000 };
  const clock = { now: () => time.wall, monotonic: () => time.monotonic, sleep: async () => undefined };
  const settings = { startQuarantineMs: { builtIn: 5000, remote: LENGTH } } as DeskSettings;
  const store = {
    settings: { get: (name: string) => kept.get(name), set: (name: string, value: unknown) => kept.set(name, value) },
  };
  const quarantine = createQuarantine(clock, store as never, settings);
  const pass = (milliseconds: number, set = 0) => {
    time.monotonic += milliseconds;
    time.wall += milliseconds + set;
  };
  const remaining = (since = 0) => quarantine.remaining(CONNECTION, { ...attempt, intentAt: since }, since);
  return { quarantine, pass, remaining, time, kept };
}

test('a clock that is set forward a day does not end it, and one set back does not stretch it', () => {
  for (const set of [DAY, -DAY]) {
    const { pass, quarantine, remaining, time } = openRun(10 * DAY);
    const since = time.wall;
    quarantine.lostSight(attempt.id);
    pass(MINUTE, set);
    expect(remaining(since)).toBe(LENGTH - MINUTE);
    pass(LENGTH - MINUTE);
    expect(remaining(since)).toBe(0);
  }
});

test('what an earlier run sent is given the least time in this one: the clock may have been set in between', () => {
  expect(openRun(10 * DAY).remaining(10 * DAY - 4 * MINUTE)).toBe(LENGTH);
  const set = openRun(10 * DAY);
  expect(set.remaining(9 * DAY)).toBe(LENGTH);
  set.pass(LENGTH);
  expect(set.remaining(9 * DAY)).toBe(0);
  const lagging = new Map([['listing-lags', { [CONNECTION]: 2 * MINUTE }]]);
  expect(openRun(10 * DAY, lagging).remaining(10 * DAY - 4 * MINUTE)).toBe(16 * MINUTE);
  expect(openRun(10 * DAY, lagging).remaining(9 * DAY)).toBe(LENGTH);
});

test('a start that seems to be of the future begins anew', () => {
  const earlier = openRun(10 * DAY);
  expect(earlier.remaining(11 * DAY)).toBe(LENGTH);
  earlier.pass(LENGTH, DAY);
  expect(earlier.remaining(11 * DAY)).toBe(0);
});

test('a loss of sight in this run that nobody told of counts from the first look', () => {
  const { pass, remaining, time } = openRun(10 * DAY);
  pass(MINUTE);
  const since = time.wall;
  pass(MINUTE, DAY);
  expect(remaining(since)).toBe(LENGTH);
});

test('a service that lists late is given ten times as long from then on, also by the next run', () => {
  const run = openRun(10 * DAY);
  run.quarantine.sent(attempt.id);
  run.quarantine.lostSight(attempt.id);
  run.pass(MINUTE);
  run.quarantine.missed(attempt.id);
  run.pass(MINUTE);
  run.quarantine.appeared(CONNECTION, attempt.id);
  const next = openRun(10 * DAY, run.kept);
  expect(next.remaining(10 * DAY)).toBe(20 * MINUTE);
  next.quarantine.sent('another');
  next.quarantine.missed('another');
  next.pass(1000);
  next.quarantine.appeared(CONNECTION, 'another');
  expect(openRun(10 * DAY, run.kept).remaining(10 * DAY)).toBe(20 * MINUTE);
});

test('hours in which nobody looked are not held against the service', () => {
  const run = openRun(10 * DAY);
  run.quarantine.sent(attempt.id);
  run.pass(MINUTE);
  run.quarantine.missed(attempt.id);
  run.pass(10 * 60 * MINUTE);
  run.quarantine.appeared(CONNECTION, attempt.id);
  expect(openRun(10 * DAY, run.kept).remaining(10 * DAY)).toBe(20 * MINUTE);
});

test('what the first listing shows, or what an earlier run sent, teaches nothing', () => {
  const run = openRun(10 * DAY);
  run.quarantine.sent(attempt.id);
  run.pass(MINUTE);
  run.quarantine.appeared(CONNECTION, attempt.id);
  run.quarantine.missed('of an earlier run');
  run.pass(DAY);
  run.quarantine.appeared(CONNECTION, 'of an earlier run');
  expect(openRun(10 * DAY, run.kept).remaining(10 * DAY)).toBe(LENGTH);
});

test('looks are frequent at first and seldom later', () => {
  const { pass, quarantine } = openRun(10 * DAY);
  quarantine.lostSight(attempt.id);
  const next = () => quarantine.nextLook(CONNECTION, attempt.id, 0.5);
  expect(next()).toBe(2000);
  pass(8000);
  expect(next()).toBe(8000);
  pass(5 * MINUTE);
  expect(next()).toBe(MINUTE);
});
