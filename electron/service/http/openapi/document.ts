/** The OpenAPI 3.1 document of the service, built from the schemas that validate its bodies and answers. */

import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { createDocument, type oas31 } from 'zod-openapi';
import type { Operation } from '../../../../shared/service-api/operation.ts';
import { EVENT_TYPES, type EventType, webhookEventPayload } from '../../../../shared/service-api/webhooks.ts';
import { describeOperation } from './operation-item.ts';
import { describeDocument, describeStorage, OPENAPI_PATH } from './signed-items.ts';

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

/** The three headers that carry a key (service specification, "Authentication", rule 1). */
const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <API_KEY>' },
  xApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  xiApiKey: { type: 'apiKey', in: 'header', name: 'Xi-Api-Key' },
} as const satisfies Record<string, oas31.SecuritySchemeObject>;

/** The version of the API, not of the program: it changes when a path or an answer changes. */
const API_VERSION = '1.1.0';

const DESCRIPTION = `Speech restoration: create a project, upload its medium, start generations, follow their progress, download their outputs.

Every call is a POST of a JSON object and needs an API key in one of three headers. Amounts of money are integers in micro-USD (a millionth of a dollar), times are ISO 8601. Fields that a body has beside those described are ignored unless the description says otherwise. \`x-permissions\` names what a key needs for a call: all of it.`;

/** @param operations those that this service answers */
export function createOpenApiDocument(operations: readonly Operation[]): ReturnType<typeof createDocument> {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Cleartake speech restoration service',
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: '/' }],
    security: Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] })),
    paths: {
      ...Object.fromEntries(operations.map((operation) => [operation.path, describeOperation(operation)])),
      ...describeStorage(),
      [OPENAPI_PATH]: describeDocument(),
    },
    webhooks: describeWebhooks(),
    components: { securitySchemes: SECURITY_SCHEMES },
  });
}

function describeWebhooks(): Record<EventType, ZodOpenApiPathItemObject> {
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
