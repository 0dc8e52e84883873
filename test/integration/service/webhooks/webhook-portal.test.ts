import { expect, test } from 'vitest';
import { verifyWebhook } from '../../../../electron/platform/security/webhook-signature.ts';
import { makeUser } from '../../../harness/service/accounts.ts';
import { movableClock } from '../../../harness/service/test-service.ts';
import {
  configure,
  PATHS,
  receiver,
  scopedKeyId,
  startDelivering,
  TEST_EVENT,
} from '../../../harness/service/webhook-helpers.ts';
import { until } from '../../../harness/until.ts';

const DAY = 24 * 60 * 60 * 1000;
const EVENT = { eventType: 'generation.queued', mode: 'test' };

test('after a rotation deliveries carry both signatures for a day, then the new one alone', async () => {
  const clock = movableClock();
  const service = await startDelivering({ clock });
  const target = await receiver();
  const { endpointId } = await configure(service, {
    apiKeyId: await scopedKeyId(service),
    mode: 'test',
    url: target.url,
  });
  const reveal = async () => (await service.post(PATHS.secret, { endpointId }, service.adminKey)).body.secret as string;
  const old = await reveal();
  const rotated = await service.post(PATHS.rotate, { endpointId }, service.adminKey);
  expect(rotated.body).toEqual({
    endpointId,
    secret: expect.stringMatching(/^whsec_/),
    previousValidUntil: expect.any(String),
  });
  expect(Math.abs(Date.parse(rotated.body.previousValidUntil) - clock.now() - DAY)).toBeLessThan(60_000);
  expect(await reveal()).toBe(rotated.body.secret);
  const fits = async (secret: string) => {
    const count = target.deliveries.length;
    await service.post(TEST_EVENT, EVENT);
    await until(() => target.deliveries.length === count + 1);
    const { headers, body } = target.deliveries[count] ?? { headers: {}, body: Buffer.of() };
    return verifyWebhook({ secret, headers, body, now: clock.now() }).kind;
  };
  expect([await fits(old), await fits(rotated.body.secret)]).toEqual(['authentic', 'authentic']);
  clock.move(DAY + 1000);
  expect([await fits(old), await fits(rotated.body.secret)]).toEqual(['refused', 'authentic']);
  const { entries } = (await service.post('/portal/audit/list', {}, service.adminKey)).body;
  const actions = entries.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action === 'webhook.secret.revealed')).toHaveLength(2);
  expect(actions.filter((action: string) => action === 'webhook.secret.rotated')).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toContain('whsec_');
});

test('a leaked secret ends at once, together with earlier ones', async () => {
  const service = await startDelivering();
  const target = await receiver();
  const { endpointId } = await configure(service, {
    apiKeyId: await scopedKeyId(service),
    mode: 'test',
    url: target.url,
  });
  const rotate = async (fields = {}) =>
    (await service.post(PATHS.rotate, { endpointId, ...fields }, service.adminKey)).body;
  for (let count = 0; count < 10; count++) await rotate();
  const before = Date.now();
  const { secret, previousValidUntil } = await rotate({ immediately: true });
  expect(Math.abs(Date.parse(previousValidUntil) - before)).toBeLessThan(60_000);
  await service.post(TEST_EVENT, EVENT);
  await until(() => target.deliveries.length === 1);
  for (const { headers, body } of target.deliveries) {
    expect(verifyWebhook({ secret, headers, body, now: Date.now() }).kind).toBe('authentic');
    expect(String(headers['vendor-signature']).split(' ')).toHaveLength(1);
  }
});

test('an endpoint is the same whatever fragment its URL has', async () => {
  const service = await startDelivering();
  const { endpointId } = await configure(service, { url: 'https://receiver.example/?a=1#one' });
  expect(await configure(service, { url: 'https://receiver.example/?a=1#two' })).toMatchObject({ endpointId });
  expect((await configure(service, { url: 'https://receiver.example/?a=2' })).endpointId).not.toBe(endpointId);
});

test('at most ten rotated secrets stay valid at a time', async () => {
  const clock = movableClock();
  const service = await startDelivering({ clock });
  const { endpointId } = await configure(service, { url: 'https://receiver.example/' });
  const rotate = async () => (await service.post(PATHS.rotate, { endpointId }, service.adminKey)).status;
  for (let count = 0; count < 10; count++) expect(await rotate()).toBe(200);
  expect(await rotate()).toBe(409);
  clock.move(DAY + 1000);
  expect(await rotate()).toBe(200);
});

test('recovery sends a disabled endpoint only what it missed', async () => {
  const service = await startDelivering();
  let status = 200;
  const target = await receiver((_delivery, response) => response.writeHead(status).end('said'));
  const { endpointId } = await configure(service, {
    apiKeyId: await scopedKeyId(service),
    mode: 'test',
    url: target.url,
  });
  const since = new Date().toISOString();
  await service.post(TEST_EVENT, EVENT);
  await until(() => target.deliveries.length === 1);
  status = 204;
  const missed = (await service.post(TEST_EVENT, EVENT)).body.vendorMessageId;
  const deliveries = async () =>
    (await service.post(PATHS.deliveries, { endpointId }, service.adminKey)).body.deliveries;
  await until(async () => (await deliveries())[0].attempts.length === 1);
  expect((await deliveries())[0]).toMatchObject({
    messageId: missed,
    eventType: 'generation.queued',
    status: 'pending',
    attempts: [{ statusCode: 204, error: expect.stringContaining('only 200'), trigger: 'automatic', answer: '' }],
    nextAttemptAt: expect.any(String),
  });
  const off = await service.post(PATHS.disable, { endpointId }, service.adminKey);
  expect(off.body).toMatchObject({ enabled: false, disabledReason: 'manual' });
  expect((await deliveries())[0]).toMatchObject({ status: 'cancelled', nextAttemptAt: null });
  const recover = (fields = {}) => service.post(PATHS.recover, { endpointId, since, ...fields }, service.adminKey);
  expect((await recover()).status).toBe(409);
  const resend = { messageId: missed, endpointId };
  expect((await service.post(PATHS.resend, resend, service.adminKey)).status).toBe(409);
  const on = await service.post(PATHS.enable, { endpointId }, service.adminKey);
  expect(on.body).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
  status = 200;
  const count = target.deliveries.length;
  expect((await recover()).body).toEqual({ endpointId, recovered: 1 });
  await until(async () => (await deliveries())[0].status === 'delivered');
  expect(target.deliveries.slice(count).map(({ headers }) => headers['vendor-id'])).toEqual([missed]);
  expect((await deliveries())[0].attempts.at(-1)).toMatchObject({ trigger: 'recovery', statusCode: 200, error: null });
  expect((await recover()).body.recovered).toBe(0);
  const again = await service.post(PATHS.resend, resend, service.adminKey);
  expect(again.body).toEqual({ deliveryId: (await deliveries())[0].deliveryId });
  await until(() => target.deliveries.length === count + 2);
});

test.each<[string, object]>([
  ['longer than fourteen days', { since: new Date(Date.now() - 15 * DAY).toISOString() }],
  ['backwards', { since: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }],
  ['no time', { since: 'yesterday' }],
  ['missing', {}],
])('a window that is %s is refused', async (_name, window) => {
  const service = await startDelivering();
  const { endpointId } = await configure(service, { url: 'https://receiver.example/' });
  expect((await service.post(PATHS.recover, { endpointId, ...window }, service.adminKey)).status).toBe(400);
});

test('an endpoint can be moved, but not onto another one, and removed for good', async () => {
  const service = await startDelivering();
  const one = await configure(service, { url: 'https://receiver.example/1' });
  const two = await configure(service, { url: 'https://receiver.example/2' });
  const update = (fields: object) =>
    service.post(PATHS.update, { endpointId: one.endpointId, ...fields }, service.adminKey);
  expect((await update({ url: 'https://receiver.example/3' })).body).toMatchObject({
    url: 'https://receiver.example/3',
  });
  expect((await update({ url: 'https://receiver.example/2' })).status).toBe(409);
  expect((await update({ url: 'http://receiver.example/4' })).status).toBe(400);
  expect((await update({ eventTypes: ['nothing'] })).status).toBe(400);
  const { endpointId } = two;
  expect((await service.post(PATHS.remove, { endpointId }, service.adminKey)).status).toBe(200);
  for (const path of [PATHS.remove, PATHS.enable, PATHS.disable, PATHS.secret, PATHS.rotate, PATHS.update]) {
    expect((await service.post(path, { endpointId }, service.adminKey)).status).toBe(404);
  }
  const { endpoints } = (await service.post(PATHS.list, {}, service.adminKey)).body;
  expect(endpoints).toMatchObject([{ endpointId: one.endpointId }]);
  // The place is free again, for an endpoint with a secret of its own.
  const fresh = await configure(service, { url: 'https://receiver.example/2' });
  expect(fresh.endpointId).not.toBe(endpointId);
  const { entries } = (await service.post('/portal/audit/list', {}, service.adminKey)).body;
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['webhook.endpoint.updated', 'webhook.endpoint.removed']),
  );
});

test("nobody reaches another user's endpoints except the operator", async () => {
  const service = await startDelivering();
  const other = await makeUser(service, 'other');
  const third = await makeUser(service, 'third');
  const { endpointId } = await configure(service, { url: 'https://receiver.example/', mode: 'test' }, other.admin.key);
  const sent = (await service.post(TEST_EVENT, EVENT, other.admin.key)).body;
  const since = new Date().toISOString();
  const calls: [string, object][] = [
    [PATHS.update, { endpointId, eventTypes: [] }],
    [PATHS.disable, { endpointId }],
    [PATHS.enable, { endpointId }],
    [PATHS.secret, { endpointId }],
    [PATHS.rotate, { endpointId }],
    [PATHS.recover, { endpointId, since }],
    [PATHS.resend, { endpointId, messageId: sent.vendorMessageId }],
    [PATHS.list, { userId: other.userId }],
    [PATHS.messages, { userId: other.userId }],
    [PATHS.deliveries, { userId: other.userId }],
    [PATHS.remove, { endpointId }],
  ];
  for (const [path, body] of calls) {
    expect([path, (await service.post(path, body, third.admin.key)).status]).toEqual([path, 404]);
    expect([path, (await service.post(path, body, service.apiKey)).status]).toEqual([path, 403]);
  }
  for (const filter of [{ endpointId }, { messageId: sent.vendorMessageId }]) {
    expect((await service.post(PATHS.deliveries, filter, third.admin.key)).body.deliveries).toEqual([]);
  }
  for (const [path, body] of calls) {
    expect([path, (await service.post(path, body, service.adminKey)).status]).toEqual([path, 200]);
  }
  // What the operator did is in the account's own log, under the operator's key.
  const { entries } = (await service.post('/portal/audit/list', {}, other.admin.key)).body;
  expect(entries[0]).toMatchObject({ action: 'webhook.endpoint.removed', userId: other.userId });
  expect(entries[0].actorKeyId).not.toBe(other.admin.keyId);
});

test('messages and deliveries are listed newest first, page by page', async () => {
  const service = await startDelivering();
  const target = await receiver();
  const apiKeyId = await scopedKeyId(service);
  const { endpointId } = await configure(service, { apiKeyId, mode: 'test', url: target.url });
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.unshift((await service.post(TEST_EVENT, EVENT)).body.vendorMessageId);
  await until(() => target.deliveries.length === 5);
  for (const [path, name] of [
    [PATHS.messages, 'messages'],
    [PATHS.deliveries, 'deliveries'],
  ] as const) {
    const found: string[] = [];
    let before: string | undefined;
    for (let pages = 0; pages < 3; pages++) {
      const { body } = await service.post(path, { limit: 2, before }, service.adminKey);
      found.push(...body[name].map(({ messageId }: { messageId: string }) => messageId));
      before = body.next ?? undefined;
      expect(body.next === null).toBe(pages === 2);
    }
    expect(found).toEqual(ids);
    expect((await service.post(path, { before: 'none' }, service.adminKey)).status).toBe(404);
  }
  const { messages } = (await service.post(PATHS.messages, { limit: 1, apiKeyId }, service.adminKey)).body;
  const [delivery] = target.deliveries.filter(({ headers }) => headers['vendor-id'] === ids[0]);
  expect(messages).toMatchObject([
    {
      messageId: ids[0],
      apiKeyId,
      mode: 'test',
      generationId: null,
      payload: JSON.parse(delivery?.body.toString() ?? ''),
    },
  ]);
  expect((await service.post(PATHS.messages, { apiKeyId: 'key_0' }, service.adminKey)).body.messages).toEqual([]);
  await until(async () => {
    const filter = { endpointId, status: 'delivered' };
    return (await service.post(PATHS.deliveries, filter, service.adminKey)).body.deliveries.length === 5;
  });
  expect((await service.post(PATHS.deliveries, { status: 'failed' }, service.adminKey)).body.deliveries).toEqual([]);
});

test("moving the rehearsal's clock forward brings retries at once, signed for the new time", async () => {
  const service = await startDelivering({ rehearsal: true });
  const target = await receiver((_delivery, response) => response.writeHead(500).end());
  const { endpointId } = await configure(service, {
    apiKeyId: await scopedKeyId(service),
    mode: 'test',
    url: target.url,
  });
  const { secret } = (await service.post(PATHS.secret, { endpointId }, service.adminKey)).body;
  await service.post(TEST_EVENT, EVENT);
  const endpoint = async () =>
    (await service.post(PATHS.list, {}, service.adminKey)).body.endpoints.find(
      (one: { endpointId: string }) => one.endpointId === endpointId,
    );
  // A day at a time: by the sixth attempt more than five days have passed since the first.
  for (let attempt = 1; attempt <= 6; attempt++) {
    await until(() => target.deliveries.length === attempt);
    const isWritten = async () =>
      (await service.post(PATHS.deliveries, { endpointId }, service.adminKey)).body.deliveries[0];
    await until(async () => (await isWritten()).attempts.length === attempt);
    expect((await endpoint()).enabled).toBe(attempt < 6);
    await service.post('/portal/rehearsal', { moveClockMs: DAY }, service.adminKey);
  }
  expect(await endpoint()).toMatchObject({ disabledReason: 'failing' });
  for (const { headers, body } of target.deliveries) {
    expect(verifyWebhook({ secret, headers, body, now: Date.now() }).kind).toBe('authentic');
  }
});
