import { expect, test } from 'vitest';
import type { DeskSettings } from '../../../../electron/core/ports.ts';
import { createQuarantine } from '../../../../electron/core/queue/parts/quarantine.ts';
import type { StartAttemptRow } from '../../../../electron/core/store/schema.ts';
import type { Uptime } from '../../../../electron/platform/time/uptime.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LENGTH = 10 * MINUTE;
const CONNECTION = 'connection';
const attempt = { id: 'attempt', intentAt: 0 } as StartAttemptRow;

/** A run of the program at `wall`; both clocks are the test's, and so is what the store keeps. */
function openRun(wall: number, kept = new Map<string, unknown>(), uptime?: Uptime) {
  const time = { wall, monotonic: 1000 };
  const clock = { now: () => time.wall, monotonic: () => time.monotonic, sleep: async () => undefined };
  const settings = { startQuarantineMs: { builtIn: 5000, remote: LENGTH } } as DeskSettings;
  const store = {
    settings: { get: (name: string) => kept.get(name), set: (name: string, value: unknown) => kept.set(name, value) },
  };
  const quarantine = createQuarantine(clock, store as never, settings, uptime);
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

/** The machine's uptime at `milliseconds`, in one of its runs. */
const machine = (milliseconds: number, bootId: string | null = 'boot'): Uptime => ({
  bootId,
  milliseconds: () => milliseconds,
});

/** A run that looks for the first time at a start that an earlier one lost, and ends. */
function lostAt(milliseconds: number, bootId: string | null = 'boot') {
  const run = openRun(10 * DAY, new Map(), machine(milliseconds, bootId));
  expect(run.remaining(9 * DAY)).toBe(LENGTH);
  return run.kept;
}

test('a restart does not begin the quarantine anew: time that the machine proves counts', () => {
  const kept = lostAt(HOUR);
  for (const wall of [9 * DAY, 10 * DAY, 12 * DAY]) {
    const next = openRun(wall, kept, machine(HOUR + 7 * MINUTE));
    expect(next.remaining(9 * DAY), `${wall}`).toBe(3 * MINUTE);
    next.pass(2 * MINUTE, DAY);
    expect(next.remaining(9 * DAY)).toBe(MINUTE);
  }
  expect(openRun(10 * DAY, kept, machine(2 * HOUR)).remaining(9 * DAY)).toBe(0);
});

test('a loss in this run is known to the next one from its own moment', () => {
  const kept = new Map<string, unknown>();
  const uptime = { bootId: 'boot', now: HOUR, milliseconds: () => uptime.now };
  const run = openRun(10 * DAY, kept, uptime);
  run.quarantine.lostSight(attempt.id);
  run.pass(4 * MINUTE);
  uptime.now += 4 * MINUTE;
  expect(run.remaining(10 * DAY)).toBe(6 * MINUTE);
  expect(openRun(10 * DAY, kept, machine(HOUR + 5 * MINUTE)).remaining(10 * DAY)).toBe(5 * MINUTE);
});

test('after a restart of the machine only its present run counts', () => {
  expect(openRun(20 * DAY, lostAt(HOUR), machine(2 * MINUTE, 'next')).remaining(9 * DAY)).toBe(8 * MINUTE);
  // A longer run of the machine than the one of the loss.
  expect(openRun(20 * DAY, lostAt(HOUR), machine(HOUR + MINUTE, 'next')).remaining(9 * DAY)).toBe(0);
  expect(openRun(20 * DAY, lostAt(HOUR, null), machine(2 * MINUTE, null)).remaining(9 * DAY)).toBe(8 * MINUTE);
  expect(openRun(20 * DAY, lostAt(HOUR, null), machine(HOUR + MINUTE, null)).remaining(9 * DAY)).toBe(9 * MINUTE);
});

test('no clock that is set, no uptime that runs backwards and no other loss proves anything', () => {
  expect(openRun(30 * DAY, lostAt(HOUR), machine(HOUR)).remaining(9 * DAY)).toBe(LENGTH);
  expect(openRun(30 * DAY, lostAt(HOUR), machine(MINUTE)).remaining(9 * DAY)).toBe(LENGTH);
  // The same start, lost again later.
  expect(openRun(30 * DAY, lostAt(HOUR), machine(5 * HOUR)).remaining(9 * DAY + 1)).toBe(LENGTH);
  expect(openRun(30 * DAY, lostAt(HOUR)).remaining(9 * DAY)).toBe(LENGTH);
  const forgotten = openRun(10 * DAY, lostAt(HOUR), machine(HOUR));
  forgotten.remaining(9 * DAY);
  forgotten.quarantine.forget(attempt.id);
  expect(openRun(10 * DAY, forgotten.kept, machine(5 * HOUR)).remaining(9 * DAY)).toBe(LENGTH);
});
