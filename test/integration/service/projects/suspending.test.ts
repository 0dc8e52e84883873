import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { movableClock, startService, type TestService } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

async function start(service: TestService, medium: string) {
  const { apiProjectId } = await service.uploadedProject(medium, 'take.wav');
  const { body } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  return body as { apiProjectId: string; generationId: string };
}

const progressOf = async (service: TestService, ids: object) =>
  (await service.post(DEFAULT_PATHS.generationProgress, ids)).body;

/** Slow recordings hang; all others end at once. */
function slowEngine() {
  return createFakeEngine((_process, text) => ({ kind: text.startsWith('slow') ? 'hang' : 'copy' }));
}

test('a suspended restoration gives its place to the others, and a queued one is not begun', async () => {
  const engine = slowEngine();
  const service = await startService({ spawn: engine.spawn, configuration: { concurrency: 1 } });
  const slow = await start(service, 'slow');
  await until(async () => (await progressOf(service, slow)).stages[2].status === 'processing');
  const next = await start(service, 'next');
  await sleep(200);
  expect((await progressOf(service, next)).status).toBe('queued');
  const queued = await start(service, 'queued');
  service.suspend([slow.generationId, queued.generationId]);
  expect((await service.settled(next)).status).toBe('complete');
  expect((await progressOf(service, slow)).status).toBe('processing');
  expect((await progressOf(service, queued)).status).toBe('queued');
  service.suspend([slow.generationId]);
  expect((await service.settled(queued)).status).toBe('complete');
});

test('no time runs against a suspended restoration, and once it goes on it does again', async () => {
  const clock = movableClock();
  const engine = slowEngine();
  const service = await startService({ spawn: engine.spawn, clock });
  const slow = await start(service, 'slow');
  await until(async () => (await progressOf(service, slow)).stages[2].status === 'processing');
  service.suspend([slow.generationId]);
  for (let minutes = 0; minutes < 10; minutes++) {
    clock.move(60_000);
    await sleep(10);
  }
  expect([engine.alive(), engine.started()]).toEqual([1, 1]);
  service.suspend([]);
  await until(() => {
    clock.move(30_000);
    return engine.started() === 2;
  });
});

test('only a few are suspended where they are; the rest is put back, and begins anew', async () => {
  const engine = slowEngine();
  const service = await startService({ spawn: engine.spawn, configuration: { concurrency: 6 } });
  const started = await Promise.all(Array.from({ length: 6 }, (_, index) => start(service, `slow ${index}`)));
  await until(() => engine.started() === 6);
  service.suspend(started.map(({ generationId }) => generationId));
  await until(() => engine.alive() === 4);
  await until(async () => {
    const all = await Promise.all(started.map(async (ids) => (await progressOf(service, ids)).status));
    return all.filter((status) => status === 'queued').length === 2;
  });
  service.suspend([]);
  await until(() => engine.started() === 8);
});

test('a suspended restoration can be cancelled, and ends with the service', async () => {
  const engine = slowEngine();
  const service = await startService({ spawn: engine.spawn, configuration: { concurrency: 2 } });
  const [first, second] = [await start(service, 'slow 1'), await start(service, 'slow 2')];
  await until(() => engine.alive() === 2);
  service.suspend([first.generationId, second.generationId]);
  await service.post(LOCAL_PATHS.cancelGeneration, first);
  expect((await progressOf(service, first)).status).toBe('failed');
  expect(engine.alive()).toBe(1);
  await service.close();
  expect(engine.alive()).toBe(0);
});
