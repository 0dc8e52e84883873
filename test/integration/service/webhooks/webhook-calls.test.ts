import { expect, test } from 'vitest';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { makeKey, makeUser } from '../../../harness/service/accounts.ts';
import {
  CONFIGURE,
  configure,
  PATHS,
  receiver,
  scopedKeyId,
  startDelivering,
  TEST_EVENT,
} from '../../../harness/service/webhook-helpers.ts';
import { until } from '../../../harness/until.ts';

const WANTED = { mode: 'live', url: 'https://receiver.example/hook', eventTypes: ['generation.completed'] };

test('configure answers with every field of the resource, and writes an audit entry', async () => {
  const service = await startDelivering();
  const url = `${WANTED.url}?token=of-the-receiver`;
  const { status, body } = await service.post(CONFIGURE, { ...WANTED, url }, service.adminKey);
  expect(status).toBe(200);
  const { keys } = (await service.post('/v1/api_keys/list', {}, service.adminKey)).body;
  const { keyId } = keys.find((key: { role: string }) => key.role === 'admin');
  expect(body).toEqual({
    webhook: {
      apiKeyId: keyId,
      mode: 'live',
      vendorEnv: 'local',
      appId: expect.stringMatching(/^wha_[0-9a-f]{32}$/),
      endpointId: expect.stringMatching(/^whe_[0-9a-f]{32}$/),
      eventTypes: ['generation.completed'],
      url,
      signing: 'vendor',
      updatedAt: expect.stringMatching(/Z$/),
      updatedByKeyId: keyId,
    },
  });
  const audit = await service.post('/portal/audit/list', {}, service.adminKey);
  const entries = audit.body.entries.filter(({ action }: { action: string }) => action === 'webhook.configured');
  expect(entries).toMatchObject([{ actorKeyId: keyId, target: body.webhook.endpointId }]);
  expect(entries[0].details.url).toBe(WANTED.url);
  expect(JSON.stringify(audit.body)).not.toMatch(/whsec_|of-the-receiver/);
});

test('the same key, mode and URL again updates the endpoint; another URL or mode makes another, in the same application', async () => {
  const service = await startDelivering();
  const first = await configure(service, WANTED);
  await service.post(PATHS.disable, first, service.adminKey);
  const again = await configure(service, {
    ...WANTED,
    url: 'HTTPS://Receiver.Example:443/hook',
    eventTypes: EVENT_TYPES,
  });
  expect(again).toMatchObject({ endpointId: first.endpointId, appId: first.appId, eventTypes: EVENT_TYPES });
  const other = await configure(service, { ...WANTED, url: 'https://receiver.example/other' });
  const test = await configure(service, { ...WANTED, mode: 'test' });
  expect(new Set([first.endpointId, other.endpointId, test.endpointId]).size).toBe(3);
  expect([other.appId, test.appId]).toEqual([first.appId, first.appId]);
  const { endpoints } = (await service.post(PATHS.list, {}, service.adminKey)).body;
  expect(endpoints).toMatchObject([
    { enabled: true, disabledReason: null },
    { url: other.url },
    { mode: 'test' },
  ] as object[]);
});

test.each<[string, object]>([
  ['mode is missing', { mode: undefined }],
  ['mode is neither', { mode: 'both' }],
  ['url is missing', { url: undefined }],
  ['url is plain http', { url: 'http://receiver.example/' }],
  ['url is no URL', { url: 'receiver.example/hook' }],
  ['url is of another kind', { url: 'file:///etc/passwd' }],
  ['url holds a password', { url: 'https://user:secret@receiver.example/' }],
  ['url is endless', { url: `https://receiver.example/${'x'.repeat(3000)}` }],
  ['eventTypes is missing', { eventTypes: undefined }],
  ['eventTypes is empty', { eventTypes: [] }],
  ['eventTypes is no array', { eventTypes: 'generation.queued' }],
  ['an event type is unsupported', { eventTypes: ['generation.queued', 'generation.started'] }],
])('configure answers 400 when %s', async (_name, fields) => {
  const service = await startDelivering();
  const { status, body } = await service.post(CONFIGURE, { ...WANTED, ...fields }, service.adminKey);
  expect(status).toBe(400);
  expect(body.error).toEqual(expect.any(String));
  expect(body.error).not.toContain('secret@');
  expect((await service.post(PATHS.list, {}, service.adminKey)).body.endpoints).toEqual([]);
});

test('configure reaches keys of the own account alone, and not revoked ones', async () => {
  const service = await startDelivering();
  const scoped = await scopedKeyId(service);
  expect(await configure(service, { ...WANTED, apiKeyId: scoped })).toMatchObject({ apiKeyId: scoped });
  const other = await makeUser(service, 'other');
  const revoked = await makeKey(service);
  await service.post('/portal/keys/revoke', { keyId: revoked.keyId }, service.adminKey);
  for (const apiKeyId of ['key_0', other.admin.keyId, revoked.keyId]) {
    expect((await service.post(CONFIGURE, { ...WANTED, apiKeyId }, service.adminKey)).status).toBe(404);
  }
  expect((await service.post(CONFIGURE, { ...WANTED, apiKeyId: scoped }, other.admin.key)).status).toBe(404);
});

test('configure needs an admin key with webhooks:write', async () => {
  const service = await startDelivering();
  const scoped = await makeKey(service, { scopes: ['webhooks:write', 'write'] });
  const admin = await makeKey(service, { role: 'admin', scopes: ['admin', 'webhooks:read', 'write'] });
  for (const key of [scoped.key, admin.key, service.apiKey])
    expect((await service.post(CONFIGURE, WANTED, key)).status).toBe(403);
  expect((await service.post(CONFIGURE, WANTED, null)).status).toBe(401);
});

test('a key has at most 50 endpoints in a mode', async () => {
  const service = await startDelivering();
  for (let count = 0; count < 50; count++)
    await configure(service, { ...WANTED, url: `https://receiver.example/${count}` });
  const { status, body } = await service.post(CONFIGURE, WANTED, service.adminKey);
  expect([status, body.error]).toEqual([400, expect.stringContaining('50')]);
  expect((await service.post(CONFIGURE, { ...WANTED, mode: 'test' }, service.adminKey)).status).toBe(200);
});

test('with delivery switched off configure answers 503 and send_test_event 500, after the body was looked at', async () => {
  const service = await startDelivering({ configuration: { webhooks: { delivery: false } } });
  expect((await service.post(CONFIGURE, WANTED, service.adminKey)).status).toBe(503);
  expect((await service.post(CONFIGURE, { ...WANTED, mode: 'x' }, service.adminKey)).status).toBe(400);
  const event = { eventType: 'generation.queued', mode: 'test' };
  expect((await service.post(TEST_EVENT, event)).status).toBe(500);
  expect((await service.post(TEST_EVENT, { mode: 'test' })).status).toBe(400);
});

test('a test event goes to all endpoints of the key in the mode, and to no others', async () => {
  const service = await startDelivering();
  const target = await receiver();
  const apiKeyId = await scopedKeyId(service);
  const at = (path: string) => `${target.url}/${path}`;
  // Whatever they are subscribed to.
  await configure(service, { apiKeyId, mode: 'test', url: at('one'), eventTypes: ['generation.completed'] });
  await configure(service, { apiKeyId, mode: 'test', url: at('two') });
  const off = await configure(service, { apiKeyId, mode: 'test', url: at('off') });
  await service.post(PATHS.disable, { endpointId: off.endpointId }, service.adminKey);
  await configure(service, { apiKeyId, mode: 'live', url: at('live') });
  await configure(service, { mode: 'test', url: at('other-key') });
  const { status, body } = await service.post(TEST_EVENT, { eventType: 'generation.failed', mode: 'test', apiKeyId });
  expect(status).toBe(200);
  expect(body).toEqual({
    vendorMessageId: expect.stringMatching(/^msg_/),
    eventId: expect.stringMatching(/^evt_/),
    eventType: 'generation.failed',
    mode: 'test',
    endpoints: ['one', 'two', 'off'].map((name) => ({
      endpointId: expect.any(String),
      url: at(name),
      sent: name !== 'off',
    })),
    notice: null,
  });
  await until(() => target.deliveries.length === 2);
  expect(target.deliveries.map(({ path }) => path).sort()).toEqual(['/hook/one', '/hook/two']);
  for (const delivery of target.deliveries) {
    expect(delivery.headers['vendor-id']).toBe(body.vendorMessageId);
    expect(JSON.parse(delivery.body.toString())).toMatchObject({
      eventType: 'generation.failed',
      eventId: body.eventId,
      apiKeyId,
      status: 'error',
    });
  }
  // The message is found by the id that came back.
  const log = { messageId: body.vendorMessageId };
  await until(async () => {
    const { deliveries } = (await service.post(PATHS.deliveries, log, service.adminKey)).body;
    const statuses = deliveries.map((delivery: { status: string }) => delivery.status).sort();
    return statuses.join() === 'cancelled,delivered,delivered';
  });
});

test('a sample is merged, but for the fields that the service sets', async () => {
  const service = await startDelivering();
  const target = await receiver();
  const apiKeyId = await scopedKeyId(service);
  await configure(service, { apiKeyId, mode: 'live', url: target.url });
  const own = { eventType: 'x', eventId: 'x', createdAt: 'x', apiKeyId: 'x', status: 'x' };
  const sample = { apiProjectId: 'prj_mine', generationId: 'gen_mine', hasVideo: true, extra: { a: [1] } };
  const sent = { eventType: 'generation.queued', mode: 'live', samplePayload: { ...sample, ...own } };
  const { body } = await service.post(TEST_EVENT, sent);
  await until(() => target.deliveries.length === 1);
  const payload = JSON.parse(target.deliveries[0]?.body.toString() ?? '');
  expect(payload).toMatchObject({
    ...sample,
    eventType: 'generation.queued',
    eventId: body.eventId,
    apiKeyId,
    status: 'queued',
  });
  expect(Date.now() - Date.parse(payload.createdAt)).toBeLessThan(60_000);
});

test('a test event to nobody has a message id all the same', async () => {
  const service = await startDelivering();
  const { status, body } = await service.post(TEST_EVENT, { eventType: 'generation.queued', mode: 'live' });
  expect([status, body.vendorMessageId]).toEqual([200, expect.stringMatching(/^msg_/)]);
});

test.each<[number, string, object]>([
  [400, 'eventType is missing', { eventType: undefined }],
  [400, 'eventType is unsupported', { eventType: 'generation.started' }],
  [400, 'mode is missing', { mode: undefined }],
  [400, 'mode is neither', { mode: 'prod' }],
  [400, 'samplePayload is an array', { samplePayload: [] }],
  [400, 'samplePayload is a text', { samplePayload: 'x' }],
  [400, 'samplePayload is null', { samplePayload: null }],
  [400, 'samplePayload.apiProjectId is no text', { samplePayload: { apiProjectId: 7 } }],
  [400, 'the payload is larger than 20,000 bytes', { samplePayload: { text: 'ä'.repeat(10_000) } }],
  [403, 'apiKeyId is not the calling key', { apiKeyId: 'key_0' }],
])('send_test_event answers %i when %s', async (expected, _name, fields) => {
  const service = await startDelivering();
  const { status } = await service.post(TEST_EVENT, { eventType: 'generation.queued', mode: 'test', ...fields });
  expect(status).toBe(expected);
});

test('fields that would be prototypes are refused with the body, and pollute nothing', async () => {
  const service = await startDelivering();
  for (const sample of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}']) {
    const response = await fetch(`${service.baseUrl}${TEST_EVENT}`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey },
      body: `{"eventType":"generation.queued","mode":"test","samplePayload":${sample}}`,
    });
    expect([200, 400]).toContain(response.status);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  }
});

test('send_test_event needs read', async () => {
  const service = await startDelivering();
  const without = await makeKey(service, { scopes: ['generations:read', 'webhooks:write', 'write'] });
  const event = { eventType: 'generation.queued', mode: 'test' };
  expect((await service.post(TEST_EVENT, event, without.key)).status).toBe(403);
  const reading = await makeKey(service, { scopes: ['read'] });
  expect((await service.post(TEST_EVENT, event, reading.key)).status).toBe(200);
  expect((await service.post(TEST_EVENT, event, null)).status).toBe(401);
});
