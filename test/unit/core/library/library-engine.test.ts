import { expect, test } from 'vitest';
import { createLibraryEngine } from '../../../../electron/core/engine/library-engine.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { silentLog } from '../../../../electron/platform/log.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

const here = import.meta.filename;
/** A library's engine over fake processes. */
function open(behave?: Parameters<typeof createFakeEngine>[0], most?: number, clock = systemClock) {
  const fake = createFakeEngine(behave);
  return { fake, engine: createLibraryEngine({ spawn: fake.spawn, clock, files: nodeFiles, log: silentLog }, most) };
}

const restore = { input: here, model: 'service-2' as const, outputs: [] };

test('after stop nothing is started: a request is cancelled', async () => {
  const { fake, engine } = open();
  await engine.request('probe', { path: here });
  await engine.stop();
  await expect(engine.request('probe', { path: here })).rejects.toMatchObject({ code: 'cancelled' });
  expect([fake.started(), fake.alive()]).toEqual([1, 0]);
});

test('an aborted request frees the engine at once, and those behind it go on in a new process', async () => {
  const { fake, engine } = open(() => ({ kind: 'hang' }));
  const first = new AbortController();
  const second = new AbortController();
  const hanging = engine.request('restore', restore, () => first.abort(new Error('paused')), first.signal);
  const queued = engine.request('restore', restore, undefined, second.signal);
  const behind = engine.request('probe', { path: here });
  second.abort(new Error('not wanted'));
  await expect(queued).rejects.toThrow('not wanted');
  await expect(hanging).rejects.toThrow('paused');
  expect((await behind).container).toBe('wav');
  expect([fake.started(), fake.alive()]).toEqual([2, 1]);
});

test('a request that takes far too long is given up, and its process with it', async () => {
  let asked = 0;
  const sleep = (milliseconds: number, signal?: AbortSignal) => {
    asked = milliseconds;
    return systemClock.sleep(20, signal);
  };
  const { fake, engine } = open(() => ({ kind: 'hang' }), undefined, { ...systemClock, sleep });
  await expect(engine.request('restore', restore)).rejects.toMatchObject({ code: 'engineTimedOut' });
  expect(asked).toBeGreaterThan(60_000);
  expect(fake.alive()).toBe(0);
});

test('a crash fails the request that was at work, and no other', async () => {
  const { engine } = open(() => ({ kind: 'crash' }));
  const crashing = engine.request('restore', restore);
  const behind = engine.request('probe', { path: here });
  await expect(crashing).rejects.toMatchObject({ code: 'engineCrashed', retryable: true });
  expect((await behind).container).toBe('wav');
});

test('a further process is started when all are busy, and no more than are allowed', async () => {
  const { fake, engine } = open((process) => ({ kind: process === 1 ? 'hang' : 'copy' }), 2);
  const over = new AbortController();
  const hanging = engine.request('restore', restore, undefined, over.signal);
  // The first is at its restoration: the second answers them, one after the other.
  for (let round = 0; round < 3; round++) await engine.request('probe', { path: here });
  expect(fake.started()).toBe(2);
  over.abort(new Error('over'));
  await expect(hanging).rejects.toThrow('over');
  await engine.stop();
  await expect(engine.request('probe', { path: here })).rejects.toMatchObject({ code: 'cancelled' });
  expect(fake.alive()).toBe(0);
});
