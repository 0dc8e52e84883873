/** Webhooks of a connection, and the receiver on this computer. A signing secret comes out only where a person asks to see it. */

import { z } from 'zod';
import { WEBHOOK_REFUSALS } from '../../domain/connections/webhook-refusals.ts';
import { sentTestEvent } from '../../service-api/account-answers.ts';
import * as portal from '../../service-api/operations/portal-webhooks.ts';
import { EVENT_TYPES, WEBHOOK_MODES } from '../../service-api/webhooks.ts';
import { call } from '../refusals.ts';

const connectionId = z.string().min(1).max(100);
const identifier = z.string().min(1).max(200);
const mode = z.enum(WEBHOOK_MODES);
const eventType = z.enum(EVENT_TYPES);
const httpsUrl = z.url({ protocol: /^https$/ }).max(2048);
const oneEndpoint = z.object({ connectionId, endpointId: identifier });
const time = z.iso.datetime();

const endpointView = portal.listEndpoints.answer.shape.endpoints.element.pick({
  ...{ endpointId: true, apiKeyId: true, url: true, mode: true, eventTypes: true },
  ...{ enabled: true, disabledReason: true, failingSince: true },
});
export type WebhookEndpointView = z.infer<typeof endpointView>;

const delivery = portal.listDeliveries.answer.shape.deliveries.element;
const deliveryView = delivery.extend({
  attempts: z.array(delivery.shape.attempts.element.omit({ trigger: true, answer: true })),
});
export type WebhookDeliveryView = z.infer<typeof deliveryView>;

const messageView = portal.listMessages.answer.shape.messages.element.omit({ eventId: true });

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
  list: call.input(z.object({ connectionId })).output(z.object({ endpoints: z.array(endpointView) })),
  /** @param apiKeyId id of the API key whose events it gets; the one that the connection restores with without it */
  configure: call
    .input(
      z.object({
        connectionId,
        mode,
        url: httpsUrl,
        eventTypes: z.array(eventType).min(1).max(EVENT_TYPES.length),
        apiKeyId: identifier.optional(),
      }),
    )
    .output(z.object({ endpointId: z.string(), url: z.string() })),
  /** Sends a test event to the endpoints of the connection's key. `endpoints` are null where the service doesn't say. */
  test: call
    .input(
      z.object({
        connectionId,
        mode,
        eventType,
        /** Fields of the payload, besides those that the service sets. */
        samplePayload: z.record(z.string().max(100), z.unknown()).optional(),
      }),
    )
    .output(sentTestEvent.pick({ vendorMessageId: true, eventId: true, endpoints: true, notice: true })),
  /** What became of messages, newest first. Cleartake's own service only, as all that follow. */
  deliveries: call
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
  messages: call
    .input(
      z.object({
        connectionId,
        apiKeyId: identifier.optional(),
        limit: z.number().int().min(1).max(500).default(100),
        before: identifier.optional(),
      }),
    )
    .output(z.object({ messages: z.array(messageView), next: z.string().nullable() })),
  /** What isn't named stays as it is. No event types means every type. */
  update: call
    .input(
      oneEndpoint.extend({
        url: httpsUrl.optional(),
        eventTypes: z.array(eventType).max(EVENT_TYPES.length).optional(),
      }),
    )
    .output(z.void()),
  /** For good, with its signing secrets. What is pending for it is never delivered. */
  remove: call.input(oneEndpoint).output(z.void()),
  /**
   * Another signing secret; the one before stays valid for a day, or with `immediately` stops at once. For an endpoint that is the receiver
   * on this computer, it goes to the vault and `secret` is null; for others, the answer has it for this one showing.
   */
  rotateSecret: call
    .input(oneEndpoint.extend({ immediately: z.boolean() }))
    .output(z.object({ secret: z.string().nullable() })),
  /** The signing secret, for whoever runs its receiver. Null for the receiver on this computer, which has it. */
  revealSecret: call.input(oneEndpoint).output(z.object({ secret: z.string().nullable() })),
  setEnabled: call.input(oneEndpoint.extend({ enabled: z.boolean() })).output(z.void()),
  resend: call.input(oneEndpoint.extend({ messageId: identifier })).output(z.void()),
  /** Sends again what an endpoint missed in a window of at most fourteen days. */
  recover: call
    .input(oneEndpoint.extend({ since: time, until: time.optional() }))
    .output(z.object({ recovered: z.number() })),
  /** The receiver on this computer. */
  receiver: call.output(receiverView),
  setReceiver: call
    .input(
      z.object({
        on: z.boolean(),
        port: z.number().int().min(1024).max(65_535).optional(),
        publicAddress: httpsUrl.nullable().optional(),
      }),
    )
    .output(receiverView),
  /** The signing secret of a connection's endpoint, for the receiver; null forgets it. After a rotation both, with a space. */
  setSigning: call
    .input(
      z.object({
        connectionId,
        signing: z.string().min(1).max(1000).nullable(),
        keep: z.enum(['memory', 'file']).optional(),
      }),
    )
    .output(z.void()),
  /** Lets the service deliver the live events of the connection's key to the receiver. The secret goes from the service to the vault. */
  receive: call.input(z.object({ connectionId })).output(receiverView),
};
