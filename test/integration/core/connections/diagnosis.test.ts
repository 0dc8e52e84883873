/** What a test of a connection finds, against real sockets. */

import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CONNECTION_TEST } from '../../../../electron/core/connections/strings.ts';
import { deactivateKey } from '../../../../shared/service-api/operations/portal-accounts.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { listen } from '../../../harness/remote/listen.ts';
import { receiverCertificate } from '../../../harness/remote/webhook-receiver.ts';
import { makeKey } from '../../../harness/service/accounts.ts';
import { startService } from '../../../harness/service/test-service.ts';

const { faults, failed, mayNotCreate, noCreation, noListing, page, passed } = CONNECTION_TEST;

function openDesk() {
  const { client, desk } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const prices = { 'service-2': null, 'service-3.5': null };
  return {
    client,
    desk,
    /** Adds a connection and tests it at once. */
    diagnosis: async (baseUrl: string, key = 'some-key-0123456789') => {
      const { id } = await client.connections.add({ name: 'S', baseUrl, headerStyle: 'bearer', prices, key });
      return client.connections.test({ connectionId: id });
    },
  };
}

async function answering(answer: RequestListener): Promise<string> {
  const { close, port } = await listen(
    createServer((request, response) => void request.resume().once('end', () => answer(request, response))),
  );
  onTestFinished(close);
  return `http://127.0.0.1:${port}`;
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const html =
  (status: number): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<title>Welcome</title>');

test('a healthy service, a wrong path, a wrong key, one without permission and one that is stopped', async () => {
  const { diagnosis } = openDesk();
  const service = await startService();
  expect(await diagnosis(service.baseUrl, service.apiKey)).toEqual({ ok: true, sentence: passed });
  const wrongPath = await diagnosis(`${service.baseUrl}/api`, service.apiKey);
  expect(wrongPath).toEqual({ ok: false, sentence: failed.projectUnknown, code: 'projectUnknown' });
  expect(await diagnosis(service.baseUrl)).toEqual({ ok: false, sentence: failed.keyRefused, code: 'keyRefused' });
  const { key } = await makeKey(service, { scopes: ['webhooks:read'] });
  expect(await diagnosis(service.baseUrl, key)).toEqual({ ok: false, sentence: failed.keyMayNot, code: 'keyMayNot' });
  const stopped = await makeKey(service);
  await service.post(deactivateKey.path, { keyId: stopped.keyId }, service.adminKey);
  expect(await diagnosis(service.baseUrl, stopped.key)).toEqual({
    ok: false,
    sentence: failed.keyMayNot,
    code: 'keyMayNot',
  });
});

test('billing, pages, redirects and other servers', async () => {
  const { diagnosis } = openDesk();
  const sentenceAt = async (answer: RequestListener) => (await diagnosis(await answering(answer))).sentence;
  expect(await sentenceAt(json(402, { error: 'no', code: 'paymentFailed' }))).toBe(
    `${failed.paymentFailed} The service says: “no”`,
  );
  expect(await sentenceAt(json(402, { error: 'no', code: 'spendLimitExceeded' }))).toBe(
    `${failed.spendLimitExceeded} The service says: “no”`,
  );
  for (const status of [200, 401, 403, 404]) expect([status, await sentenceAt(html(status))]).toEqual([status, page]);
  const away: RequestListener = (_, response) => void response.writeHead(302, { location: 'http://login.test/' }).end();
  expect(await sentenceAt(away)).toBe(page);
  expect(await sentenceAt(json(400, { error: 'what?' }))).toBe(failed.requestInvalid);
  expect(await sentenceAt(json(405, { error: 'no' }))).toBe(failed.callUnknown);
  // A test isn't repeated, and doesn't say that it is.
  expect(await sentenceAt(json(429, { error: 'wait' }))).toBe(failed.serviceBusy);
  for (const status of [500, 503]) expect(await sentenceAt(json(status, { error: 'no' }))).toBe(failed.serviceFailed);
});

test('a service with other paths: the test says which is missing, and creates nothing', async () => {
  const { client } = openDesk();
  const service = await startService();
  const moved: Readonly<Record<string, string>> = {
    '/v2/projects/new': '/v1/create_project',
    '/v2/projects/all': '/v1/list_projects',
  };
  const baseUrl = await answering(async (request, response) => {
    const path = moved[request.url ?? ''];
    if (path === undefined) return json(404, { error: 'no such path' })(request, response);
    const body = path === '/v1/create_project' ? '[]' : '{}';
    const { authorization = '' } = request.headers;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(service.baseUrl + path, { method: 'POST', headers, body });
    json(answer.status, await answer.json())(request, response);
  });
  const prices = { 'service-2': null, 'service-3.5': null };
  const details = { name: 'S', baseUrl, headerStyle: 'bearer', prices, key: service.apiKey } as const;
  const { id: connectionId, paths } = await client.connections.add(details);
  expect(paths).toBeUndefined();
  const tested = async (given: object) => {
    await client.connections.update({ connectionId, paths: given });
    return (await client.connections.test({ connectionId })).sentence;
  };
  expect(await tested({})).toBe(failed.projectUnknown);
  expect(await tested({ createProject: '/v2/projects/new' })).toBe(noListing('/v1/list_projects'));
  const usual = { createProject: '/v1/create_project', listProjects: '/v2/projects/all' };
  expect(await tested(usual)).toBe(noCreation('/v1/create_project'));
  expect(await tested({ createProject: '/v2/projects/new' })).toBe(passed);
  const [, own] = (await client.connections.list()).connections;
  expect(own?.paths).toEqual({ createProject: '/v2/projects/new', listProjects: '/v2/projects/all' });
  expect((await service.post('/v1/list_projects', {})).body.projects).toEqual([]);

  for (const path of ['v1/x', '//other.test/x', '/v1/../x', '/x?y=1', 'https://other.test/x', '/x#y', '/a b', '/']) {
    await expect(client.connections.update({ connectionId, paths: { createProject: path } })).rejects.toThrow();
  }
  const { key } = await makeKey(service, { scopes: ['projects:read'] });
  await client.connections.setKey({ connectionId, key });
  expect((await client.connections.test({ connectionId })).sentence).toBe(mayNotCreate);
});

test('a command may name the header that carries the key at an address, and change it later', async () => {
  const { client, desk } = openDesk();
  const baseUrl = await answering((request, response) => {
    const isRight =
      request.headers['xi-api-key'] === 'some-key-0123456789' && request.headers.authorization === undefined;
    json(isRight ? 200 : 401, isRight ? { projects: [] } : { error: 'no' })(request, response);
  });
  const open = (headerStyle?: 'x-api-key' | 'xi-api-key') =>
    desk.adHocConnection(baseUrl, 'some-key-0123456789', { headerStyle });
  const connectionId = await open('x-api-key');
  expect((await client.connections.test({ connectionId })).sentence).toBe(failed.keyRefused);
  expect(await open('xi-api-key')).toBe(connectionId);
  expect((await client.connections.test({ connectionId })).sentence).toBe(passed);
  // What isn't named stays.
  expect(await open()).toBe(connectionId);
  expect((await client.connections.test({ connectionId })).sentence).toBe(passed);
});

test('names, ports and certificates', async () => {
  const { diagnosis } = openDesk();
  const plain = await answering(json(200, { projects: [] }));
  const { port, close } = await listen(createServer());
  await close();
  expect((await diagnosis(`http://127.0.0.1:${port}`)).sentence).toBe(faults.ECONNREFUSED);
  expect((await diagnosis(plain.replace('http:', 'https:'))).sentence).toBe(faults.EPROTO);
  const unknown = (await diagnosis('https://no-such-service.invalid')).sentence;
  expect([faults.ENOTFOUND, faults.EAI_AGAIN]).toContain(unknown);
  const { certificate: cert, key } = await receiverCertificate();
  const secure = await listen(createTlsServer({ cert, key }, json(200, { projects: [] })));
  onTestFinished(secure.close);
  expect((await diagnosis(`https://127.0.0.1:${secure.port}`)).sentence).toBe(failed.certificateNotTrusted);
});
