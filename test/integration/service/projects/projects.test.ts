import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import * as schema from '../../../../electron/service/store/sqlite/schema/all.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { createFakeEngine, FAKE_DURATION_SECONDS } from '../../../harness/engine/fake-engine.ts';
import { postJson, readAnswer, startService } from '../../../harness/service/test-service.ts';

const START = DEFAULT_PATHS.startGeneration['service-2'];

test('a created project says where and how to upload', async () => {
  const service = await startService();
  const { status, body } = await service.post(DEFAULT_PATHS.createProject, {
    originalFileName: 'Täke "1" 🎙.wav',
    contentType: 'audio/wav',
    fileFormat: 'wav',
    params: { source: 'desk', notes: 'none' },
    something: 'else',
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    apiProjectId: expect.stringMatching(/^prj_[0-9a-f]{32}$/),
    status: 'created',
    originalFileName: 'Täke "1" 🎙.wav',
    uploadUrl: expect.stringContaining(`${service.baseUrl}/`),
    uploadMethod: 'PUT',
    contentType: 'audio/wav',
  });
});

test.each([
  [{}, 'originalFileName'],
  [{ originalFileName: 'a.wav' }, 'contentType'],
  [{ originalFileName: '', contentType: 'audio/wav' }, 'originalFileName'],
  [{ originalFileName: 'a.wav', contentType: 'audio/wav\r\nx: y' }, 'contentType'],
  [{ originalFileName: 'a.wav', contentType: 'audio/wav', params: [] }, 'params'],
])('a project cannot be created from %j', async (body, field) => {
  const service = await startService();
  const answer = await service.post(DEFAULT_PATHS.createProject, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toContain(field);
});

test('nothing starts before the upload', async () => {
  const service = await startService();
  const { apiProjectId } = await service.createProject();
  const answer = await service.post(START, { apiProjectId });
  expect(answer.status).toBe(409);
  expect(answer.body.error).toEqual(expect.any(String));
});

test('unknown and malformed ids are 404, missing ones 400', async () => {
  const service = await startService();
  const { apiProjectId } = await service.uploadedProject('samples');
  const other = await service.uploadedProject('samples');
  const { body: generation } = await service.post(START, { apiProjectId });
  for (const unknown of ['prj_00000000000000000000000000000000', '../../etc/passwd', 'x', '☃', "' or 1=1"]) {
    const generationId = unknown;
    expect((await service.post(START, { apiProjectId: unknown })).status).toBe(404);
    expect((await service.post(DEFAULT_PATHS.listGenerations, { apiProjectId: unknown })).status).toBe(404);
    for (const route of [DEFAULT_PATHS.generationProgress, DEFAULT_PATHS.generationDownload]) {
      expect((await service.post(route, { apiProjectId, generationId })).status).toBe(404);
      expect((await service.post(route, { ...generation, apiProjectId: unknown })).status).toBe(404);
    }
  }
  for (const route of [DEFAULT_PATHS.generationProgress, DEFAULT_PATHS.generationDownload]) {
    const wrongProject = { ...generation, apiProjectId: other.apiProjectId };
    expect((await service.post(route, wrongProject)).status).toBe(404);
    expect((await service.post(route, { apiProjectId })).status).toBe(400);
    expect((await service.post(route, { ...generation, generationId: 7 })).status).toBe(400);
  }
  expect((await service.post(START, {})).status).toBe(400);
  expect((await service.post(DEFAULT_PATHS.listGenerations, {})).status).toBe(400);
  expect((await postJson(`${service.baseUrl}/v1/nothing`, {}, service.apiKey)).status).toBe(404);
});

test('a download before completion is 409, one of an unknown type 400', async () => {
  const service = await startService({ spawn: createFakeEngine(() => ({ kind: 'hang' })).spawn });
  const { apiProjectId } = await service.uploadedProject('samples');
  const { body: generation } = await service.post(START, { apiProjectId });
  expect((await service.post(DEFAULT_PATHS.generationDownload, generation)).status).toBe(409);
  const unknown = await service.post(DEFAULT_PATHS.generationDownload, { ...generation, downloadType: 'tape' });
  expect(unknown.status).toBe(400);
});

test('a project lists its generations of both models, oldest first', async () => {
  const service = await startService();
  const { apiProjectId } = await service.uploadedProject('samples');
  expect((await service.post(DEFAULT_PATHS.listGenerations, { apiProjectId })).body).toEqual({ generations: [] });
  const first = await service.post(START, {
    apiProjectId,
    sampling: { preset: 'gentle', other: 1 },
    params: { a: 'b' },
  });
  const second = await service.post(DEFAULT_PATHS.startGeneration['service-3.5'], { apiProjectId });
  await service.settled(first.body);
  await service.settled(second.body);
  expect((await service.post(DEFAULT_PATHS.listGenerations, { apiProjectId })).body).toEqual({
    generations: [
      { generationId: first.body.generationId, status: 'complete', modelKey: 'service-2' },
      { generationId: second.body.generationId, status: 'complete', modelKey: 'service-3.5' },
    ],
  });
});

test("a key never sees another user's data", async () => {
  const service = await startService({ startKey: 'built-in-key' });
  const { apiProjectId } = await service.uploadedProject('samples', 'a.wav', 'built-in-key');
  const { body: generation } = await service.post(START, { apiProjectId }, 'built-in-key');
  await service.settled(generation, 'built-in-key');
  await service.close();

  const other = await startService({ dataDirectory: service.dataDirectory });
  for (const key of [other.apiKey, other.adminKey]) {
    expect((await other.post(DEFAULT_PATHS.listProjects, {}, key)).body).toEqual({ projects: [] });
    for (const [route, body] of [
      [START, { apiProjectId }],
      [DEFAULT_PATHS.listGenerations, { apiProjectId }],
      [DEFAULT_PATHS.generationProgress, generation],
      [DEFAULT_PATHS.generationDownload, generation],
    ] as const) {
      expect([route, (await other.post(route, body, key)).status]).toEqual([route, 404]);
    }
  }
});

test('an idempotency key gives the same generation for the same request, and refuses another', async () => {
  const engine = createFakeEngine();
  const service = await startService({ spawn: engine.spawn });
  const { apiProjectId } = await service.uploadedProject('samples');
  const start = async (body: object, route = START) => {
    const response = await fetch(`${service.baseUrl}${route}`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'idempotency-key': 'attempt-1' },
      body: JSON.stringify(body),
    });
    return readAnswer(response);
  };
  const answers = await Promise.all([1, 2, 3].map(() => start({ apiProjectId, params: { a: 1, b: 2 } })));
  const again = await start({ params: { b: 2, a: 1 }, apiProjectId });
  const ids = new Set([...answers, again].map((answer) => answer.body.generationId));
  expect(ids.size).toBe(1);
  await service.settled({ apiProjectId, generationId: again.body.generationId });
  expect(engine.started()).toBe(1);
  expect((await start({ apiProjectId, params: { a: 1 } })).status).toBe(422);
  expect(
    (await start({ apiProjectId, params: { a: 1, b: 2 } }, DEFAULT_PATHS.startGeneration['service-3.5'])).status,
  ).toBe(422);
  // Without the header every request is a new generation.
  await service.post(START, { apiProjectId });
  await service.post(START, { apiProjectId });
  const listed = await service.post(DEFAULT_PATHS.listGenerations, { apiProjectId });
  expect(listed.body.generations).toHaveLength(3);
});

test('without a paid plan nothing starts, and the code says why', async () => {
  const service = await startService();
  const { apiProjectId } = await service.uploadedProject('samples');
  const database = openDatabase({ path: path.join(service.dataDirectory, 'service.sqlite'), schema });
  database.raw.prepare(`update users set tier = 'free'`).run();
  database.close();
  const answer = await service.post(START, { apiProjectId });
  expect(answer.status).toBe(403);
  expect(answer.body.code).toBe('paidPlanRequired');
});

test('completed generations are metered once, failed ones never', async () => {
  const engine = createFakeEngine((_process, text) =>
    text === 'noise' ? { kind: 'refuse', code: 'mediaNoSound' } : { kind: 'copy' },
  );
  const service = await startService({
    spawn: engine.spawn,
    configuration: { prices: { 'service-2': 100, 'service-3.5': 250 } },
  });
  const good = await service.uploadedProject('speech');
  const bad = await service.uploadedProject('noise');
  for (const { apiProjectId } of [good, bad]) {
    const { body } = await service.post(DEFAULT_PATHS.startGeneration['service-3.5'], { apiProjectId });
    await service.settled(body);
  }
  await service.close();
  const database = openDatabase({
    path: path.join(service.dataDirectory, 'service.sqlite'),
    schema,
    casing: 'snake_case',
  });
  const rows = database.orm.select().from(schema.usage).all();
  database.close();
  expect(FAKE_DURATION_SECONDS).toBe(75.5);
  expect(rows).toMatchObject([{ model: 'service-3.5', billableSeconds: 76, pricePerSecond: 250, amount: 19_000 }]);
});
