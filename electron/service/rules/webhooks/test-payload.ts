/** The payload of a test event: what a real one has, with the caller's sample merged in where the service does not insist. */

import {
  type EventType,
  statusOfEvent,
  type WebhookEventPayload,
} from '../../../../shared/service-api/webhook-events.ts';

export interface TestEvent {
  readonly eventType: EventType;
  readonly eventId: string;
  readonly apiKeyId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The bytes to sign and send. @param sample plain JSON; whatever its fields are called, they stay fields */
export function testPayload(
  { eventType, eventId, apiKeyId, now }: TestEvent,
  sample: Readonly<Record<string, unknown>>,
): Buffer {
  const status = statusOfEvent(eventType);
  const failed = status === 'error';
  const generated: WebhookEventPayload = {
    eventType,
    eventId,
    createdAt: new Date(now).toISOString(),
    apiKeyId,
    apiProjectId: 'prj_test',
    generationId: 'gen_test',
    status,
    hasVideo: false,
    modelKey: 'service-2',
    error: failed ? 'This is a test event.' : null,
    errorDetails: failed ? { code: 'test' } : null,
  };
  const own = { eventType, eventId, createdAt: generated.createdAt, apiKeyId, status };
  // Not by assignment: a field named __proto__ would become the prototype instead.
  const merged = Object.fromEntries([...Object.entries(generated), ...Object.entries(sample), ...Object.entries(own)]);
  return Buffer.from(JSON.stringify(merged));
}
