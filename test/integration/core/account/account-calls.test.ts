/** The desk's calls on keys and webhooks against the real service: every row of their error tables, and answers that are lost. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { AccountCalls } from '../../../../electron/core/api/account-calls.ts';
import { createHttp } from '../../../../electron/core/api/http.ts';
import { undiciNetwork } from '../../../../electron/core/api/network.ts';
import { createServiceClient } from '../../../../electron/core/api/service-client.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { ServiceOptions } from '../../../../electron/service/service.ts';
import { ACCOUNT_MESSAGES } from '../../../../shared/domain/error-messages/account.ts';
import { type CleartakeError, textOf } from '../../../../shared/domain/errors.ts';
import { listKeys, rotateKey } from '../../../../shared/service-api/operations/keys.ts';
import { deactivateKey } from '../../../../shared/service-api/operations/portal-accounts.ts';
import { configureWebhook, sendTestEvent } from '../../../../shared/service-api/operations/webhooks.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { listen } from '../../../harness/remote/listen.ts';
import { makeKey } from '../../../harness/service/accounts.ts';
import { startService, type TestService } from '../../../harness/service/test-service.ts';

const WEBHOOK = { mode: 'live' as const, url: 'https://hooks.example.test/ct', eventTypes: [EVENT_TYPES[3]] };
const EVENT = { eventType: 'generation.completed', mode: 'live' } as const;

function callsOf(baseUrl: string, key: string): AccountCalls {
  const http = createHttp(systemClock, undiciNetwork);
  onTestFinished(() => http.close());
  return createServiceClient(http, { baseUrl: new URL(baseUrl), key, headerStyle: 'bearer', paths: DEFAULT_PATHS });
}

async function place(options: Partial<ServiceOptions> = {}) {
  const service = await startService(options);
  const as = (key: string) => callsOf(service.baseUrl, key);
  const rehearse = (path: string, kind: string) =>
    service.post(LOCAL_PATHS.rehearsal, { faults: [{ path, kind, times: 1 }] }, service.adminKey);
  return { service, as, admin: as(service.adminKey), rehearse };
}

/** Our own words for a refused call, with its code. */
async function wordsOf(call: Promise<unknown>): Promise<readonly [string, string]> {
  const failure = await call.then(
    () => expect.fail('The call succeeded'),
    (thrown: CleartakeError) => thrown,
  );
  const { reason: _, ...own } = failure.parts;
  return [failure.code, textOf(own, 'desk')];
}

const said = (
  call: keyof typeof ACCOUNT_MESSAGES,
  outcome: 400 | 401 | 403 | 404 | 500 | 503 | 'adminKey' | 'lost' | 'unreadable',
) => textOf(ACCOUNT_MESSAGES[call][outcome] ?? {}, 'desk');

async function inactiveAdmin({ service }: { service: TestService }): Promise<string> {
  const { key, keyId } = await makeKey(service, { role: 'admin' });
  await service.post(deactivateKey.path, { keyId }, service.adminKey);
  return key;
}

test('keys are listed with their metadata, and a rotation gives a new secret that works at once', async () => {
  const { service, admin, as } = await place();
  const { keyId, key } = await makeKey(service, { label: 'Producer desk', scopes: ['read', 'write'] });
  const listed = (await admin.listKeys()).find((one) => one.keyId === keyId);
  expect(listed).toMatchObject({ label: 'Producer desk', status: 'active', role: 'scoped', scopes: ['read', 'write'] });
  expect(listed).toMatchObject({ keyPrefix: key.slice(0, 12), rotatedAt: null, revokedAt: null, resourceBounds: {} });
  expect(JSON.stringify(await admin.listKeys())).not.toContain(key.slice(14));

  const rotated = await admin.rotateKey(keyId);
  expect(rotated).toMatchObject({ keyId, status: 'active', keyPrefix: rotated.key.slice(0, 12) });
  expect(rotated.rotatedAt).not.toBeNull();
  expect((await service.post(DEFAULT_PATHS.listProjects, {}, key)).status).toBe(401);
  expect((await service.post(DEFAULT_PATHS.listProjects, {}, rotated.key)).status).toBe(200);
  expect(await wordsOf(as(key).listKeys())).toEqual(['keyRefused', said('listKeys', 401)]);
});

test('an endpoint is configured and tested', async () => {
  const { service, admin, as } = await place();
  const { keyId, key } = await makeKey(service);
  expect(await admin.configureWebhook({ ...WEBHOOK, apiKeyId: keyId })).toMatchObject({
    ...WEBHOOK,
    apiKeyId: keyId,
    signing: 'vendor',
  });
  const sent = await as(key).sendTestEvent({ ...EVENT, apiKeyId: keyId, samplePayload: { apiProjectId: 'prj_1' } });
  expect(sent).toMatchObject({ ...EVENT, endpoints: [{ url: WEBHOOK.url, sent: true }], notice: null });
  expect((await admin.sendTestEvent(EVENT)).notice).toContain('no endpoint');
});

test('every refusal of the specification is said in words of its own', async () => {
  const { service, admin, as, rehearse } = await place({ rehearsal: true });
  const scoped = as(service.apiKey);
  const stranger = as('ctk_not-a-key-of-this-service-0123456789');
  const inactive = as(await inactiveAdmin({ service }));
  const { keyId: adminId } = await makeKey(service, { role: 'admin' });
  const { keyId } = await makeKey(service);
  const narrow = as((await makeKey(service, { role: 'admin', scopes: ['admin'] })).key);
  const unread = as((await makeKey(service, { scopes: ['write'] })).key);

  for (const caller of [scoped, inactive, narrow]) {
    expect(await wordsOf(caller.listKeys())).toEqual(['keyMayNot', said('listKeys', 403)]);
    expect(await wordsOf(caller.rotateKey(keyId))).toEqual(['keyMayNot', said('rotateKey', 403)]);
    expect(await wordsOf(caller.configureWebhook(WEBHOOK))).toEqual(['keyMayNot', said('configureWebhook', 403)]);
  }
  expect(await wordsOf(admin.rotateKey(adminId))).toEqual(['keyMayNot', said('rotateKey', 'adminKey')]);
  for (const caller of [inactive, unread]) {
    expect(await wordsOf(caller.sendTestEvent(EVENT))).toEqual(['keyMayNot', said('sendTestEvent', 403)]);
  }
  const other = scoped.sendTestEvent({ ...EVENT, apiKeyId: keyId });
  expect(await wordsOf(other)).toEqual(['keyMayNot', said('sendTestEvent', 403)]);

  expect(await wordsOf(stranger.rotateKey(keyId))).toEqual(['keyRefused', said('rotateKey', 401)]);
  expect(await wordsOf(stranger.configureWebhook(WEBHOOK))).toEqual(['keyRefused', said('configureWebhook', 401)]);
  expect(await wordsOf(stranger.sendTestEvent(EVENT))).toEqual(['keyRefused', said('sendTestEvent', 401)]);

  expect(await wordsOf(admin.rotateKey(''))).toEqual(['requestInvalid', said('rotateKey', 400)]);
  for (const wrong of [
    { url: 'http://hooks.example.test' },
    { eventTypes: [] },
    { eventTypes: ['x'] },
    { mode: 'x' },
  ]) {
    const call = admin.configureWebhook({ ...WEBHOOK, ...(wrong as object) });
    expect(await wordsOf(call)).toEqual(['requestInvalid', said('configureWebhook', 400)]);
  }
  for (const wrong of [{ eventType: 'x' }, { mode: 'x' }, { samplePayload: [] }]) {
    const call = admin.sendTestEvent({ ...EVENT, ...(wrong as object) });
    expect(await wordsOf(call)).toEqual(['requestInvalid', said('sendTestEvent', 400)]);
  }

  expect(await wordsOf(admin.rotateKey('key_unknown'))).toEqual(['notFound', said('rotateKey', 404)]);
  const unknown = admin.configureWebhook({ ...WEBHOOK, apiKeyId: 'key_unknown' });
  expect(await wordsOf(unknown)).toEqual(['notFound', said('configureWebhook', 404)]);

  for (const kind of ['500', '503'] as const) {
    const status = kind === '500' ? 500 : 503;
    await rehearse(listKeys.path, kind);
    expect(await wordsOf(admin.listKeys())).toEqual(['serviceFailed', said('listKeys', status)]);
    await rehearse(rotateKey.path, kind);
    expect(await wordsOf(admin.rotateKey(keyId))).toEqual(['serviceFailed', said('rotateKey', status)]);
    await rehearse(configureWebhook.path, kind);
    expect(await wordsOf(admin.configureWebhook(WEBHOOK))).toEqual(['serviceFailed', said('configureWebhook', status)]);
    await rehearse(sendTestEvent.path, kind);
    expect(await wordsOf(admin.sendTestEvent(EVENT))).toEqual(['serviceFailed', said('sendTestEvent', status)]);
  }
});

test('a service without deliveries says so', async () => {
  const { admin } = await place({ configuration: { webhooks: { delivery: false } } });
  expect(await wordsOf(admin.configureWebhook(WEBHOOK))).toEqual(['serviceFailed', said('configureWebhook', 503)]);
  expect(await wordsOf(admin.sendTestEvent(EVENT))).toEqual(['serviceFailed', said('sendTestEvent', 500)]);
});

test.each(['drop-before', 'drop-after'])(
  'a rotation whose answer is lost (%s) is sent once and called uncertain',
  async (kind) => {
    const { service, admin, rehearse } = await place({ rehearsal: true });
    const { keyId, key } = await makeKey(service, { scopes: ['read'] });
    await rehearse(rotateKey.path, kind);
    expect(await wordsOf(admin.rotateKey(keyId))).toEqual(['accountChangeUncertain', said('rotateKey', 'lost')]);
    // A second try would have made yet another secret, or the first one of a rotation that never happened.
    const works = (await service.post(DEFAULT_PATHS.listProjects, {}, key)).status === 200;
    expect(works).toBe(kind === 'drop-before');
    const listed = (await admin.listKeys()).find((one) => one.keyId === keyId);
    expect(listed?.rotatedAt === null).toBe(works);
  },
);

/** A stand-in for gateways and services whose answers the real one can't give. */
async function answering(respond: (response: ServerResponse, request: IncomingMessage) => void) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    request.resume().once('end', () => respond(response, request));
  });
  const { close, port } = await listen(server);
  onTestFinished(close);
  return { seen, calls: callsOf(`http://127.0.0.1:${port}`, 'ctk_admin-key-of-this-test-0123456789') };
}

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const page = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end('<title>Log in</title>');

test.each([
  ['a gateway’s 502', json(502, { error: 'Bad gateway' }), 'accountChangeUncertain', said('rotateKey', 'lost')],
  ['a page with 500', page(500), 'accountChangeUncertain', said('rotateKey', 'lost')],
  ['a success without secret', json(200, { keyId: 'k' }), 'accountChangeUncertain', said('rotateKey', 'unreadable')],
  ['a success that is a page', page(200), 'accountChangeUncertain', said('rotateKey', 'unreadable')],
  ['a login page', page(401), 'serviceAnswerUnreadable', null],
] as const)('%s is sent once and told as what it is', async (_, respond, code, words) => {
  const { seen, calls } = await answering(respond);
  const told = await wordsOf(calls.rotateKey('key_1'));
  expect(told[0]).toBe(code);
  if (words !== null) expect(told[1]).toBe(words);
  expect(seen).toEqual([rotateKey.path]);
});

test('what never left this computer is no uncertainty', async () => {
  const { close, port } = await listen(createServer());
  await close();
  const calls = callsOf(`http://127.0.0.1:${port}`, 'ctk_admin-key-of-this-test-0123456789');
  for (const call of [calls.rotateKey('k'), calls.configureWebhook(WEBHOOK), calls.sendTestEvent(EVENT)]) {
    expect((await wordsOf(call))[0]).toBe('serviceUnreachable');
  }
});

test('secrets that a service echoes are removed from all metadata', async () => {
  const key = 'ctk_admin-key-of-this-test-0123456789';
  const fresh = 'fresh-secret-without-a-mark-0123456789';
  const echo = {
    keyId: 'key_1',
    label: `admin ${key} and ${fresh}`,
    keyPrefix: fresh,
    scopes: [key],
    resourceBounds: { [key]: [{ deep: `"${fresh}"` }] },
    key: fresh,
  };
  const { calls } = await answering(json(200, { keys: [echo], ...echo }));
  const { key: shown, ...metadata } = await calls.rotateKey('key_1');
  expect(shown).toBe(fresh);
  const seen = JSON.stringify([metadata, await calls.listKeys()]);
  expect(seen).not.toContain(key);
  expect(JSON.stringify(metadata)).not.toContain(fresh);
});
