import { expect, test, vi } from 'vitest';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { startService } from '../../../harness/service/test-service.ts';

const DAY_MS = 24 * 3_600_000;

test('an endpoint that has failed for five days is switched off within a minute of rehearsal', async () => {
  const service = await startService({ rehearsal: true, configuration: { webhooks: { allowPrivateAddresses: true } } });
  const portal = async (path: string, body: unknown) => (await service.post(path, body, service.adminKey)).body;
  // Nothing listens there.
  const { webhook } = await portal('/v1/webhooks/configure', {
    mode: 'live',
    url: 'https://127.0.0.1:9/',
    eventTypes: ['generation.queued'],
  });
  const endpoint = async () => (await portal('/portal/webhooks/endpoints/list', {})).endpoints[0];
  expect(await endpoint()).toMatchObject({ endpointId: webhook.endpointId, enabled: true, failingSince: null });
  const { apiProjectId } = await service.uploadedProject('samples');
  const start = () => service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId }, service.adminKey);

  await start();
  await vi.waitFor(async () => expect((await endpoint()).failingSince).not.toBeNull(), 10_000);
  expect((await endpoint()).enabled).toBe(true);
  await portal(LOCAL_PATHS.rehearsal, { moveClockMs: 6 * DAY_MS });
  await start();
  await vi.waitFor(async () => expect((await endpoint()).enabled).toBe(false), 10_000);
  expect((await endpoint()).disabledReason).toBe('failing');
});
