import { expect, test } from 'vitest';
import { silentLog } from '../../../electron/platform/log.ts';
import { createEnginePool } from '../../../electron/service/work/engine-pool.ts';
import { createHelperStandIn, type HelperStandIn } from '../../harness/engine/helper-stand-in.ts';
import { createVirtualClock } from '../../harness/time/virtual-clock.ts';

const MIB = 2 ** 20;

function openPool() {
  const clock = createVirtualClock();
  const processes: HelperStandIn[] = [];
  let alive = 0;
  const spawn = () => {
    alive += 1;
    const process = createHelperStandIn(() => alive--);
    processes.push(process);
    return process.helper;
  };
  const pool = createEnginePool(spawn, {}, clock, silentLog);
  return { clock, pool, processes, started: () => processes.length, alive: () => alive };
}

test('one recording after the other uses one process; two at a time use two', () => {
  const { alive, pool, started } = openPool();
  for (let recording = 0; recording < 5; recording++) pool.take().giveBack();
  expect(started()).toBe(1);
  const leases = [pool.take(), pool.take()];
  expect(started()).toBe(2);
  leases.forEach((lease) => {
    lease.giveBack();
  });
  expect(alive()).toBe(2);
});

test('an engine that failed is ended, and a second try gets a process of its own', async () => {
  const { alive, pool, started } = openPool();
  pool.take().giveBack();
  const failing = pool.take();
  await failing.end();
  expect([started(), alive()]).toEqual([1, 0]);
  pool.take().giveBack();
  const second = pool.take(true);
  expect([started(), alive()]).toEqual([3, 2]);
  second.giveBack();
});

test('a lease that was given back can end nothing', async () => {
  const { alive, pool } = openPool();
  const lease = pool.take();
  lease.giveBack();
  await lease.end();
  lease.giveBack();
  expect(alive()).toBe(1);
});

test('a process that dies while it waits is not used again', () => {
  const { pool, processes, started } = openPool();
  pool.take().giveBack();
  processes[0]?.end(null);
  pool.take().giveBack();
  expect(started()).toBe(2);
});

test('idle processes end, the one used last the latest', async () => {
  const { alive, clock, pool, started } = openPool();
  const [one, other] = [pool.take(), pool.take()];
  one.giveBack();
  other.giveBack();
  for (let second = 0; second < 12; second++) {
    await clock.advance(1000);
    pool.take().giveBack();
  }
  expect([started(), alive()]).toEqual([2, 1]);
  await clock.advance(9999);
  expect(alive()).toBe(1);
  await clock.advance(1);
  expect(alive()).toBe(0);
});

test('a process is replaced after 200 recordings', () => {
  const { alive, pool, started } = openPool();
  for (let recording = 0; recording < 200; recording++) pool.take().giveBack();
  expect([started(), alive()]).toEqual([1, 0]);
  pool.take().giveBack();
  expect([started(), alive()]).toEqual([2, 1]);
});

test('a process is replaced after 20 minutes, but not in the middle of a recording', async () => {
  const { alive, clock, pool } = openPool();
  const lease = pool.take();
  await clock.advance(30 * 60_000);
  expect(alive()).toBe(1);
  lease.giveBack();
  expect(alive()).toBe(0);
});

test('a process is replaced when it has grown by more than 128 MiB since its first recording', () => {
  const { alive, pool, started } = openPool();
  pool.take().giveBack(100 * MIB);
  pool.take().giveBack(228 * MIB);
  expect([started(), alive()]).toEqual([1, 1]);
  pool.take().giveBack(229 * MIB);
  expect([started(), alive()]).toEqual([1, 0]);
});

test('stopping ends all processes, those in use too, and none stays that is taken later', async () => {
  const { alive, pool } = openPool();
  const lease = pool.take();
  pool.take().giveBack();
  await pool.stop();
  expect(alive()).toBe(0);
  lease.giveBack();
  pool.take();
  expect(alive()).toBe(0);
});
