import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { dispatchOneGeneration } from '../../../harness/service/one-generation.ts';
import {
  movableClock,
  startService,
  type TestService,
  temporaryFolder,
} from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const START = DEFAULT_PATHS.startGeneration['service-2'];

async function startOne(service: TestService, medium = 'samples', name = 'take.wav') {
  const { apiProjectId } = await service.uploadedProject(medium, name);
  const { body } = await service.post(START, { apiProjectId });
  return body as { apiProjectId: string; generationId: string };
}

const statusOf = async (service: TestService, ids: object) =>
  (await service.post(DEFAULT_PATHS.generationProgress, ids)).body.status;

test('a crashed engine is retried, and the service survives', async () => {
  const engine = createFakeEngine((process) => ({ kind: process === 1 ? 'crash' : 'copy' }));
  const service = await startService({ spawn: engine.spawn });
  const progress = await service.settled(await startOne(service));
  expect(progress).toMatchObject({ status: 'complete', error: null });
  expect(engine.started()).toBe(2);
  expect(engine.alive()).toBe(1);
  await service.close();
  expect(engine.alive()).toBe(0);
});

test('an engine that crashes twice fails its generation and no other', async () => {
  const engine = createFakeEngine((_process, text) => ({ kind: text === 'poison' ? 'crash' : 'copy' }));
  const service = await startService({ spawn: engine.spawn });
  const poisoned = await startOne(service, 'poison');
  const sound = await startOne(service, 'speech');
  const failed = await service.settled(poisoned);
  expect(failed.status).toBe('failed');
  expect(failed.error).toMatch(/stopped unexpectedly/);
  expect(failed.errorDetails).toEqual({ code: 'engineCrashed', attempts: 2, stage: 'restoring' });
  expect(failed.stages.map((stage: { status: string }) => stage.status)).toEqual([
    'complete',
    'complete',
    'failed',
    'queued',
  ]);
  expect((await service.settled(sound)).status).toBe('complete');
  expect(engine.started()).toBe(3);
  expect((await service.post(DEFAULT_PATHS.generationDownload, poisoned)).status).toBe(409);
  // The generation can be started again on the same project.
  const again = await service.post(START, { apiProjectId: poisoned.apiProjectId });
  expect(again.status).toBe(200);
});

test("media that can't be restored fails at once, with a message and without paths", async () => {
  const engine = createFakeEngine(() => ({ kind: 'refuse', code: 'mediaNoSound' }));
  const service = await startService({ spawn: engine.spawn });
  const failed = await service.settled(await startOne(service));
  expect(failed).toMatchObject({ status: 'failed', error: 'The uploaded medium has no sound stream.' });
  expect(JSON.stringify(failed)).not.toContain(service.dataDirectory);
  expect(engine.started()).toBe(1);
});

test('a hanging engine is stopped, retried, and then given up', async () => {
  const clock = movableClock();
  const engine = createFakeEngine(() => ({ kind: 'hang' }));
  const service = await startService({ spawn: engine.spawn, clock });
  const ids = await startOne(service);
  for (const started of [1, 2]) {
    await until(async () => {
      const { body } = await service.post(DEFAULT_PATHS.generationProgress, ids);
      return engine.started() === started && body.stages[2].status === 'processing';
    });
    const ended = engine.alive() - 1;
    await until(() => {
      clock.move(30_000);
      return engine.alive() === ended || engine.started() > started;
    });
  }
  expect(await service.settled(ids)).toMatchObject({
    status: 'failed',
    errorDetails: { code: 'engineTimedOut', attempts: 2 },
  });
  expect(engine.alive()).toBe(0);
});

test("a store that can't be written for a while delays the result but does not lose it", async () => {
  let broken = true;
  const refused: string[] = [];
  function whileWhole<Values extends unknown[], Result>(name: string, write: (...values: Values) => Promise<Result>) {
    return async (...values: Values): Promise<Result> => {
      if (!broken) return write(...values);
      refused.push(name);
      throw new Error('database or disk is full');
    };
  }
  function refusedClaim(): never {
    refused.push('claim');
    throw new Error('database is locked');
  }
  const { clock, engine, folder, store, stored } = await dispatchOneGeneration({
    change: (generations) => ({
      ...generations,
      complete: whileWhole('complete', generations.complete),
      countFailure: whileWhole('countFailure', generations.countFailure),
      requeue: whileWhole('requeue', generations.requeue),
      claimNext: async (now) => (refused.length === 0 && broken ? refusedClaim() : generations.claimNext(now)),
    }),
  });
  const outputs = path.join(folder, 'gen_1', 'audio');
  await until(() => {
    clock.move(5000);
    return existsSync(outputs) && refused.length >= 5;
  });
  expect(refused.slice(0, 5)).toEqual(['claim', 'complete', 'countFailure', 'countFailure', 'countFailure']);
  expect((await stored())?.status).toBe('processing');

  broken = false;
  await until(async () => {
    clock.move(5000);
    return (await stored())?.status === 'complete';
  });
  expect(engine.started()).toBe(2);
  expect(await store.generations.findOutput('gen_1', 'mp3')).toMatchObject({ bytes: 4 });
});

test('no more engines run than allowed, and every generation gets its turn', async () => {
  let most = 0;
  const engine = createFakeEngine(() => {
    most = Math.max(most, engine.alive());
    return { kind: 'copy' };
  });
  const service = await startService({ spawn: engine.spawn, configuration: { concurrency: 2 } });
  const { apiProjectId } = await service.uploadedProject('samples');
  const started = await Promise.all(Array.from({ length: 9 }, () => service.post(START, { apiProjectId })));
  for (const { body } of started) expect((await service.settled(body)).status).toBe('complete');
  expect(most).toBe(2);
  expect(engine.started()).toBe(2);
});

test('a video is reported as one while it is processed', async () => {
  const engine = createFakeEngine(() => ({ kind: 'hang' }));
  const service = await startService({ spawn: engine.spawn });
  const ids = await startOne(service, 'samples', 'talk.mp4');
  await until(
    async () => (await service.post(DEFAULT_PATHS.generationProgress, ids)).body.stages[2].status === 'processing',
  );
  const { body } = await service.post(DEFAULT_PATHS.generationProgress, ids);
  expect(body).toMatchObject({ status: 'processing', hasVideo: true, error: null });
  expect(body.progress).toBeGreaterThan(0.4);
  expect(body.progress).toBeLessThan(0.6);
});

test('work of a stopped service is queued again and finished by the next one', async () => {
  const hanging = createFakeEngine(() => ({ kind: 'hang' }));
  const first = await startService({ spawn: hanging.spawn });
  const running = await startOne(first);
  const waiting = await startOne(first);
  await until(async () => (await statusOf(first, running)) === 'processing');
  expect(await statusOf(first, waiting)).toBe('queued');
  await first.close();
  expect(hanging.alive()).toBe(0);

  const working = createFakeEngine();
  const second = await startService({ dataDirectory: first.dataDirectory, spawn: working.spawn });
  for (const ids of [running, waiting]) {
    expect((await second.settled(ids, first.apiKey)).status).toBe('complete');
  }
  expect(working.started()).toBe(1);
  const folders = await readdir(path.join(first.dataDirectory, 'media', running.apiProjectId));
  expect(folders.filter((name) => name.endsWith('.work'))).toEqual([]);
});

test('it closes quickly at any moment', { tags: 'long' }, async () => {
  const dataDirectory = await temporaryFolder();
  const engine = createFakeEngine(() => ({ kind: 'hang' }));
  let apiKey = '';
  for (let round = 0; round < 12; round++) {
    const service = await startService({ dataDirectory, spawn: engine.spawn, configuration: { concurrency: 2 } });
    apiKey ||= service.apiKey;
    const { apiProjectId } = await service.uploadedProject('samples', 'take.wav', apiKey);
    await service.post(START, { apiProjectId }, apiKey);
    await systemClock.sleep(round * 2);
    const began = performance.now();
    await service.close();
    expect(performance.now() - began).toBeLessThan(2000);
    expect(engine.alive()).toBe(0);
  }
});
