import { expect, test } from 'vitest';
import { silentLog } from '../../../electron/platform/log.ts';
import type { Clock } from '../../../electron/platform/time/clock.ts';
import type { MediaStorage } from '../../../electron/service/storage/media-storage.ts';
import type { Project } from '../../../electron/service/store/records.ts';
import { createMediumLengths } from '../../../electron/service/work/billing/medium-lengths.ts';
import { createEnginePool } from '../../../electron/service/work/engine-pool.ts';
import { createFakeEngine } from '../../harness/engine/fake-engine.ts';

const MEBIBYTE = 1024 * 1024;

/** A medium whose count never ends, on a clock that moves when it is told to. */
function hangingMedium() {
  let now = 0;
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  const engine = createFakeEngine(undefined, () => new Promise(() => undefined));
  const machineClock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: (milliseconds) => new Promise((wake) => sleepers.push({ until: now + milliseconds, wake })),
  };
  const lengths = createMediumLengths({
    storage: { withLocalMedium: (_project, work) => work(import.meta.filename) } as MediaStorage,
    engines: createEnginePool(engine.spawn, {}, machineClock, silentLog),
    machineClock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const move = (milliseconds: number) => {
    now += milliseconds;
    for (const { until, wake } of sleepers) if (until <= now) wake();
  };
  return { engine, lengths, move };
}

const projectOf = (bytes: number) => ({ projectId: 'prj_1', userId: 'usr_1', bytes }) as Project;

test('a count may take longer the more there is to read', async () => {
  const { engine, lengths, move } = hangingMedium();
  const counted = lengths.of(projectOf(100 * MEBIBYTE), 1).catch(({ code }) => code);
  move(60_000);
  expect(await Promise.race([counted, new Promise((resolve) => setImmediate(resolve, 'counting'))])).toBe('counting');
  move(100_000);
  expect(await counted).toBe('engineTimedOut');
  expect(engine.alive()).toBe(0);
});

test('a count that hung is tried again after a while, or at once for another medium', async () => {
  const { engine, lengths, move } = hangingMedium();
  const first = lengths.of(projectOf(1), 1).catch(({ code }) => code);
  move(31_000);
  expect(await first).toBe('engineTimedOut');
  await expect(lengths.of(projectOf(1), 1)).rejects.toMatchObject({ code: 'engineTimedOut' });
  expect(engine.started()).toBe(1);
  void lengths.of(projectOf(1), 2).catch(() => undefined);
  expect(engine.started()).toBe(2);
  move(10 * 60_000);
  await new Promise((resolve) => setImmediate(resolve));
  void lengths.of(projectOf(1), 1).catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(engine.started()).toBe(3);
});
