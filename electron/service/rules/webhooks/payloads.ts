/** The payloads of webhook messages (service specification, "Webhook event payload"): the exact bytes that are signed and sent. */

import type { ModelId } from '../../../../shared/domain/models.ts';
import type { GenerationStatus } from '../../../../shared/service-api/bodies.ts';
import {
  type EventType,
  eventOfStatus,
  statusOfEvent,
  takesEvent,
  type WebhookEventPayload,
} from '../../../../shared/service-api/webhooks.ts';

/** A generation after the change that its event reports. */
interface AnnouncedGeneration {
  readonly generationId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly model: ModelId;
  readonly status: GenerationStatus;
  readonly hasVideo: boolean;
  readonly error: string | null;
  readonly errorDetails: Readonly<Record<string, unknown>> | null;
}

/**
 * The message of a status change, for the live endpoints of the generation's key; null when the key has none.
 * @param endpoints all live ones of the key
 * @param now milliseconds since the epoch
 */
export function statusMessage<Endpoint extends { readonly eventTypes: readonly EventType[] }>(
  generation: AnnouncedGeneration,
  endpoints: readonly Endpoint[],
  now: number,
) {
  if (endpoints.length === 0) return null;
  const { userId, keyId, generationId } = generation;
  const { eventType } = eventOfStatus(generation.status);
  return {
    message: { userId, keyId, mode: 'live', eventType, generationId, createdAt: now } as const,
    payload: (eventId: string) => statusPayload(generation, eventId, now),
    endpoints: endpoints.filter(({ eventTypes }) => takesEvent(eventTypes, eventType)),
  };
}

/** @param now milliseconds since the epoch */
function statusPayload(generation: AnnouncedGeneration, eventId: string, now: number): Buffer {
  const payload: WebhookEventPayload = {
    ...eventOfStatus(generation.status),
    eventId,
    createdAt: new Date(now).toISOString(),
    apiKeyId: generation.keyId,
    apiProjectId: generation.projectId,
    generationId: generation.generationId,
    hasVideo: generation.hasVideo,
    modelKey: generation.model,
    error: generation.error,
    errorDetails: generation.errorDetails === null ? null : { ...generation.errorDetails },
  };
  return Buffer.from(JSON.stringify(payload));
}

export interface TestEvent {
  readonly eventType: EventType;
  readonly eventId: string;
  readonly apiKeyId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The payload of a test event: the fields of a real one, overridden by the caller's sample except for those that the service sets.
 * @param sample plain JSON; its fields stay fields whatever their names
 */
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
  // Not by assignment, which would make a field named __proto__ the prototype.
  const merged = Object.fromEntries([...Object.entries(generated), ...Object.entries(sample), ...Object.entries(own)]);
  return Buffer.from(JSON.stringify(merged));
}
