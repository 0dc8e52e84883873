/** Endpoints of webhooks on the wire (service specification, "Webhook configuration"). */

import { z } from 'zod';
import { EVENT_TYPES, WEBHOOK_MODES } from './webhook-events.ts';

const LONGEST_URL = 2048;

export const webhookUrl = z
  .url({ protocol: /^https$/ })
  .max(LONGEST_URL)
  .describe('HTTPS URL that receives deliveries, without user name and password.');

export const webhookConfiguration = z.object({
  apiKeyId: z.string(),
  mode: z.enum(WEBHOOK_MODES),
  vendorEnv: z.literal('local'),
  appId: z.string(),
  endpointId: z.string(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  url: z.string(),
  signing: z.literal('vendor'),
  updatedAt: z.iso.datetime(),
  updatedByKeyId: z.string(),
});
