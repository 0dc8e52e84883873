/** Portal calls on webhooks: endpoints, secrets, deliveries, recovering and resending. Extras of the local service. */

import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { EVENT_TYPES, WEBHOOK_MODES, webhookConfiguration, webhookUrl } from '../webhooks.ts';

const identifier = z.string().min(1).max(200);
const mode = z.enum(WEBHOOK_MODES);
const eventType = z.enum(EVENT_TYPES);
const time = z.iso.datetime();
const ofUser = identifier.optional().describe("Another account, for operators; the caller's own without it.");
const page = {
  limit: z.number().int().min(1).max(500).default(100),
  before: identifier.optional().describe('The `next` of the page before.'),
};
const next = z.string().nullable().describe('What to send as `before` for the next page; null on the last one.');
const secret = z.string().refine((text) => text.startsWith('whsec_') && text.length <= 200);
const byEndpoint = z.object({ endpointId: identifier });
const missing = { 400: 'Invalid JSON body, or a field is missing or not valid.', 404: 'Endpoint not found.' };

const endpoint = webhookConfiguration.extend({
  enabled: z.boolean(),
  disabledReason: z.enum(['manual', 'failing']).nullable().describe('`failing`: every attempt failed for five days.'),
  createdAt: time,
  failingSince: time.nullable().describe('Since when every attempt failed; null after a success.'),
});

export const listEndpoints = defineOperation({
  path: '/portal/webhooks/endpoints/list',
  summary: 'List the endpoints of an account, oldest first.',
  needs: ['admin'],
  body: z.object({ userId: ofUser, apiKeyId: identifier.optional(), mode: mode.optional() }),
  answer: z.object({ endpoints: z.array(endpoint) }),
  refusals: { 400: 'Invalid JSON body, or a field is not valid.', 404: 'User not found.' },
  fault: 'The endpoints could not be listed.',
});

export const updateEndpoint = defineOperation({
  path: '/portal/webhooks/endpoints/update',
  summary: 'Change the address and the events of an endpoint.',
  needs: ['admin'],
  body: z.object({
    endpointId: identifier,
    url: webhookUrl.optional(),
    eventTypes: z.array(eventType).max(100).optional().describe('None means every type.'),
  }),
  answer: endpoint,
  refusals: { ...missing, 409: 'The key has another endpoint at this URL in this mode.' },
  fault: 'The endpoint could not be updated.',
});

function act(verb: string, summary: string) {
  return defineOperation({
    path: `/portal/webhooks/endpoints/${verb}`,
    summary,
    needs: ['admin'],
    body: byEndpoint,
    answer: endpoint,
    refusals: missing,
    fault: 'The endpoint could not be changed.',
  });
}

export const enableEndpoint = act('enable', 'Deliver to an endpoint again. What it missed is not sent: recover it.');
export const disableEndpoint = act('disable', 'Deliver nothing to an endpoint, and cancel what is pending.');
export const removeEndpoint = act('remove', 'Remove an endpoint for good, with its secrets.');

export const revealSecret = defineOperation({
  path: '/portal/webhooks/endpoints/secret',
  summary: "Show an endpoint's signing secret.",
  needs: ['admin'],
  body: byEndpoint,
  answer: z.object({ endpointId: z.string(), secret, createdAt: time }),
  refusals: missing,
  fault: 'The secret could not be read.',
});

export const rotateSecret = defineOperation({
  path: '/portal/webhooks/endpoints/rotate_secret',
  summary: 'Give an endpoint a new signing secret. For a day, deliveries are signed with the previous one too.',
  needs: ['admin'],
  body: z.object({
    endpointId: identifier,
    immediately: z
      .boolean()
      .default(false)
      .describe('For a secret that leaked: it and those before it sign nothing from now on.'),
  }),
  answer: z.object({ endpointId: z.string(), secret, previousValidUntil: time }),
  refusals: { ...missing, 409: 'Ten secrets that were rotated away are still valid.' },
  fault: 'The secret could not be rotated.',
});

export const recoverEndpoint = defineOperation({
  path: '/portal/webhooks/endpoints/recover',
  summary:
    'Send the messages that an endpoint missed in a time window again. The window is at most fourteen days long.',
  needs: ['admin'],
  body: z.object({ endpointId: identifier, since: time, until: time.optional().describe('Now without it.') }),
  answer: z.object({ endpointId: z.string(), recovered: z.number().int() }),
  refusals: { ...missing, 409: { endpointDisabled: 'The endpoint is disabled.' }, 503: 'Delivery is switched off.' },
  fault: 'The messages could not be recovered.',
});

export const resendMessage = defineOperation({
  path: '/portal/webhooks/messages/resend',
  summary: 'Send one message again to an endpoint of its key and mode. One attempt, without retries.',
  needs: ['admin'],
  body: z.object({ messageId: identifier, endpointId: identifier }),
  answer: z.object({ deliveryId: z.string() }),
  refusals: {
    400: 'Invalid JSON body, or a field is missing.',
    404: 'Message or endpoint not found, or they are of different keys or modes.',
    409: { endpointDisabled: 'The endpoint is disabled.' },
    503: 'Delivery is switched off.',
  },
  fault: 'The message could not be sent again.',
});

export const listMessages = defineOperation({
  path: '/portal/webhooks/messages/list',
  summary:
    'List the messages of an account, newest first. They are kept for ninety days, and of test events the newest 1,000.',
  needs: ['admin'],
  body: z.object({ userId: ofUser, apiKeyId: identifier.optional(), ...page }),
  answer: z.object({
    messages: z.array(
      z.object({
        messageId: z.string().describe('What deliveries carry as vendor-id.'),
        apiKeyId: z.string(),
        mode,
        eventType,
        eventId: z.string(),
        generationId: z.string().nullable().describe('Null for test events.'),
        payload: z.record(z.string(), z.unknown()),
        createdAt: time,
      }),
    ),
    next,
  }),
  refusals: { 400: 'Invalid JSON body, or a field is not valid.', 404: 'User not found, or no such message `before`.' },
  fault: 'The messages could not be listed.',
});

const attempt = z.object({
  at: time,
  statusCode: z.number().int().nullable().describe('Null when no answer came.'),
  error: z.string().nullable().describe('Why it failed; null when it succeeded.'),
  durationMs: z.number().int(),
  trigger: z.enum(['automatic', 'recovery', 'manual']),
  answer: z.string().nullable().describe('The first 1,000 characters of what the receiver answered.'),
});

export const listDeliveries = defineOperation({
  path: '/portal/webhooks/deliveries/list',
  summary: 'List deliveries with their attempts, newest first.',
  needs: ['admin'],
  body: z.object({
    userId: ofUser,
    endpointId: identifier.optional(),
    messageId: identifier.optional(),
    status: z.enum(['pending', 'delivered', 'failed', 'cancelled']).optional(),
    ...page,
  }),
  answer: z.object({
    deliveries: z.array(
      z.object({
        deliveryId: z.string(),
        messageId: z.string(),
        endpointId: z.string(),
        eventType,
        status: z
          .enum(['pending', 'delivered', 'failed', 'cancelled'])
          .describe('`cancelled`: the endpoint was disabled. Recovery brings it back.'),
        attempts: z.array(attempt).describe('The last fifty, oldest first.'),
        nextAttemptAt: time.nullable(),
      }),
    ),
    next,
  }),
  refusals: {
    400: 'Invalid JSON body, or a field is not valid.',
    404: 'User not found, or no such delivery `before`.',
  },
  fault: 'The deliveries could not be listed.',
});
