import { expect, test } from 'vitest';
import { silentLog } from '../../../../electron/platform/log.ts';
import { verifyWebhook } from '../../../../electron/platform/security/webhook-signature.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { webhookEventPayload } from '../../../../shared/service-api/webhooks.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import type { ReceivedDelivery } from '../../../harness/remote/webhook-receiver.ts';
import { configure, PATHS, receiver, scopedKeyId, startDelivering } from '../../../harness/service/webhook-helpers.ts';
import { until } from '../../../harness/until.ts';

const START = DEFAULT_PATHS.startGeneration['service-3.5'];
const FIELDS = [
  'apiKeyId apiProjectId createdAt error errorDetails eventId',
  'eventType generationId hasVideo modelKey status',
].flatMap((words) => words.split(' '));

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
function payloads(deliveries: readonly ReceivedDelivery[]): any[] {
  const parsed = deliveries.map(({ body }) => JSON.parse(body.toString()));
  return parsed.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

function types(deliveries: readonly ReceivedDelivery[]): string[] {
  return payloads(deliveries)
    .map(({ eventType }) => eventType)
    .sort();
}

test('every change of status is one event, with exactly the fields of the payload, signed', async () => {
  const service = await startDelivering();
  const target = await receiver();
  const apiKeyId = await scopedKeyId(service);
  const { endpointId } = await configure(service, { apiKeyId, url: target.url });
  const { apiProjectId } = await service.uploadedProject('samples');
  const { body: generation } = await service.post(START, { apiProjectId });
  await service.settled(generation);
  await until(() => target.deliveries.length >= 3);
  await systemClock.sleep(200);
  expect(types(target.deliveries)).toEqual(['generation.completed', 'generation.processing', 'generation.queued']);
  const { secret } = (await service.post(PATHS.secret, { endpointId }, service.adminKey)).body;
  for (const { headers, body } of target.deliveries) {
    expect(verifyWebhook({ secret, headers, body, now: Date.now() }).kind).toBe('authentic');
    const payload = JSON.parse(body.toString());
    expect(Object.keys(payload).sort()).toEqual(FIELDS);
    webhookEventPayload.parse(payload);
    expect(payload).toMatchObject({
      apiKeyId,
      apiProjectId,
      generationId: generation.generationId,
      modelKey: 'service-3.5',
      hasVideo: false,
      error: null,
      errorDetails: null,
      status: { queued: 'queued', processing: 'processing', completed: 'complete' }[
        payload.eventType.split('.')[1] as string
      ],
    });
  }
  expect(new Set(payloads(target.deliveries).map(({ eventId }) => eventId)).size).toBe(3);
  expect(new Set(target.deliveries.map(({ headers }) => headers['vendor-id'])).size).toBe(3);
});

test('a failure is told as error, with what is wrong', async () => {
  const engine = createFakeEngine(() => ({ kind: 'refuse', code: 'mediaNoSound' }));
  const service = await startDelivering({ spawn: engine.spawn });
  const target = await receiver();
  await configure(service, {
    apiKeyId: await scopedKeyId(service),
    url: target.url,
    eventTypes: ['generation.failed'],
  });
  const { apiProjectId } = await service.uploadedProject('samples');
  const { body: generation } = await service.post(START, { apiProjectId });
  const { error } = await service.settled(generation);
  await until(() => target.deliveries.length === 1);
  expect(payloads(target.deliveries)).toMatchObject([
    { eventType: 'generation.failed', status: 'error', error, errorDetails: { code: 'mediaNoSound' } },
  ]);
});

test('only live endpoints of the key that started the generation are told, of what they selected', async () => {
  const service = await startDelivering();
  const target = await receiver();
  const apiKeyId = await scopedKeyId(service);
  const at = (path: string) => `${target.url}/${path}`;
  await configure(service, { apiKeyId, url: at('ends'), eventTypes: ['generation.completed', 'generation.failed'] });
  await configure(service, { apiKeyId, url: at('test'), mode: 'test' });
  await configure(service, { url: at('other-key') });
  const all = await configure(service, { apiKeyId, url: at('all'), eventTypes: ['generation.failed'] });
  const updated = await service.post(PATHS.update, { endpointId: all.endpointId, eventTypes: [] }, service.adminKey);
  expect(updated.body).toMatchObject({ endpointId: all.endpointId, eventTypes: [] });
  const { apiProjectId } = await service.uploadedProject('samples');
  const { body: generation } = await service.post(START, { apiProjectId });
  await service.settled(generation);
  await until(() => target.deliveries.length >= 4);
  await systemClock.sleep(200);
  const told = target.deliveries.map(({ path, body }) => `${path} ${JSON.parse(body.toString()).eventType}`);
  expect(told.sort()).toEqual([
    '/hook/all generation.completed',
    '/hook/all generation.processing',
    '/hook/all generation.queued',
    '/hook/ends generation.completed',
  ]);
});

test('a service that stops in the middle reports at its next start that the generation is queued again', async () => {
  const first = await startDelivering({ spawn: createFakeEngine(() => ({ kind: 'hang' })).spawn });
  const target = await receiver();
  await configure(first, { apiKeyId: await scopedKeyId(first), url: target.url });
  const { apiProjectId } = await first.uploadedProject('samples');
  await first.post(START, { apiProjectId });
  await until(() => target.deliveries.length === 2);
  await first.close();
  await startDelivering({ dataDirectory: first.dataDirectory });
  await until(() => target.deliveries.length >= 5);
  await systemClock.sleep(200);
  expect(types(target.deliveries)).toEqual([
    'generation.completed',
    'generation.processing',
    'generation.processing',
    'generation.queued',
    'generation.queued',
  ]);
});

test('undelivered messages are delivered at the next start', async () => {
  const first = await startDelivering();
  // Takes nothing: the answer never comes.
  const target = await receiver((_delivery, response, count) => {
    if (count > 3) response.end();
  });
  await configure(first, { apiKeyId: await scopedKeyId(first), url: target.url });
  const { apiProjectId } = await first.uploadedProject('samples');
  const { body: generation } = await first.post(START, { apiProjectId });
  await first.settled(generation);
  await until(() => target.deliveries.length === 3);
  const before = Date.now();
  await first.close();
  expect(Date.now() - before).toBeLessThan(5000);
  await startDelivering({ dataDirectory: first.dataDirectory });
  await until(() => target.deliveries.length === 6);
  const ids = target.deliveries.map(({ headers }) => headers['vendor-id']);
  expect(ids.slice(3).sort()).toEqual(ids.slice(0, 3).sort());
});

test('without permission nothing is delivered to this computer, and the log says why', async () => {
  const service = await startDelivering({ configuration: { webhooks: { allowPrivateAddresses: false } } });
  const target = await receiver();
  const apiKeyId = await scopedKeyId(service);
  const { port } = new URL(target.url);
  const { endpointId } = await configure(service, { apiKeyId, url: target.url });
  await configure(service, { apiKeyId, url: `https://localhost:${port}/hook` });
  const { apiProjectId } = await service.uploadedProject('samples');
  await service.post(START, { apiProjectId });
  const log = () => service.post(PATHS.deliveries, { endpointId }, service.adminKey);
  await until(async () => {
    const { deliveries } = (await log()).body;
    return deliveries.length === 3 && deliveries.every((delivery: { attempts: [] }) => delivery.attempts.length > 0);
  });
  for (const { status, attempts } of (await log()).body.deliveries) {
    expect([status, attempts[0].statusCode]).toEqual(['pending', null]);
    expect(attempts[0].error).toContain('not on the public internet');
  }
  expect(target.deliveries).toHaveLength(0);
});

test('while delivery is switched off events wait, and are delivered once it is on again', async () => {
  const target = await receiver();
  const first = await startDelivering();
  await configure(first, { apiKeyId: await scopedKeyId(first), url: target.url, eventTypes: ['generation.completed'] });
  const { apiProjectId } = await first.uploadedProject('samples');
  await first.close();

  const warned: string[] = [];
  const log = { ...silentLog, warn: (message: string) => warned.push(message) };
  const off = await startDelivering({
    dataDirectory: first.dataDirectory,
    log,
    configuration: { webhooks: { delivery: false } },
  });
  expect(warned).toContainEqual(expect.stringContaining('delivery of webhooks is switched off'));
  const { body: generation } = await off.post(START, { apiProjectId }, first.apiKey);
  await off.settled(generation, first.apiKey);
  await off.close();
  expect(target.deliveries).toHaveLength(0);

  await startDelivering({ dataDirectory: first.dataDirectory });
  await until(() => target.deliveries.length === 1);
  expect(types(target.deliveries)).toEqual(['generation.completed']);
});
