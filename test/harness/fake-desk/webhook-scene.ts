/** Webhooks with a past: endpoints in every state, deliveries that failed, and a receiver that got some. */

import type { FakeWebhooks } from './webhook-handlers.ts';

export function seedWebhooks({ webhooks }: { readonly webhooks: FakeWebhooks }): void {
  const own = {
    mode: 'live',
    apiKeyId: 'key_producer',
    enabled: true,
    disabledReason: null,
    failingSince: null,
  } as const;
  webhooks.endpoints.push(
    { ...own, endpointId: 'ep_1', url: 'https://127.0.0.1:4781/webhooks/built-in', eventTypes: [] },
    {
      ...own,
      endpointId: 'ep_2',
      url: 'https://hooks.northfield.example/ct',
      eventTypes: ['generation.completed', 'generation.failed'],
      failingSince: '2026-11-23T12:00:00.000Z',
    },
    {
      ...own,
      endpointId: 'ep_3',
      url: 'https://intake.oldtown.example',
      eventTypes: [],
      enabled: false,
      disabledReason: 'failing',
    },
  );
  const attempt = { at: '2026-11-23T12:00:41.000Z', statusCode: 200, error: null, durationMs: 6 };
  const failed = {
    ...attempt,
    statusCode: 500,
    durationMs: 214,
    error: 'The receiver answered 500; only 200 counts as delivered.',
  };
  const event = { eventType: 'generation.completed', nextAttemptAt: null } as const;
  webhooks.deliveries.push(
    {
      ...event,
      deliveryId: 'd3',
      messageId: 'msg_3',
      endpointId: 'ep_2',
      status: 'pending',
      attempts: [failed, failed],
      nextAttemptAt: '2026-11-23T12:05:46.000Z',
    },
    { ...event, deliveryId: 'd2', messageId: 'msg_2', endpointId: 'ep_1', status: 'delivered', attempts: [attempt] },
    { ...event, deliveryId: 'd1', messageId: 'msg_1', endpointId: 'ep_3', status: 'cancelled', attempts: [] },
  );
  const at = Date.parse('2026-11-23T12:01:12.000Z');
  const arrived = { connectionId: 'built-in', projectId: 'prj_41', times: 1 };
  webhooks.receiver = {
    ...webhooks.receiver,
    on: true,
    certificateFile: '/home/ada/.local/share/Cleartake/webhooks/certificate.pem',
    counted: 214,
    refused: 3,
    arrived: [
      { ...arrived, at, eventType: 'generation.completed' },
      { ...arrived, at: at - 31_000, eventType: 'generation.processing', times: 2 },
      { ...arrived, at: at - 33_000, eventType: 'generation.queued' },
    ],
    refusals: [
      { at: at - 60_000, reason: 'signature' },
      { at: at - 95_000, reason: 'timestamp' },
    ],
  };
}
