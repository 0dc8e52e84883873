import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import * as schema from '../../../../electron/service/store/sqlite/schema/all.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { keptLog, postJson, startService, temporaryFolder } from '../../../harness/service/test-service.ts';

test('a body over one mebibyte is refused', async () => {
  const service = await startService();
  const answer = await service.post(DEFAULT_PATHS.createProject, { originalFileName: 'x'.repeat(1024 * 1024) });
  expect(answer.status).toBe(413);
});

test('nesting that would exhaust the stack is refused', async () => {
  const { baseUrl, apiKey } = await startService();
  const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
  const response = await fetch(`${baseUrl}${DEFAULT_PATHS.createProject}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: `{"originalFileName":"a.wav","contentType":"audio/wav","params":${deep}}`,
  });
  expect(response.status).toBe(400);
});

test('the first start of a folder creates an admin key and its child, later starts none', async () => {
  const first = await startService();
  expect(first.createdKeys).toEqual({ adminKey: expect.any(String), apiKey: expect.any(String) });
  const list = (baseUrl: string, key: string) => postJson(`${baseUrl}${DEFAULT_PATHS.listProjects}`, {}, key);
  expect((await list(first.baseUrl, first.adminKey)).status).toBe(200);
  await first.close();

  const second = await startService({ dataDirectory: first.dataDirectory });
  expect(second.createdKeys).toBeNull();
  expect((await list(second.baseUrl, first.adminKey)).status).toBe(200);
  expect((await list(second.baseUrl, first.apiKey)).status).toBe(200);

  const database = openDatabase({
    path: path.join(first.dataDirectory, 'service.sqlite'),
    schema,
    casing: 'snake_case',
  });
  const keys = database.orm.select().from(schema.keys).all();
  const users = database.orm.select().from(schema.users).all();
  database.close();
  expect(users).toMatchObject([{ tier: 'developer' }]);
  const [admin, child] = keys;
  expect(admin).toMatchObject({ role: 'admin', status: 'active', parentKeyId: null, rotatedAt: null, revokedAt: null });
  expect(child).toMatchObject({ role: 'scoped', status: 'active', parentKeyId: admin?.keyId, userId: admin?.userId });
  expect(child?.scopes).toEqual(expect.arrayContaining(['projects:write', 'generations:read', 'generations:write']));
  expect(child?.scopes).not.toContain('admin');
  expect(first.apiKey.startsWith(child?.keyPrefix ?? '?')).toBe(true);
  expect(first.apiKey.length - (child?.keyPrefix.length ?? 0)).toBeGreaterThan(30);
});

test('a start key is valid for its run alone, and its account stays the same', async () => {
  const first = await startService({ startKey: 'run-one' });
  expect(first.createdKeys).toBeNull();
  await first.uploadedProject('samples', 'mine.wav', 'run-one');
  await first.close();

  const second = await startService({ dataDirectory: first.dataDirectory, startKey: 'run-two' });
  expect((await second.post(DEFAULT_PATHS.listProjects, {}, 'run-one')).status).toBe(401);
  const { body } = await second.post(DEFAULT_PATHS.listProjects, {}, 'run-two');
  expect(body.projects).toMatchObject([{ originalFileName: 'mine.wav' }]);
  await second.close();

  // The keys of the folder belong to somebody else, who sees nothing of it.
  const alone = await startService({ dataDirectory: first.dataDirectory });
  expect(alone.createdKeys).not.toBeNull();
  expect((await alone.post(DEFAULT_PATHS.listProjects, {})).body).toEqual({ projects: [] });
  expect((await alone.post(DEFAULT_PATHS.listProjects, {}, 'run-two')).status).toBe(401);
});

test('no secret is written anywhere', async () => {
  const log = keptLog();
  const service = await startService({ log });
  const project = await service.uploadedProject('samples');
  await fetch(`${project.uploadUrl}0`, { method: 'PUT', body: 'x' });
  await service.post(DEFAULT_PATHS.listProjects, {}, `${service.apiKey}x`);
  await service.close();
  const builtIn = await startService({ dataDirectory: service.dataDirectory, log, startKey: 'start-key-canary' });
  await builtIn.post(DEFAULT_PATHS.listProjects, {}, 'start-key-canary');
  await builtIn.close();

  const signature = new URL(project.uploadUrl).searchParams.get('signature') ?? '?';
  const stored = await readFile(path.join(service.dataDirectory, 'service.sqlite'), 'latin1');
  for (const secret of [service.adminKey, service.apiKey, 'start-key-canary', signature]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(log.lines.join('\n')).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
});

test('plain HTTP is refused beyond this computer', async () => {
  await expect(startService({ host: '0.0.0.0' })).rejects.toThrow(/loopback/);
  await expect(startService({ host: '192.168.1.20' })).rejects.toThrow(/loopback/);
});

test('two services never work in one folder', async () => {
  const dataDirectory = await temporaryFolder();
  await startService({ dataDirectory });
  await expect(startService({ dataDirectory })).rejects.toMatchObject({ code: 'dataFolderBusy' });
});
