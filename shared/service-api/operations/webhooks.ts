/** Calls on webhooks (service specification, "POST /v1/webhooks/configure" and "POST /v1/webhooks/send_test_event"). */

import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { EVENT_TYPES, WEBHOOK_MODES, webhookConfiguration, webhookUrl } from '../webhooks.ts';

const identifier = z.string().min(1).max(200);
const mode = z.enum(WEBHOOK_MODES);
const eventType = z.enum(EVENT_TYPES);
/** As the payload's own table has them. What the service sets itself may be anything here, and is not looked at. */
const samplePayload = z.looseObject({
  apiProjectId: z.string().max(200).optional(),
  generationId: z.string().max(200).optional(),
  hasVideo: z.boolean().optional(),
  modelKey: z.string().max(100).optional(),
  error: z.string().nullish(),
  errorDetails: z.record(z.string(), z.unknown()).nullish(),
});

export const configureWebhook = defineOperation({
  path: '/v1/webhooks/configure',
  summary: 'Configure an endpoint for the webhooks of a key.',
  needs: ['admin', 'webhooks:write'],
  body: z.object({
    mode,
    url: webhookUrl,
    eventTypes: z.array(eventType).min(1).max(100),
    apiKeyId: identifier.optional().describe('The key whose events it receives; the calling key without it.'),
  }),
  answer: z.object({ webhook: webhookConfiguration }),
  refusals: {
    400: 'Invalid JSON body; mode not test or live; url not HTTPS; eventTypes not a non-empty array; unsupported event type; the key has 50 endpoints in this mode, or the account 1,000.',
    404: 'Target API key not found.',
    503: 'Delivery provider not configured (retryable).',
  },
  fault: 'The endpoint could not be configured.',
});

export const sendTestEvent = defineOperation({
  path: '/v1/webhooks/send_test_event',
  summary: 'Send a test event to all endpoints of the calling key in a mode, whatever they are subscribed to.',
  needs: ['read'],
  body: z.object({
    eventType,
    mode,
    apiKeyId: identifier.optional().describe('Must be the calling key.'),
    samplePayload: samplePayload
      .optional()
      .describe(
        'Merged into the payload. The service sets eventType, eventId, createdAt, apiKeyId and status whatever it says.',
      ),
  }),
  answer: z.object({
    vendorMessageId: z.string(),
    eventId: z.string(),
    eventType,
    mode,
    endpoints: z
      .array(z.object({ endpointId: z.string(), url: z.string(), sent: z.boolean() }))
      .describe('The endpoints of the key in the mode. A disabled one is not sent to; the event can be recovered.'),
    notice: z.string().nullable().describe('Says so when no endpoint gets the event.'),
  }),
  refusals: {
    400: 'Invalid JSON body; eventType missing or unsupported; mode not test or live; samplePayload not an object or with a field of the wrong type, or the payload is larger than 20,000 bytes.',
    403: 'Key not active, read missing, or apiKeyId does not match.',
    500: 'Provider not configured, or send failed (retryable).',
  },
  fault: 'The test event could not be sent.',
});
