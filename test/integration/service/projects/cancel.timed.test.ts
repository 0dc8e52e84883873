import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { spawnNodeHelper } from '../../../../electron/hosts/common/processes/node-helpers.ts';
import type { SpawnHelper } from '../../../../electron/platform/processes/helper-process.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { generateWav } from '../../../harness/service/generated-media.ts';
import { dispatchOneGeneration, type OneGenerationOptions } from '../../../harness/service/one-generation.ts';
import { startService, type TestService } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const START = DEFAULT_PATHS.startGeneration['service-2'];

interface Ids {
  readonly apiProjectId: string;
  readonly generationId: string;
}

async function startOne(service: TestService, medium: string | Uint8Array = 'samples'): Promise<Ids> {
  const { apiProjectId } = await service.uploadedProject(medium);
  const { body } = await service.post(START, { apiProjectId });
  return { apiProjectId, generationId: body.generationId };
}

const cancel = (service: TestService, ids: Ids, key?: string | null) =>
  service.post(LOCAL_PATHS.cancelGeneration, ids, key);
const progressOf = async (service: TestService, ids: Ids) =>
  (await service.post(DEFAULT_PATHS.generationProgress, ids)).body;

/** Resolves once the engine is at the restoration itself. */
/** On a crowded machine it takes so long that some of the questions are refused as too many. */
const restoring = (service: TestService, ids: Ids) =>
  until(async () => (await progressOf(service, ids)).stages?.[2].status === 'processing');

/** Ids of the generations that the meter has, sorted. */
function metered(dataDirectory: string): unknown[] {
  const database = new Database(path.join(dataDirectory, 'service.sqlite'), { readonly: true });
  try {
    return database.prepare('SELECT generation_id FROM usage ORDER BY generation_id').pluck().all();
  } finally {
    database.close();
  }
}

const CANCELLED = { status: 'failed', error: 'Cancelled.', errorDetails: { code: 'cancelled' } };

test('a cancelled generation in the queue fails, never runs and is not metered', async () => {
  const engine = createFakeEngine((_process, text) => ({ kind: text === 'long' ? 'hang' : 'copy' }));
  const service = await startService({ spawn: engine.spawn });
  const long = await startOne(service, 'long');
  const waiting = await startOne(service);
  const behind = await startOne(service);
  await restoring(service, long);
  const answer = await cancel(service, waiting);
  expect(answer).toMatchObject({ status: 200, body: { ...waiting, modelKey: 'service-2', ...CANCELLED } });
  expect(await progressOf(service, waiting)).toMatchObject(CANCELLED);
  expect(engine.alive()).toBe(1);
  await cancel(service, long);
  expect((await service.settled(behind)).status).toBe('complete');
  expect(engine.started()).toBe(2);
  expect(metered(service.dataDirectory)).toEqual([behind.generationId]);
});

test('a cancelled generation in progress loses its engine at once, is not retried, and frees its slot', async () => {
  const engine = createFakeEngine((_process, text) => ({ kind: text === 'long' ? 'hang' : 'copy' }));
  const service = await startService({ spawn: engine.spawn });
  const long = await startOne(service, 'long');
  const behind = await startOne(service);
  await restoring(service, long);
  expect(await cancel(service, long)).toMatchObject({ status: 200, body: CANCELLED });
  expect((await service.settled(behind)).status).toBe('complete');
  expect(engine.started()).toBe(2);
  // The one that stays is warm: it may restore the next recording.
  expect(engine.alive()).toBe(1);
  expect(metered(service.dataDirectory)).toEqual([behind.generationId]);
  const left = await readdir(path.join(service.dataDirectory, 'media', long.apiProjectId));
  expect(left).toEqual(['medium.wav']);
  // The medium is still there: the same project can be restored after all.
  expect((await service.post(START, { apiProjectId: long.apiProjectId })).status).toBe(200);
});

test('cancelling again, also at the same moment, answers the same', async () => {
  const engine = createFakeEngine(() => ({ kind: 'hang' }));
  const service = await startService({ spawn: engine.spawn });
  const ids = await startOne(service);
  await restoring(service, ids);
  const answers = await Promise.all([cancel(service, ids), cancel(service, ids)]);
  answers.push(await cancel(service, ids));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: CANCELLED });
  expect(engine.started()).toBe(1);
});

test('a finished generation answers 409, an unknown one 404, and a key is required', async () => {
  const engine = createFakeEngine((_process, text) =>
    text === 'mute' ? { kind: 'refuse', code: 'mediaNoSound' } : { kind: 'copy' },
  );
  const service = await startService({ spawn: engine.spawn });
  const complete = await startOne(service);
  const failed = await startOne(service, 'mute');
  await service.settled(failed);
  for (const ids of [complete, failed]) {
    const before = await progressOf(service, ids);
    expect(await cancel(service, ids)).toMatchObject({ status: 409, body: { code: 'alreadyOver' } });
    expect(await progressOf(service, ids)).toEqual(before);
  }
  const download = await service.post(DEFAULT_PATHS.generationDownload, complete);
  expect((await fetch(download.body.downloadUrl)).status).toBe(200);
  expect((await cancel(service, { ...complete, generationId: 'gen_other' })).status).toBe(404);
  expect((await cancel(service, { ...complete, apiProjectId: failed.apiProjectId })).status).toBe(404);
  expect((await cancel(service, complete, null)).status).toBe(401);
  expect((await service.post(LOCAL_PATHS.cancelGeneration, { generationId: complete.generationId })).status).toBe(400);
});

test('a generation cancelled at any moment is either complete and metered, or neither', { tags: 'long' }, async () => {
  const engine = createFakeEngine();
  const service = await startService({ spawn: engine.spawn, configuration: { concurrency: 2 } });
  const { apiProjectId } = await service.uploadedProject('samples');
  const completed: string[] = [];
  const dropped: string[] = [];
  for (let round = 0; round < 40; round++) {
    const { body } = await service.post(START, { apiProjectId });
    const ids = { apiProjectId, generationId: body.generationId };
    await systemClock.sleep((round % 20) * 1.5);
    const { status } = await cancel(service, ids);
    const progress = await service.settled(ids);
    expect(progress.status).toBe(status === 200 ? 'failed' : 'complete');
    if (status === 200) expect(progress).toMatchObject(CANCELLED);
    (status === 200 ? dropped : completed).push(ids.generationId);
  }
  expect(dropped.length).toBeGreaterThan(0);
  expect(metered(service.dataDirectory)).toEqual(completed.sort());
  const left = await readdir(path.join(service.dataDirectory, 'media', apiProjectId));
  expect(left.filter((name) => name.startsWith('gen')).sort()).toEqual(completed);
});

/** The store writes the completion of the one generation when `before` is over. */
const completing =
  (before: () => Promise<void>): NonNullable<OneGenerationOptions['change']> =>
  (generations) => ({
    ...generations,
    complete: async (...values) => {
      await before();
      return generations.complete(...values);
    },
  });

test('a completion after the cancellation changes nothing, and its files are removed', async () => {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const onComplete = () => {
    reached.resolve();
    return gate.promise;
  };
  const scene = await dispatchOneGeneration({ change: completing(onComplete) });
  await reached.promise;
  expect(existsSync(path.join(scene.folder, 'gen_1', 'audio'))).toBe(true);
  const cancelling = scene.dispatcher.cancel(scene.generation);
  await until(async () => (await scene.stored())?.status === 'failed');
  gate.resolve();
  expect(await cancelling).toBe(true);
  expect(await scene.stored()).toMatchObject(CANCELLED);
  expect(scene.told).toEqual(['queued', 'processing', 'failed']);
  expect(existsSync(path.join(scene.folder, 'gen_1'))).toBe(false);
  expect(metered(scene.dataDirectory)).toEqual([]);
});

test('a generation cancelled before its retry ends at once and never runs again', async () => {
  const scene = await dispatchOneGeneration({
    change: completing(() => Promise.reject(new Error('database or disk is full'))),
  });
  await until(() => existsSync(path.join(scene.folder, 'gen_1', 'audio')));
  await systemClock.sleep(20);
  const began = performance.now();
  expect(await scene.dispatcher.cancel(scene.generation)).toBe(true);
  expect(performance.now() - began).toBeLessThan(1000);
  scene.clock.move(60_000);
  await systemClock.sleep(50);
  expect(await scene.stored()).toMatchObject(CANCELLED);
  expect(scene.engine.started()).toBe(1);
  expect(scene.told).toEqual(['queued', 'processing', 'failed']);
});

test('a generation cancelled while its engine crashes is not retried', async () => {
  const engine = createFakeEngine(() => ({ kind: 'crash' }));
  const cancelled = Promise.withResolvers<boolean>();
  const scene = await dispatchOneGeneration({
    engine,
    spawn: (...values) => {
      const helper = engine.spawn(...values);
      helper.onExit(() => void scene.dispatcher.cancel(scene.generation).then(cancelled.resolve));
      return helper;
    },
  });
  expect(await cancelled.promise).toBe(true);
  expect(await scene.stored()).toMatchObject(CANCELLED);
  expect(engine.started()).toBe(1);
  expect(scene.told).toEqual(['queued', 'processing', 'failed']);
});

test('a running restoration stops at once, not at its end, and the queue continues', { tags: 'long' }, async () => {
  const ends: number[] = [];
  const spawn: SpawnHelper = (entry, environment) => {
    const helper = spawnNodeHelper(entry, environment);
    helper.onExit(() => ends.push(performance.now()));
    return helper;
  };
  const service = await startService({ spawn });
  const long = await startOne(service, generateWav({ seconds: 600, sampleRate: 16_000, channels: 1 }));
  const behind = await startOne(service, generateWav({ seconds: 1, sampleRate: 16_000, channels: 1 }));
  await restoring(service, long);
  const began = performance.now();
  const answer = await cancel(service, long);
  await until(() => ends.length > 0);
  // Half a second on a quiet machine; the whole recording would take many times this bound.
  expect((ends[0] ?? Number.POSITIVE_INFINITY) - began).toBeLessThan(3000);
  expect(answer).toMatchObject({ status: 200, body: CANCELLED });
  expect(await readdir(path.join(service.dataDirectory, 'media', long.apiProjectId))).toEqual(['medium.wav']);
  expect((await service.settled(behind, undefined, 50_000)).status).toBe('complete');
});
