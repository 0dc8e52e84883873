import { expect, test } from 'vitest';
import type { Clock } from '../../../electron/platform/time/clock.ts';
import { createDeadline, withTimeout } from '../../../electron/platform/time/deadlines.ts';

/** A clock whose time passes only when it is told to. */
function manualClock() {
  let pass = () => {};
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    sleep: (_milliseconds, signal) =>
      new Promise((resolve, reject) => {
        pass = resolve;
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
  const letTimePass = async () => {
    pass();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, letTimePass };
}

test('a deadline aborts its signal with its reason when the time is up', async () => {
  const { clock, letTimePass } = manualClock();
  const late = new Error('late');
  const deadline = createDeadline(clock, 100, () => late);
  expect([deadline.signal.aborted, deadline.hasPassed]).toEqual([false, false]);
  await letTimePass();
  expect([deadline.signal.reason, deadline.hasPassed]).toEqual([late, true]);
});

test('a deadline passes on an abort, before it starts too, and does not count it as running out of time', async () => {
  const { clock, letTimePass } = manualClock();
  const gone = new AbortController();
  const running = createDeadline(clock, 100, () => new Error('late'), gone.signal);
  const reason = new Error('gone');
  gone.abort(reason);
  expect([running.signal.reason, running.hasPassed]).toEqual([reason, false]);
  await letTimePass();
  expect(running.hasPassed).toBe(false);
  expect(createDeadline(clock, 100, () => new Error('late'), gone.signal).signal.reason).toBe(reason);
});

test('a deadline that was ended lets go of the clock and of the signal', async () => {
  const { clock, letTimePass } = manualClock();
  const gone = new AbortController();
  const deadline = createDeadline(clock, 100, () => new Error('late'), gone.signal);
  deadline.end();
  await letTimePass();
  gone.abort();
  expect([deadline.signal.aborted, deadline.hasPassed]).toEqual([false, false]);
});

test('work that takes too long is replaced by what the caller gives, or fails with what it throws', async () => {
  const { clock, letTimePass } = manualClock();
  const endless = new Promise<string>(() => {});
  const replaced = withTimeout(clock, 100, endless, () => 'instead');
  await letTimePass();
  expect(await replaced).toBe('instead');
  const refused = withTimeout(clock, 100, endless, () => {
    throw new Error('late');
  });
  const expected = expect(refused).rejects.toThrow('late');
  await letTimePass();
  await expected;
  const stopped = withTimeout(clock, 100, endless, () => 'stopped', AbortSignal.abort());
  expect(await stopped).toBe('stopped');
});

test('work that ends in time gives its own result or failure', async () => {
  const { clock } = manualClock();
  expect(await withTimeout(clock, 100, Promise.resolve('done'), () => 'instead')).toBe('done');
  await expect(withTimeout(clock, 100, Promise.reject(new Error('odd')), () => 'instead')).rejects.toThrow('odd');
});
