/** Webhooks as clients see them. */

import type { z } from 'zod';
import type {
  listDeliveries,
  listEndpoints,
  listMessages,
} from '../../../../shared/service-api/operations/portal-webhooks.ts';
import type { webhookConfiguration } from '../../../../shared/service-api/webhooks.ts';
import type { LoggedDelivery, OwnedEndpoint, WebhookMessage } from '../../store/webhook-port.ts';
import { optionalTime, timeText } from './common.ts';

type ItemOf<List extends { answer: z.ZodType }, Name extends keyof z.infer<List['answer']>> = z.infer<
  List['answer']
>[Name] extends (infer Item)[]
  ? Item
  : never;

/** The resource of the specification ("Webhook configuration"). */
export function configurationView({ endpoint, appId }: OwnedEndpoint): z.infer<typeof webhookConfiguration> {
  return {
    apiKeyId: endpoint.keyId,
    mode: endpoint.mode,
    vendorEnv: 'local',
    appId,
    endpointId: endpoint.endpointId,
    eventTypes: [...endpoint.eventTypes],
    url: endpoint.url,
    signing: 'vendor',
    updatedAt: timeText(endpoint.updatedAt),
    updatedByKeyId: endpoint.updatedByKeyId,
  };
}

export function endpointView(owned: OwnedEndpoint): ItemOf<typeof listEndpoints, 'endpoints'> {
  const { enabled, disabledReason, createdAt, failingSince } = owned.endpoint;
  return {
    ...configurationView(owned),
    enabled,
    disabledReason,
    createdAt: timeText(createdAt),
    failingSince: optionalTime(failingSince),
  };
}

export function messageView(message: WebhookMessage): ItemOf<typeof listMessages, 'messages'> {
  const { messageId, keyId, mode, eventType, eventId, generationId, payload, createdAt } = message;
  return {
    messageId,
    apiKeyId: keyId,
    mode,
    eventType,
    eventId,
    generationId,
    payload: JSON.parse(payload.toString('utf8')),
    createdAt: timeText(createdAt),
  };
}

export function deliveryView(logged: LoggedDelivery): ItemOf<typeof listDeliveries, 'deliveries'> {
  const { deliveryId, messageId, endpointId, status, nextAttemptAt } = logged.delivery;
  return {
    deliveryId,
    messageId,
    endpointId,
    eventType: logged.eventType,
    status,
    attempts: logged.attempts.map(({ at, statusCode, error, durationMs, trigger, answer }) => ({
      at: timeText(at),
      statusCode,
      error,
      durationMs,
      trigger,
      answer,
    })),
    nextAttemptAt: optionalTime(nextAttemptAt),
  };
}
