/** Status changes become webhook messages in the transaction that makes the change, so that none is lost and none is told twice. */

import { eventOfStatus, type WebhookEventPayload } from '../../../../../shared/service-api/webhook-events.ts';
import type { Generation } from '../../records.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';
import { addMessage, endpointsOf, takers } from './steps.ts';

/**
 * Writes the message of a status change, and its deliveries, for the live endpoints of the key that started the generation. A key
 * without any gets none. Runs inside an open transaction.
 * @param generation as it is after the change
 */
export function recordStatusChange(database: ServiceDatabase, generation: Generation, now: number): void {
  const { userId, keyId, generationId } = generation;
  const endpoints = endpointsOf(database, keyId, 'live');
  if (endpoints.length === 0) return;
  const { eventType } = eventOfStatus(generation.status);
  const message = { userId, keyId, mode: 'live', eventType, generationId, createdAt: now } as const;
  const payload = (eventId: string) => Buffer.from(JSON.stringify(payloadOf(generation, eventId, now)));
  addMessage(database, message, payload, takers(endpoints, eventType));
}

/** Field by field as the specification's table has it ("Webhook event payload"). */
function payloadOf(generation: Generation, eventId: string, now: number): WebhookEventPayload {
  return {
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
}
