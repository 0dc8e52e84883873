/** A desk whose receiver was off for a day asks for what it missed, over a window of that day. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { freePort } from '../../../harness/remote/listen.ts';
import { startDelivering } from '../../../harness/service/webhook-helpers.ts';
import { until } from '../../../harness/until.ts';

const HOUR_MS = 3_600_000;
const RECORDINGS = 5;
/** Queued, processing, completed. */
const EVENTS = RECORDINGS * 3;

test('after a day without its receiver, the desk recovers every event and counts each once', {
  tags: 'long',
}, async () => {
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const { webhooks } = client;
  const { certificateFile } = await webhooks.setReceiver({ on: true, port: await freePort() });
  const trusted = readFileSync(certificateFile ?? '', 'utf8');
  // A rehearsal moves the time of the service, and not that of this computer, which signatures are dated with.
  const service = await startDelivering({
    rehearsal: true,
    configuration: { webhooks: { allowPrivateAddresses: true, trustedCertificates: trusted } },
  });
  const prices = { 'service-2': 0, 'service-3.5': 0 };
  const details = { name: 'Studio', baseUrl: service.baseUrl, headerStyle: 'bearer' as const, prices };
  const { id: connectionId } = await client.connections.add({ ...details, key: service.apiKey });
  await client.keys.setAdmin({ connectionId, key: service.adminKey });
  await webhooks.receive({ connectionId });
  const [endpoint] = (await webhooks.list({ connectionId })).endpoints;
  const endpointId = endpoint?.endpointId ?? '';
  await webhooks.setReceiver({ on: false });

  const since = new Date().toISOString();
  const generations: string[] = [];
  for (let one = 0; one < RECORDINGS; one++) {
    const { apiProjectId } = await service.uploadedProject(`samples ${one}`);
    const { body } = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
    await service.settled(body);
    generations.push(apiProjectId);
  }
  for (let hour = 0; hour < 24; hour++) {
    await service.post(LOCAL_PATHS.rehearsal, { moveClockMs: HOUR_MS }, service.adminKey);
  }
  await until(async () => {
    const { deliveries } = await webhooks.deliveries({ connectionId, endpointId });
    return deliveries.filter(({ attempts }) => attempts.length > 1).length === EVENTS;
  });

  await webhooks.setReceiver({ on: true });
  expect((await webhooks.receiver()).counted).toBe(0);
  const before = new Date(Date.parse(since) - HOUR_MS).toISOString();
  // Nothing happened in the hour before; all of it in the day after.
  expect(await webhooks.recover({ connectionId, endpointId, since: before, until: since })).toEqual({ recovered: 0 });
  expect(await webhooks.recover({ connectionId, endpointId, since })).toEqual({ recovered: EVENTS });
  await until(async () => (await webhooks.receiver()).counted === EVENTS);
  // A second request finds nothing that is still missing, and an event that comes twice isn't counted again.
  await until(async () => {
    const { deliveries } = await webhooks.deliveries({ connectionId, endpointId, status: 'delivered' });
    return deliveries.length === EVENTS;
  });
  expect(await webhooks.recover({ connectionId, endpointId, since })).toEqual({ recovered: 0 });
  const { deliveries } = await webhooks.deliveries({ connectionId, endpointId });
  await webhooks.resend({ connectionId, endpointId, messageId: deliveries[0]?.messageId ?? '' });
  await until(async () => (await webhooks.receiver()).arrived.some(({ times }) => times > 1));
  const { arrived, counted, refused } = await webhooks.receiver();
  expect([counted, refused, arrived.length]).toEqual([EVENTS, 0, EVENTS]);
  const completed = arrived.filter(({ eventType }) => eventType === 'generation.completed');
  expect(completed.map(({ projectId }) => projectId).sort()).toEqual(generations.sort());
});
