/** Webhooks of a connection, and the receiver on this computer. A signing secret comes out only where a person asks to see it. */

import { oc } from '@orpc/contract';
import { z } from 'zod';
import { WEBHOOK_REFUSALS } from '../domain/webhooks/refusals.ts';
import { EVENT_TYPES, WEBHOOK_MODES } from '../service-api/webhooks.ts';
import { refusals } from './refusals.ts';

const connectionId = z.string().min(1).max(100);
const identifier = z.string().min(1).max(200);
const mode = z.enum(WEBHOOK_MODES);
const eventType = z.enum(EVENT_TYPES);
const address = z.url({ protocol: /^https$/ }).max(2048);
const oneEndpoint = z.object({ connectionId, endpointId: identifier });
const time = z.iso.datetime();

const endpointView = z.object({
  endpointId: z.string(),
  address: z.string(),
  mode: z.string(),
  /** None means every type. */
  eventTypes: z.array(z.string()),
  /** The API key whose events it gets, by its id. */
  owner: z.string(),
  enabled: z.boolean(),
  disabledReason: z.enum(['manual', 'failing']).nullable(),
  /** Since when every attempt failed, ISO 8601; null after a success. */
  failingSince: z.string().nullable(),
});
export type WebhookEndpointView = z.infer<typeof endpointView>;

const attemptView = z.object({
  at: z.string(),
  statusCode: z.number().nullable(),
  error: z.string().nullable(),
  durationMs: z.number(),
});

const deliveryView = z.object({
  deliveryId: z.string(),
  messageId: z.string(),
  endpointId: z.string(),
  eventType: z.string(),
  status: z.enum(['pending', 'delivered', 'failed', 'cancelled']),
  attempts: z.array(attemptView),
  nextAttemptAt: z.string().nullable(),
});
export type WebhookDeliveryView = z.infer<typeof deliveryView>;

const messageView = z.object({
  messageId: z.string(),
  mode: z.string(),
  eventType: z.string(),
  /** Null for test events. */
  generationId: z.string().nullable(),
  /** Id of the API key whose event it is. */
  owner: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  payload: z.record(z.string(), z.unknown()),
});

const receiverView = z.object({
  on: z.boolean(),
  /** Why it doesn't listen although it is on; null when it listens, or is off. */
  problem: z.string().nullable(),
  /** Of 127.0.0.1. */
  port: z.number(),
  /** Where services reach the person's own proxy or tunnel, which forwards plain HTTP; null for HTTPS on this computer. */
  publicAddress: z.string().nullable(),
  /** File of the certificate, for services that are to trust it; null behind a proxy. */
  certificateFile: z.string().nullable(),
  /** Events that are remembered, each counted once. */
  counted: z.number(),
  /** Requests that were refused since the receiver was switched on. */
  refused: z.number(),
  /** Where each connection's service delivers, and whether there is a signing secret for it. */
  sources: z.array(z.object({ connectionId: z.string(), address: z.string(), isReady: z.boolean() })),
  /** Newest first. */
  arrived: z.array(
    z.object({
      at: z.number(),
      connectionId: z.string(),
      eventType: z.string(),
      projectId: z.string().nullable(),
      /** How often it was delivered. */
      times: z.number(),
    }),
  ),
  refusals: z.array(z.object({ at: z.number(), reason: z.enum(WEBHOOK_REFUSALS) })),
});
export type WebhookReceiverView = z.infer<typeof receiverView>;

export const webhooksContract = {
  /** The endpoints of an account. Cleartake's own service only: others have no such call. */
  list: oc
    .errors(refusals)
    .input(z.object({ connectionId }))
    .output(z.object({ endpoints: z.array(endpointView) })),
  /** @param owner id of the API key whose events it gets; the one that the connection restores with without it */
  configure: oc
    .errors(refusals)
    .input(
      z.object({
        connectionId,
        mode,
        address,
        eventTypes: z.array(eventType).min(1).max(EVENT_TYPES.length),
        owner: identifier.optional(),
      }),
    )
    .output(z.object({ endpointId: z.string(), address: z.string() })),
  /** Sends a test event to the endpoints of the connection's key. `reached` is null where the service doesn't say. */
  test: oc
    .errors(refusals)
    .input(
      z.object({
        connectionId,
        mode,
        eventType,
        /** Fields of the payload, besides those that the service sets. */
        sample: z.record(z.string().max(100), z.unknown()).optional(),
      }),
    )
    .output(
      z.object({
        messageId: z.string(),
        eventId: z.string(),
        reached: z.array(z.object({ endpointId: z.string(), address: z.string(), sent: z.boolean() })).nullable(),
        notice: z.string().nullable(),
      }),
    ),
  /** What became of messages, newest first. Cleartake's own service only, as all that follow. */
  deliveries: oc
    .errors(refusals)
    .input(
      z.object({
        connectionId,
        endpointId: identifier.optional(),
        messageId: identifier.optional(),
        status: z.enum(['pending', 'delivered', 'failed', 'cancelled']).optional(),
        limit: z.number().int().min(1).max(500).default(100),
        before: identifier.optional(),
      }),
    )
    .output(z.object({ deliveries: z.array(deliveryView), next: z.string().nullable() })),
  /** What was to be delivered, newest first, with its payload. For the terminal: the desk shows deliveries. */
  messages: oc
    .errors(refusals)
    .input(
      z.object({
        connectionId,
        owner: identifier.optional(),
        limit: z.number().int().min(1).max(500).default(100),
        before: identifier.optional(),
      }),
    )
    .output(z.object({ messages: z.array(messageView), next: z.string().nullable() })),
  /** What isn't named stays as it is. No event types means every type. */
  update: oc
    .errors(refusals)
    .input(
      oneEndpoint.extend({
        address: address.optional(),
        eventTypes: z.array(eventType).max(EVENT_TYPES.length).optional(),
      }),
    )
    .output(z.void()),
  /** For good, with its signing secrets. What is pending for it is never delivered. */
  remove: oc.errors(refusals).input(oneEndpoint).output(z.void()),
  /**
   * Another signing secret; the one before stays valid for a day, or with `immediately` stops at once. For an endpoint that is the receiver
   * on this computer, it goes to the vault and `secret` is null; for others, the answer has it for this one showing.
   */
  rotateSecret: oc
    .errors(refusals)
    .input(oneEndpoint.extend({ immediately: z.boolean() }))
    .output(z.object({ secret: z.string().nullable() })),
  /** The signing secret, for whoever runs its receiver. Null for the receiver on this computer, which has it. */
  revealSecret: oc
    .errors(refusals)
    .input(oneEndpoint)
    .output(z.object({ secret: z.string().nullable() })),
  setEnabled: oc
    .errors(refusals)
    .input(oneEndpoint.extend({ enabled: z.boolean() }))
    .output(z.void()),
  resend: oc
    .errors(refusals)
    .input(oneEndpoint.extend({ messageId: identifier }))
    .output(z.void()),
  /** Sends again what an endpoint missed in a window of at most fourteen days. */
  recover: oc
    .errors(refusals)
    .input(oneEndpoint.extend({ since: time, until: time.optional() }))
    .output(z.object({ recovered: z.number() })),
  /** The receiver on this computer. */
  receiver: oc.output(receiverView),
  setReceiver: oc
    .errors(refusals)
    .input(
      z.object({
        on: z.boolean(),
        port: z.number().int().min(1024).max(65_535).optional(),
        publicAddress: address.nullable().optional(),
      }),
    )
    .output(receiverView),
  /** The signing secret of a connection's endpoint, for the receiver; null forgets it. After a rotation both, with a space. */
  setSigning: oc
    .errors(refusals)
    .input(
      z.object({
        connectionId,
        signing: z.string().min(1).max(1000).nullable(),
        keep: z.enum(['memory', 'file']).optional(),
      }),
    )
    .output(z.void()),
  /** Lets the service deliver the live events of the connection's key to the receiver. The secret goes from the service to the vault. */
  receive: oc.errors(refusals).input(z.object({ connectionId })).output(receiverView),
};
