import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { freePort } from '../../../harness/remote/listen.ts';
import { type TestService, temporaryFolder } from '../../../harness/service/test-service.ts';
import { configure, PATHS, scopedKeyId, startDelivering } from '../../../harness/service/webhook-helpers.ts';
import { until } from '../../../harness/until.ts';
import { certificateOf, startTestReceiver, type TestReceiver } from '../../../harness/webhooks/test-receiver.ts';

const HOUR_MS = 3_600_000;
const RECORDINGS = 5;
/** Queued, processing, completed. */
const EVENTS = RECORDINGS * 3;

async function secretOf(service: TestService, endpointId: string): Promise<string> {
  return (await service.post(PATHS.secret, { endpointId }, service.adminKey)).body.secret;
}

async function restoreBatch(service: TestService): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let one = 0; one < RECORDINGS; one++) {
    const { apiProjectId } = await service.uploadedProject(`samples ${one}`);
    const { body } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
    await service.settled(body);
    ids.push(body.generationId);
  }
  return ids.sort();
}

/** Which generations reported their completion. */
function completed(receivers: readonly TestReceiver[]): string[] {
  const events = receivers.flatMap(({ events: own }) => own);
  return events.flatMap((one) => (one.eventType === 'generation.completed' ? [String(one.generationId)] : [])).sort();
}

test('a batch at a real service: every event arrives over TLS and is counted once, across a restart and a resend', {
  tags: 'long',
}, async () => {
  const folder = await temporaryFolder();
  const webhooks = { allowPrivateAddresses: true, trustedCertificates: await certificateOf(folder) };
  const service = await startDelivering({ configuration: { webhooks } });
  const first = await startTestReceiver(folder);
  const { endpointId } = await configure(service, { apiKeyId: await scopedKeyId(service), url: first.url });
  const secret = await secretOf(service, endpointId);
  first.secrets.splice(0, 1, secret);
  const ids = await restoreBatch(service);
  await until(() => first.events.length === EVENTS);
  await first.close();

  const second = await startTestReceiver(folder, { port: first.port });
  onTestFinished(second.close);
  second.secrets.splice(0, 1, secret);
  for (const { delivery: messageId } of first.events) {
    expect((await service.post(PATHS.resend, { messageId, endpointId }, service.adminKey)).status).toBe(200);
  }
  await until(() => second.received.newest(EVENTS).every(({ times }) => times === 2));
  expect(completed([first, second])).toEqual(ids);
  expect(new Set(first.events.map(({ eventId }) => eventId)).size).toBe(EVENTS);
  expect(second.events).toEqual([]);
  expect(second.received.count()).toBe(EVENTS);
});

test('a receiver that is off for a day recovers all events, each counted once', { tags: 'long' }, async () => {
  const folder = await temporaryFolder();
  const webhooks = { allowPrivateAddresses: true, trustedCertificates: await certificateOf(folder) };
  // A rehearsal moves the time of the service, and not that of this computer, which signatures are dated with.
  const service = await startDelivering({ rehearsal: true, configuration: { webhooks } });
  const anHourPasses = () => service.post(LOCAL_PATHS.rehearsal, { moveClockMs: HOUR_MS }, service.adminKey);
  const port = await freePort();
  const url = `https://127.0.0.1:${port}/webhooks`;
  const { endpointId } = await configure(service, { apiKeyId: await scopedKeyId(service), url });
  const since = new Date().toISOString();
  const ids = await restoreBatch(service);
  for (let hour = 0; hour < 24; hour++) await anHourPasses();
  const failures = async () => {
    const { body } = await service.post(PATHS.deliveries, { endpointId }, service.adminKey);
    return body.deliveries.filter(({ attempts }: { attempts: unknown[] }) => attempts.length > 0).length;
  };
  await until(async () => (await failures()) === EVENTS);

  const receiver = await startTestReceiver(folder, { port });
  onTestFinished(receiver.close);
  receiver.secrets.splice(0, 1, await secretOf(service, endpointId));
  const { body } = await service.post(PATHS.recover, { endpointId, since }, service.adminKey);
  expect(body.recovered).toBeGreaterThan(0);
  await until(() => receiver.events.length >= EVENTS, 20_000);
  // What was still to be tried goes on beside the recovery.
  await anHourPasses();
  await until(async () => {
    const pending = await service.post(PATHS.deliveries, { endpointId, status: 'pending' }, service.adminKey);
    return pending.body.deliveries.length === 0;
  });
  expect(receiver.received.count()).toBe(EVENTS);
  expect(completed([receiver])).toEqual(ids);
  expect(receiver.refusals.count).toBe(0);
});
