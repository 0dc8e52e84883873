import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { silentLog } from '../../../electron/platform/log.ts';
import type { Clock } from '../../../electron/platform/time/clock.ts';
import { createTimeoutPool } from '../../../electron/platform/time/timeout-pool.ts';
import { capConnections, remoteNetwork } from '../../../electron/service/http/limits/connection-caps.ts';
import { requireSafeAddress } from '../../../electron/service/http/limits/http-server.ts';
import { createRateLimiter, type RateLimiter } from '../../../electron/service/http/limits/rate-limiter.ts';

const MINUTE_MS = 60_000;

function stoppedClock(): Clock & { at: number } {
  const clock = {
    at: 0,
    now: () => clock.at,
    monotonic: () => clock.at,
    sleep: async (milliseconds: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      clock.at += milliseconds;
    },
  };
  return clock;
}

test('in no minute are there more than twice the limit, and in the long run no more than the limit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 700 }),
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 300 }),
      (perMinute, pauses) => {
        const clock = stoppedClock();
        const limiter = createRateLimiter(clock, perMinute);
        const allowed: number[] = [];
        for (const pause of pauses) {
          clock.at += pause;
          for (let burst = 0; burst < 5; burst++) if (limiter.take('key').allowed) allowed.push(clock.at);
        }
        const long = allowed.length <= perMinute + (clock.at / MINUTE_MS) * perMinute + 1e-6;
        const dense = allowed.every(
          (at) => allowed.filter((other) => other >= at && other < at + MINUTE_MS).length <= 2 * perMinute,
        );
        return long && dense;
      },
    ),
  );
});

function takeAll(limiter: RateLimiter, calls: number): number {
  let allowed = 0;
  for (let call = 0; call < calls; call++) if (limiter.take('key').allowed) allowed += 1;
  return allowed;
}

test('who waits as long as Retry-After says is let in, and what remains is really there', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 60_000 }), (perMinute, pause) => {
      const clock = stoppedClock();
      const limiter = createRateLimiter(clock, perMinute);
      expect(takeAll(limiter, perMinute)).toBe(perMinute);
      const refused = limiter.take('key');
      expect(refused).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 60 });
      clock.at += refused.retryAfterSeconds * 1000;
      const next = limiter.take('key');
      expect(next.allowed).toBe(true);
      clock.at += pause;
      const { remaining } = limiter.look('key');
      expect(takeAll(limiter, remaining + 1)).toBe(remaining);
    }),
    { numRuns: 50 },
  );
});

test('a limiter keeps no more than ten thousand buckets, and no key pays for another', () => {
  const clock = stoppedClock();
  const limiter = createRateLimiter(clock, 2);
  limiter.take('mine');
  limiter.take('mine');
  for (let other = 0; other < 9000; other++) limiter.take(`other${other}`);
  expect(limiter.take('mine').allowed).toBe(false);
  for (let other = 0; other < 20_000; other++) limiter.take(`another${other}`);
  // The oldest was forgotten, which counts as full.
  expect(limiter.take('mine').remaining).toBe(1);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, ''],
])('%s is counted to %s', (address, network) => {
  expect(remoteNetwork(address)).toBe(network);
});

test('one network has so many connections, this computer has as many as there are', async () => {
  const connect = Object.assign(new EventEmitter(), { maxConnections: 0, closeIdleConnections: vi.fn() });
  capConnections(connect, { connections: 100, connectionsPerAddress: 2 });
  const open = (remoteAddress: string) => {
    const socket = Object.assign(new PassThrough(), { remoteAddress });
    connect.emit('connection', socket);
    return socket;
  };
  const sockets = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::', '192.0.2.1'].map(open);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, true, false, false]);
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect([1, 2, 3, 4].map(() => open(own).destroyed)).toEqual([false, false, false, false]);
  }
  sockets[0]?.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  expect(open('2001:db8::4').destroyed).toBe(false);
  expect(open('2001:db8::5').destroyed).toBe(true);
  expect([connect.maxConnections, connect.closeIdleConnections.mock.calls.length]).toEqual([100, 0]);
});

test('a timeout whose callback fails stops none of the others, however many there are', async () => {
  const clock = stoppedClock();
  const errors: string[] = [];
  const timeouts = createTimeoutPool(clock, 100, { error: (message) => void errors.push(message) });
  let passed = 0;
  const pass = () => {
    passed += 1;
  };
  timeouts.start(() => {
    throw new Error('a bug');
  });
  for (let index = 0; index < 50; index++) {
    clock.at += 1;
    timeouts.start(pass);
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect([errors.length, passed]).toEqual([1, 50]);
  timeouts.start(pass);
  await new Promise((resolve) => setImmediate(resolve));
  expect(passed).toBe(51);
});

test('timeouts fire in order, once, and not after they are cancelled or the pool is stopped', async () => {
  const clock = stoppedClock();
  const sleeps: (() => void)[] = [];
  clock.sleep = (milliseconds) => {
    const due = clock.at + milliseconds;
    return new Promise((resolve) =>
      sleeps.push(() => {
        clock.at = due;
        resolve();
      }),
    );
  };
  const passed: string[] = [];
  const timeouts = createTimeoutPool(clock, 100, silentLog);
  timeouts.start(() => passed.push('first'));
  clock.at = 40;
  const touched = timeouts.start(() => passed.push('touched'));
  timeouts.start(() => passed.push('ended')).cancel();
  timeouts.start(() => passed.push('last'));
  const wake = async () => {
    sleeps.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  await wake();
  expect([clock.at, passed]).toEqual([100, ['first']]);
  touched.restart();
  await wake();
  expect([clock.at, passed]).toEqual([140, ['first', 'last']]);
  await wake();
  expect([clock.at, passed]).toEqual([200, ['first', 'last', 'touched']]);
  touched.restart();
  timeouts.start(() => passed.push('stopped'));
  timeouts.stop();
  await wake();
  expect(passed).toHaveLength(3);
});

test.each([
  ['127.0.0.1', false, undefined, true],
  ['localhost', false, undefined, true],
  ['::1', false, undefined, true],
  ['192.168.1.2', false, undefined, false],
  ['192.168.1.2', true, undefined, true],
  ['0.0.0.0', true, undefined, false],
  ['::', true, undefined, false],
  ['', true, undefined, false],
  ['0.0.0.0', true, 'https://studio.example', true],
  ['0.0.0.0', false, 'https://studio.example', false],
  ['127.0.0.1', false, 'https://studio.example', true],
  ['127.0.0.1', false, 'http://studio.example', false],
  ['127.0.0.1', false, 'http://localhost:8080', true],
  ['127.0.0.1', false, 'http://[::1]:8080', true],
])('the address %s, TLS %s, public %s: %s', (host, withTls, publicUrl, isSafe) => {
  const check = () => requireSafeAddress(host, withTls, publicUrl);
  if (isSafe) expect(check).not.toThrow();
  else expect(check).toThrow(RangeError);
});
