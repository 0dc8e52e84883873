/** Keys that are confined to certain projects. */

import { expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '../../../../shared/service-api/operations/all.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { editStore, makeKey, makeUser } from '../../../harness/service/accounts.ts';
import { startService, temporaryFolder } from '../../../harness/service/test-service.ts';

const START = DEFAULT_PATHS.startGeneration;

async function twoProjects(dataDirectory?: string) {
  const service = await startService(dataDirectory === undefined ? {} : { dataDirectory });
  const inside = await service.uploadedProject('one', 'inside.wav');
  const outside = await service.uploadedProject('two', 'outside.wav');
  const { body: generation } = await service.post(START['service-2'], { apiProjectId: outside.apiProjectId });
  await service.settled(generation);
  const confined = await makeKey(service, { resourceBounds: { apiProjectIds: [inside.apiProjectId] } });
  return { service, inside, outside, generation, confined };
}

test('a bound key can do everything with its project', async () => {
  const { service, inside, confined } = await twoProjects();
  const post = (route: string, body: unknown) => service.post(route, body, confined.key);
  const { apiProjectId } = inside;
  for (const path of Object.values(START)) {
    const started = await post(path, { apiProjectId });
    expect(started.status).toBe(200);
    expect((await service.settled(started.body, confined.key)).status).toBe('complete');
    expect((await post(DEFAULT_PATHS.generationDownload, started.body)).status).toBe(200);
    expect((await post(LOCAL_PATHS.cancelGeneration, started.body)).status).toBe(409);
  }
  const listed = await post(DEFAULT_PATHS.listGenerations, { apiProjectId });
  expect(listed.body.generations).toHaveLength(2);
});

test('every other project is 404 in every call, like an unknown one', async () => {
  const { service, outside, generation, confined } = await twoProjects();
  const { apiProjectId } = outside;
  const { generationId } = generation;
  const calls = OPERATIONS.filter(({ body }) => body instanceof z.ZodObject && 'apiProjectId' in body.shape);
  expect(calls.map(({ path }) => path)).toEqual(
    expect.arrayContaining([...Object.values(START), DEFAULT_PATHS.generationProgress, LOCAL_PATHS.cancelGeneration]),
  );
  for (const { path } of calls) {
    const refused = await service.post(path, { apiProjectId, generationId }, confined.key);
    const unknown = await service.post(path, { apiProjectId: 'prj_0', generationId }, confined.key);
    expect([path, refused.status, refused.body]).toEqual([
      path,
      404,
      { ...unknown.body, requestId: expect.any(String) },
    ]);
  }
  // The same calls of a key that is not confined are answered.
  expect((await service.post(DEFAULT_PATHS.generationProgress, generation)).status).toBe(200);
  const listed = await service.post(DEFAULT_PATHS.listGenerations, { apiProjectId });
  expect(listed.body.generations).toHaveLength(1);
});

test('it lists only its projects and creates none', async () => {
  const { service, inside, confined } = await twoProjects();
  const names = async (key: string) =>
    (await service.post(DEFAULT_PATHS.listProjects, {}, key)).body.projects.map(
      ({ apiProjectId }: { apiProjectId: string }) => apiProjectId,
    );
  expect(await names(confined.key)).toEqual([inside.apiProjectId]);
  expect(await names(service.apiKey)).toHaveLength(2);
  const created = await service.post(
    DEFAULT_PATHS.createProject,
    { originalFileName: 'a.wav', contentType: 'audio/wav' },
    confined.key,
  );
  expect(created.status).toBe(403);
  expect(await names(service.apiKey)).toHaveLength(2);
});

test("bounds to another user's project open nothing", async () => {
  const { service, inside } = await twoProjects();
  const ada = await makeUser(service, 'Ada');
  const key = await makeKey(service, { userId: ada.userId, resourceBounds: { apiProjectIds: [inside.apiProjectId] } });
  const { apiProjectId } = inside;
  expect((await service.post(START['service-2'], { apiProjectId }, key.key)).status).toBe(404);
  expect((await service.post(DEFAULT_PATHS.listProjects, {}, key.key)).body).toEqual({ projects: [] });
});

test('a key bound to no project reaches none, and unreadable bounds do the same', async () => {
  const dataDirectory = await temporaryFolder();
  const { service, confined } = await twoProjects(dataDirectory);
  const none = await makeKey(service, { resourceBounds: { apiProjectIds: [] } });
  const list = async (key: string) => (await service.post(DEFAULT_PATHS.listProjects, {}, key)).body.projects.length;
  expect([await list(none.key), await list(confined.key)]).toEqual([0, 1]);
  const bounds = '{"something":"of a later version"}';
  editStore({ dataDirectory }, 'update keys set resource_bounds = ? where key_id = ?', bounds, confined.keyId);
  // The service reads its keys again once it has written something itself.
  await makeKey(service);
  expect(await list(confined.key)).toBe(0);
});
