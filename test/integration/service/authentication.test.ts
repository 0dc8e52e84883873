import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../electron/platform/sqlite.ts';
import * as schema from '../../../electron/service/store/schema/all.ts';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import { keptLog, postJson, readAnswer, startService, temporaryFolder, uploadedProject } from './harness.ts';

const PATHS = [
  DEFAULT_PATHS.createProject,
  DEFAULT_PATHS.listProjects,
  DEFAULT_PATHS.startGeneration['service-2'],
  DEFAULT_PATHS.startGeneration['service-3.5'],
  DEFAULT_PATHS.generationProgress,
  DEFAULT_PATHS.generationDownload,
  DEFAULT_PATHS.listGenerations,
];

/** Changes rows behind the running service's back, as an administrator's endpoint would. */
function edit(folder: string, sql: string, ...values: unknown[]): void {
  const database = openDatabase({ path: path.join(folder, 'service.sqlite'), schema });
  try {
    database.raw.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

test.each(PATHS)('%s refuses every method but POST, before it looks at key or body', async (route) => {
  const { baseUrl } = await startService();
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'SEARCH']) {
    const response = await fetch(`${baseUrl}${route}`, {
      method,
      ...(method === 'PUT' ? { body: '{not json', headers: { 'content-type': 'application/json' } } : {}),
    });
    expect([method, response.status]).toEqual([method, 405]);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    if (method !== 'HEAD') expect((await readAnswer(response)).body.error).toContain('POST');
  }
});

test.each(PATHS)('%s answers a preflight with 204, headers and no body', async (route) => {
  const { baseUrl } = await startService();
  const response = await fetch(`${baseUrl}${route}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://desk.example', 'access-control-request-method': 'POST' },
  });
  expect(response.status).toBe(204);
  expect(await response.text()).toBe('');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-methods')).toContain('POST');
  expect(response.headers.get('access-control-allow-headers')).toContain('Xi-Api-Key');
});

test.each(PATHS)('%s asks for a key before it looks at the body', async (route) => {
  const { baseUrl } = await startService();
  for (const headers of [
    {},
    { authorization: 'Bearer ctk_wrong' },
    { 'x-api-key': '' },
    { authorization: 'Basic x' },
  ]) {
    const response = await fetch(`${baseUrl}${route}`, { method: 'POST', headers, body: '{not json' });
    expect(response.status).toBe(401);
    expect((await readAnswer(response)).body).toEqual({ error: expect.any(String) });
  }
});

test.each(PATHS)('%s wants JSON', async (route) => {
  const { baseUrl, apiKey } = await startService();
  for (const body of ['', '{not json', '[]', '"text"', 'null', '{"__proto__":{}}', '['.repeat(100_000)]) {
    const response = await fetch(`${baseUrl}${route}`, { method: 'POST', headers: { 'x-api-key': apiKey }, body });
    expect([body.slice(0, 20), response.status]).toEqual([body.slice(0, 20), 400]);
  }
});

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

test('each of the three headers carries the key', async () => {
  const { baseUrl, apiKey } = await startService();
  for (const [name, value] of [
    ['Authorization', `Bearer ${apiKey}`],
    ['authorization', `bearer ${apiKey}`],
    ['X-Api-Key', apiKey],
    ['Xi-Api-Key', apiKey],
  ] as const) {
    const response = await fetch(`${baseUrl}${DEFAULT_PATHS.listProjects}`, {
      method: 'POST',
      headers: { [name]: value },
      body: '{}',
    });
    expect([name, response.status]).toEqual([name, 200]);
  }
});

test('keys that are not active, and keys without the permission, answer 403', async () => {
  const dataDirectory = await temporaryFolder();
  const service = await startService({ dataDirectory });
  const list = () => service.post(DEFAULT_PATHS.listProjects, {});
  expect((await list()).status).toBe(200);
  for (const status of ['inactive', 'revoked']) {
    edit(dataDirectory, `update keys set status = ? where role = 'scoped'`, status);
    expect([status, (await list()).status]).toEqual([status, 403]);
  }
  edit(dataDirectory, `update keys set status = 'active', scopes = '["projects:read"]' where role = 'scoped'`);
  expect((await list()).status).toBe(200);
  for (const route of PATHS.filter((one) => one !== DEFAULT_PATHS.listProjects)) {
    // The permission is looked at before the body.
    const response = await fetch(`${service.baseUrl}${route}`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey },
      body: '{not json',
    });
    expect([route, response.status]).toEqual([route, 403]);
  }
});

test('the first start of a folder creates an admin key and its child, later starts none', async () => {
  const dataDirectory = await temporaryFolder();
  const first = await startService({ dataDirectory });
  expect(first.createdKeys).toEqual({ adminKey: expect.any(String), apiKey: expect.any(String) });
  const list = (baseUrl: string, key: string) => postJson(`${baseUrl}${DEFAULT_PATHS.listProjects}`, {}, key);
  expect((await list(first.baseUrl, first.adminKey)).status).toBe(200);
  await first.close();

  const second = await startService({ dataDirectory });
  expect(second.createdKeys).toBeNull();
  expect((await list(second.baseUrl, first.adminKey)).status).toBe(200);
  expect((await list(second.baseUrl, first.apiKey)).status).toBe(200);

  const database = openDatabase({ path: path.join(dataDirectory, 'service.sqlite'), schema, casing: 'snake_case' });
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
  const dataDirectory = await temporaryFolder();
  const first = await startService({ dataDirectory, startKey: 'run-one' });
  expect(first.createdKeys).toBeNull();
  await uploadedProject(first.post, 'samples', 'mine.wav', 'run-one');
  await first.close();

  const second = await startService({ dataDirectory, startKey: 'run-two' });
  expect((await second.post(DEFAULT_PATHS.listProjects, {}, 'run-one')).status).toBe(401);
  const { body } = await second.post(DEFAULT_PATHS.listProjects, {}, 'run-two');
  expect(body.projects).toMatchObject([{ originalFileName: 'mine.wav' }]);
  await second.close();

  // The keys of the folder belong to somebody else, who sees nothing of it.
  const alone = await startService({ dataDirectory });
  expect(alone.createdKeys).not.toBeNull();
  expect((await alone.post(DEFAULT_PATHS.listProjects, {})).body).toEqual({ projects: [] });
  expect((await alone.post(DEFAULT_PATHS.listProjects, {}, 'run-two')).status).toBe(401);
});

test('no secret is written anywhere', async () => {
  const dataDirectory = await temporaryFolder();
  const log = keptLog();
  const service = await startService({ dataDirectory, log });
  const project = await uploadedProject(service.post, 'samples');
  await fetch(`${project.uploadUrl}0`, { method: 'PUT', body: 'x' });
  await service.post(DEFAULT_PATHS.listProjects, {}, `${service.apiKey}x`);
  await service.close();
  const builtIn = await startService({ dataDirectory, log, startKey: 'start-key-canary' });
  await builtIn.post(DEFAULT_PATHS.listProjects, {}, 'start-key-canary');
  await builtIn.close();

  const signature = new URL(project.uploadUrl).searchParams.get('signature') ?? '?';
  const stored = await readFile(path.join(dataDirectory, 'service.sqlite'), 'latin1');
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
