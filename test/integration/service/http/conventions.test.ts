import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { CallLimits } from '../../../../electron/service/http/limits/call-limits.ts';
import { createOpenApiDocument } from '../../../../electron/service/http/openapi/document.ts';
import { createEndpoints, type EndpointParts } from '../../../../electron/service/http/routes/endpoint.ts';
import { refuse } from '../../../../electron/service/rules/refusal.ts';
import { defineOperation } from '../../../../shared/service-api/operation.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { editStore, makeKey } from '../../../harness/service/accounts.ts';
import { keptLog, startService, type TestService } from '../../../harness/service/test-service.ts';

const { createProject, listProjects, listGenerations, startGeneration } = DEFAULT_PATHS;
const PROJECT = { originalFileName: 'take 1.wav', contentType: 'audio/wav' };
const MADE = /^req_[0-9a-f]{32}$/;

function call(service: TestService, path: string, headers: Readonly<Record<string, string>>, body: unknown = {}) {
  return fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** What a server answers to these bytes. */
function raw(baseUrl: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (piece) => {
      answer += piece;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

test('a request keeps the id that it came with; without one, or with one that does not fit, it gets another', async () => {
  const service = await startService();
  for (const id of ['abcd', 'run-7:call_1.retry', 'x'.repeat(64)]) {
    const answer = await call(service, listProjects, { 'x-request-id': id });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, id]);
  }
  const made = new Set<string | null>();
  for (const id of [undefined, '', 'abc', 'x'.repeat(65), 'a b c d', '<script>', 'one1, two2']) {
    const answer = await call(service, listProjects, id === undefined ? {} : { 'x-request-id': id });
    expect(answer.headers.get('x-request-id')).toMatch(MADE);
    made.add(answer.headers.get('x-request-id'));
  }
  expect(made.size).toBe(7);
});

test('every error names its request in header and body, whatever refused it', async () => {
  const service = await startService();
  const { baseUrl } = service;
  const id = { 'x-request-id': 'find-me' };
  const answers = [
    await call(service, listProjects, { ...id, authorization: 'Bearer wrong' }),
    await call(service, listGenerations, id, { apiProjectId: 'prj_0' }),
    await call(service, listGenerations, id, []),
    await fetch(baseUrl + listProjects, { method: 'GET', headers: id }),
    await fetch(`${baseUrl}/nothing`, { headers: id }),
    await fetch(`${baseUrl}/storage/uploads/prj_0`, { method: 'PUT', headers: id, body: 'x' }),
    await fetch(`${baseUrl}/%ff`, { headers: id }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers.get('x-request-id')).toBe('find-me');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ error: expect.any(String), requestId: 'find-me' });
  }
  for (const bytes of ['POST / HTTP/1.1\r\nX-Request-Id: find-me\r\nConnection: close\r\n\r\n', 'nonsense\r\n\r\n']) {
    const answer = await raw(baseUrl, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    // One of them comes in chunks.
    const { requestId } = JSON.parse(/\{.*\}/.exec(body)?.[0] ?? '');
    expect(requestId).toMatch(bytes.includes('find-me') ? /^find-me$/ : MADE);
    expect(head.toLowerCase()).toContain(`x-request-id: ${requestId}`);
  }
});

test('a fault of the service is in its log under the id of the request', async () => {
  const log = keptLog();
  const service = await startService({ log });
  editStore(service, 'drop table projects');
  const answer = await call(service, listProjects, { 'x-request-id': 'broken-one' });
  expect([answer.status, (await answer.json()).requestId]).toEqual([500, 'broken-one']);
  expect(log.lines.filter((line) => line.includes('broken-one'))).toHaveLength(1);
});

test('answers are never kept, and promise TLS only over TLS', async () => {
  const service = await startService();
  const made = await service.createProject();
  for (const answer of [
    await call(service, listProjects, {}),
    await fetch(made.uploadUrl, { method: 'HEAD' }),
    await service.post('/portal/keys/create', { label: 'One', role: 'scoped', scopes: ['read'] }, service.adminKey),
  ]) {
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.has('strict-transport-security')).toBe(false);
  }
});

test('a project is created once for an Idempotency-Key, whatever comes in between', async () => {
  const service = await startService({ configuration: { prices: { 'service-2': 1, 'service-3.5': 1 } } });
  const create = (key: string, body: object = PROJECT, headers = {}) =>
    call(service, createProject, { 'idempotency-key': key, ...headers }, body);
  const first = await (await create('batch 1')).json();
  const again = await create('batch 1');
  const repeated = await again.json();
  expect([again.status, repeated.apiProjectId]).toEqual([200, first.apiProjectId]);
  expect((await service.post(listProjects, {})).body.projects).toHaveLength(1);
  const headers = { 'content-type': 'audio/wav' };
  expect((await fetch(repeated.uploadUrl, { method: 'PUT', headers, body: 'samples' })).status).toBe(200);

  const other = await create('batch 1', { ...PROJECT, originalFileName: 'take 2.wav' });
  expect([other.status, (await other.json()).code]).toEqual([422, 'idempotencyKeyReused']);
  const { key } = await makeKey(service);
  expect((await create('batch 1', PROJECT, { authorization: `Bearer ${key}` })).status).toBe(422);
  expect((await create('x'.repeat(256))).status).toBe(400);
  expect((await (await create('batch 2')).json()).apiProjectId).not.toBe(first.apiProjectId);

  // Like a start, a repeated creation is answered although the account is on hold by now.
  await service.post('/portal/billing/hold', { hold: true }, service.adminKey);
  expect([(await create('batch 1')).status, (await create('batch 3')).status]).toEqual([200, 402]);
  await service.post('/portal/billing/hold', { hold: false }, service.adminKey);

  await service.post('/portal/projects/delete', { apiProjectId: first.apiProjectId });
  const anew = await (await create('batch 1')).json();
  expect(anew.apiProjectId).not.toBe(first.apiProjectId);
  expect((await (await create('batch 1')).json()).apiProjectId).toBe(anew.apiProjectId);
});

test('creations with one Idempotency-Key at the same time make one project', async () => {
  const service = await startService();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call(service, createProject, { 'idempotency-key': 'one' }, PROJECT)),
  );
  const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).apiProjectId));
  expect(new Set(ids).size).toBe(1);
});

test('projects are listed whole, or in pages that neither repeat nor pass over one while others come and go', async () => {
  const service = await startService();
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.push((await service.createProject()).apiProjectId);
  const list = async (body: object) => (await service.post(listProjects, body)).body;
  const idsOf = ({ projects }: { projects: { apiProjectId: string }[] }) => projects.map((one) => one.apiProjectId);
  const whole = await list({});
  expect([Object.keys(whole), idsOf(whole)]).toEqual([['projects'], ids]);

  const first = await list({ limit: 2 });
  expect([idsOf(first), typeof first.nextCursor]).toEqual([ids.slice(0, 2), 'string']);
  // The last of the page goes, and another comes.
  await service.post('/portal/projects/delete', { apiProjectId: ids[1] });
  ids.push((await service.createProject()).apiProjectId);
  const second = await list({ limit: 2, cursor: first.nextCursor });
  const third = await list({ limit: 2, cursor: second.nextCursor });
  expect([...idsOf(second), ...idsOf(third)]).toEqual(ids.slice(2));
  expect(third.nextCursor).toBeNull();
  expect(idsOf(await list({ cursor: first.nextCursor }))).toEqual(ids.slice(2));
  for (const body of [{ limit: 0 }, { limit: 1001 }, { limit: 1.5 }, { cursor: '' }, { cursor: 'prj_0' }]) {
    expect([body, (await service.post(listProjects, body)).status]).toEqual([body, 400]);
  }

  const bounded = await makeKey(service, { resourceBounds: { apiProjectIds: [ids[0] ?? '', ids[5] ?? ''] } });
  const { body } = await service.post(listProjects, { limit: 1 }, bounded.key);
  const rest = await service.post(listProjects, { limit: 1, cursor: body.nextCursor }, bounded.key);
  expect([idsOf(body), idsOf(rest.body), rest.body.nextCursor]).toEqual([[ids[0]], [ids[5]], null]);
});

test('generations are listed whole or in pages; a cursor of another project is refused', async () => {
  const service = await startService();
  const { apiProjectId } = await service.uploadedProject('samples');
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) {
    ids.push((await service.post(startGeneration['service-2'], { apiProjectId })).body.generationId);
  }
  const list = async (body: object) => (await service.post(listGenerations, { apiProjectId, ...body })).body;
  const idsOf = ({ generations }: { generations: { generationId: string }[] }) =>
    generations.map((one) => one.generationId);
  expect([Object.keys(await list({})), idsOf(await list({}))]).toEqual([['generations'], ids]);
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.nextCursor });
  expect([idsOf(first), idsOf(second), second.nextCursor]).toEqual([ids.slice(0, 2), ids.slice(2), null]);
  const other = await service.createProject();
  const foreign = await service.post(listGenerations, { ...other, cursor: first.nextCursor });
  expect(foreign.status).toBe(400);
});

test('a call that is to go says since when and until when, with every answer and in the document', async () => {
  const operation = defineOperation({
    path: '/v1/old',
    summary: 'An old call.',
    deprecated: { since: '2026-01-02T03:04:05Z', sunset: '2027-01-02T03:04:05Z' },
    needs: [],
    body: z.object({}),
    answer: z.object({}),
    refusals: {},
    fault: 'It failed.',
  });
  const app = Fastify();
  onTestFinished(() => app.close());
  let admitted = true;
  const callLimits: CallLimits = {
    admit: async () => {
      if (!admitted) throw refuse(401, 'The API key is missing.');
      return { keyId: 'key_1' } as Awaited<ReturnType<CallLimits['admit']>>;
    },
  };
  const parts = { callLimits, authenticator: { confirm: async () => undefined }, bodyTimeouts: { start: () => ({}) } };
  createEndpoints(app, parts as unknown as EndpointParts)(operation, async () => ({}));
  for (admitted of [true, false]) {
    const { headers } = await app.inject({ method: 'POST', url: '/v1/old' });
    expect([headers.deprecation, headers.sunset]).toEqual(['@1767323045', 'Sat, 02 Jan 2027 03:04:05 GMT']);
  }
  const { paths } = createOpenApiDocument([operation]);
  expect(paths?.['/v1/old']?.post).toMatchObject({ deprecated: true });
});
