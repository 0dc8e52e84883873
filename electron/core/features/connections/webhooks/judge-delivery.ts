/** Judges a request that says it is a delivery, by the rules of the specification ("Authentication", rule 6). No network, no store. */

import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { WebhookRefusal } from '../../../../../shared/domain/connections/webhook-refusals.ts';
import { verifyWebhook, type WebhookVerdict } from '../../../../platform/security/webhook-signature.ts';
import type { ReceivedEvent } from './received.ts';

export type DeliveryVerdict =
  | { readonly kind: 'taken'; readonly event: ReceivedEvent; readonly payload: string }
  | { readonly kind: 'refused'; readonly reason: WebhookRefusal };

const SIGNED = ['vendor-id', 'vendor-timestamp', 'vendor-signature'] as const;

/** What is read of an event. A service may have more types and fields than the specification, and test events may lack some. */
const event = z.looseObject({
  eventType: z.string().min(1).max(100),
  eventId: z.string().min(1).max(200),
  generationId: z.string().max(200).nullish(),
  apiProjectId: z.string().max(200).nullish(),
  status: z.string().max(100).nullish(),
});

/**
 * @param secrets the signing secrets that are valid for the address; one match is enough
 * @param now milliseconds since the epoch
 */
export function judgeDelivery(
  request: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
  body: Buffer,
  { source, secrets }: { readonly source: string; readonly secrets: readonly string[] },
  now: number,
): DeliveryVerdict {
  // Node joins repeated headers into one, whose parts could pass for several signatures.
  if (SIGNED.some((name) => (request.headersDistinct[name]?.length ?? 0) > 1)) return refused('repeated');
  let verdict: WebhookVerdict = { kind: 'refused', reason: 'secret' };
  for (const secret of secrets) {
    const one = verifyWebhook({ secret, headers: request.headers, body, now });
    // A secret that is malformed says nothing about the request.
    if (verdict.kind === 'refused' && !(one.kind === 'refused' && one.reason === 'secret')) verdict = one;
  }
  if (verdict.kind === 'refused') return verdict;
  const payload = readPayload(body);
  if (payload === null) return refused('unreadable');
  const { eventType, eventId, generationId, apiProjectId, status } = payload.event;
  return {
    kind: 'taken',
    payload: payload.text,
    event: {
      source,
      delivery: verdict.id,
      at: now,
      eventType,
      eventId,
      generationId: generationId ?? null,
      projectId: apiProjectId ?? null,
      status: status ?? null,
    },
  };
}

function readPayload(body: Buffer) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const read = event.safeParse(JSON.parse(text));
    return read.success ? { text, event: read.data } : null;
  } catch {
    return null;
  }
}

function refused(reason: WebhookRefusal): DeliveryVerdict {
  return { kind: 'refused', reason };
}
