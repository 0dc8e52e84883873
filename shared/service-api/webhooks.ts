/** Webhooks on the wire: event types, modes, payload and endpoint configuration (service specification, "Events", "Webhook event payload", "Webhook configuration"). */

import { z } from 'zod';
import { type GenerationStatus, modelKey } from './bodies.ts';

export const EVENT_TYPES = [
  'generation.queued',
  'generation.processing',
  'generation.failed',
  'generation.completed',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const WEBHOOK_MODES = ['test', 'live'] as const;
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

/** Events say `error` where polling says `failed`. */
const EVENT_STATUSES = ['queued', 'processing', 'error', 'complete'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const webhookEventPayload = z.object({
  eventType: z.enum(EVENT_TYPES),
  eventId: z.string(),
  createdAt: z.iso.datetime(),
  apiKeyId: z.string(),
  apiProjectId: z.string(),
  generationId: z.string(),
  status: z.enum(EVENT_STATUSES),
  hasVideo: z.boolean(),
  modelKey,
  error: z.string().nullable(),
  errorDetails: z.record(z.string(), z.unknown()).nullable(),
});
export type WebhookEventPayload = z.infer<typeof webhookEventPayload>;

/** Largest payload, in bytes. */
export const LARGEST_PAYLOAD_BYTES = 20_000;

const OF_STATUS: Readonly<Record<GenerationStatus, { readonly eventType: EventType; readonly status: EventStatus }>> = {
  queued: { eventType: 'generation.queued', status: 'queued' },
  processing: { eventType: 'generation.processing', status: 'processing' },
  failed: { eventType: 'generation.failed', status: 'error' },
  complete: { eventType: 'generation.completed', status: 'complete' },
};

/** The event type of a change to this status, and the status in its payload. */
export function eventOfStatus(status: GenerationStatus): {
  readonly eventType: EventType;
  readonly status: EventStatus;
} {
  return OF_STATUS[status];
}

/** The status in the payload of an event. */
export function statusOfEvent(eventType: EventType): EventStatus {
  const found = Object.values(OF_STATUS).find((event) => event.eventType === eventType);
  return found?.status ?? 'queued';
}

/** Whether an endpoint takes an event. Without a selection it takes all (service specification, "Events"). */
export function takesEvent(selected: readonly string[], eventType: EventType): boolean {
  return selected.length === 0 || selected.includes(eventType);
}

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
