/** The webhooks of the document: the deliveries that the service sends (service specification, "Events"). */

import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { EVENT_TYPES, type EventType, webhookEventPayload } from '../../../../shared/service-api/webhooks.ts';

const SENT_WHEN: Readonly<Record<EventType, string>> = {
  'generation.queued': 'A generation is queued.',
  'generation.processing': 'Processing begins.',
  'generation.failed': 'Processing fails.',
  'generation.completed': 'Processing finishes.',
};

const payload = webhookEventPayload.meta({ id: 'WebhookEvent' });

const headers = z.object({
  'vendor-id': z.string().describe('Of the message: the same at every retry.'),
  'vendor-timestamp': z.string().describe('Seconds since the epoch at which it was sent.'),
  'vendor-signature': z
    .string()
    .describe('v1,<base64> of HMAC-SHA256 over id.timestamp.rawBody, one for each valid secret, with spaces between.'),
});

export function describeWebhooks(): Record<EventType, ZodOpenApiPathItemObject> {
  const items = EVENT_TYPES.map((eventType) => [eventType, describeEvent(eventType)]);
  return Object.fromEntries(items) as Record<EventType, ZodOpenApiPathItemObject>;
}

function describeEvent(eventType: EventType): ZodOpenApiPathItemObject {
  return {
    post: {
      operationId: eventType.replace('.', '_'),
      summary: SENT_WHEN[eventType],
      security: [],
      requestParams: { header: headers },
      requestBody: { required: true, content: { 'application/json': { schema: payload } } },
      responses: {
        200: { description: 'Taken. Any other status is a failure, and the delivery is tried again.' },
        400: { description: 'What a receiver answers when the signature does not fit.' },
      },
    },
  };
}
