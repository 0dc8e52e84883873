/** Steps that webhook changes share. All run inside an open transaction. */

import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { WebhookMode } from '../../../../../shared/service-api/webhooks.ts';
import { KEPT_TEST_MESSAGES, newDelivery } from '../../../rules/webhooks/deliveries.ts';
import { statusMessage } from '../../../rules/webhooks/payloads.ts';
import type { Generation } from '../../records.ts';
import type { Endpoint, OwnedEndpoint, WebhookMessage } from '../../webhook-port.ts';
import type { ServiceDatabase } from '../database.ts';
import { webhookApps, webhookAttempts, webhookDeliveries, webhookEndpoints, webhookMessages } from '../schema/all.ts';

/** `msg` a message, `evt` an event, `dlv` a delivery, `whe` an endpoint, `wha` an application. */
type DrawnKind = 'msg' | 'evt' | 'dlv' | 'whe' | 'wha';

/** The database draws identifiers, so that transactions need no source of randomness. */
export function drawIdentifier({ raw }: ServiceDatabase, kind: DrawnKind): string {
  const random = raw.prepare('SELECT lower(hex(randomblob(16)))').pluck().get();
  return `${kind}_${String(random)}`;
}

/** An endpoint with its application, unless it was removed or is out of reach. */
export function findEndpoint({ orm }: ServiceDatabase, reach: string | null, endpointId: string): OwnedEndpoint | null {
  const found = orm
    .select({ endpoint: webhookEndpoints, appId: webhookApps.appId })
    .from(webhookEndpoints)
    .innerJoin(webhookApps, eq(webhookApps.keyId, webhookEndpoints.keyId))
    .where(
      and(
        eq(webhookEndpoints.endpointId, endpointId),
        isNull(webhookEndpoints.removedAt),
        reach === null ? undefined : eq(webhookEndpoints.userId, reach),
      ),
    )
    .get();
  return found ?? null;
}

/** Endpoints of a key and mode that were not removed. */
export function endpointsOf({ orm }: ServiceDatabase, keyId: string, mode: WebhookMode): Endpoint[] {
  return orm
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.keyId, keyId), eq(webhookEndpoints.mode, mode), isNull(webhookEndpoints.removedAt)))
    .orderBy(webhookEndpoints.sequence)
    .all();
}

type NewMessage = Pick<WebhookMessage, 'userId' | 'keyId' | 'mode' | 'eventType' | 'generationId' | 'createdAt'>;

/** Writes a message and its deliveries. */
export function addMessage(
  database: ServiceDatabase,
  message: NewMessage,
  payload: (eventId: string) => Buffer,
  endpoints: readonly Endpoint[],
): WebhookMessage {
  const { orm } = database;
  const { createdAt } = message;
  const eventId = drawIdentifier(database, 'evt');
  const messageId = drawIdentifier(database, 'msg');
  const added = orm
    .insert(webhookMessages)
    .values({ ...message, messageId, eventId, payload: payload(eventId) })
    .returning()
    .get();
  for (const endpoint of endpoints) {
    const { endpointId } = endpoint;
    const deliveryId = drawIdentifier(database, 'dlv');
    orm
      .insert(webhookDeliveries)
      .values({
        ...newDelivery(endpoint, createdAt),
        deliveryId,
        messageId,
        userId: message.userId,
        endpointId,
        createdAt,
      })
      .run();
  }
  return added;
}

/**
 * Writes the message of a status change in the transaction that makes the change, so that none is lost or sent twice.
 * @param generation as it is after the change
 */
export function writeStatusChange(database: ServiceDatabase, generation: Generation, now: number): void {
  const announcement = statusMessage(generation, endpointsOf(database, generation.keyId, 'live'), now);
  if (announcement !== null) addMessage(database, announcement.message, announcement.payload, announcement.endpoints);
}

/** Removes messages with their deliveries and attempts. An attempt under way then finds no row to write to. */
export function removeMessages({ orm }: ServiceDatabase, messageIds: readonly string[]): void {
  const ofThem = inArray(webhookDeliveries.messageId, [...messageIds]);
  const theirs = orm.select({ deliveryId: webhookDeliveries.deliveryId }).from(webhookDeliveries).where(ofThem);
  orm.delete(webhookAttempts).where(inArray(webhookAttempts.deliveryId, theirs)).run();
  orm.delete(webhookDeliveries).where(ofThem).run();
  orm
    .delete(webhookMessages)
    .where(inArray(webhookMessages.messageId, [...messageIds]))
    .run();
}

/** More than are added at a time, and few enough to be quick. */
const DROPPED_AT_ONCE = 20;

/** Keeps only the newest test messages of an account, so that endless sending cannot fill the disk. */
export function dropTestMessages(database: ServiceDatabase, userId: string): void {
  const tooMany = database.orm
    .select({ messageId: webhookMessages.messageId })
    .from(webhookMessages)
    .where(and(eq(webhookMessages.userId, userId), isNull(webhookMessages.generationId)))
    .orderBy(desc(webhookMessages.sequence))
    .limit(DROPPED_AT_ONCE)
    .offset(KEPT_TEST_MESSAGES)
    .all();
  if (tooMany.length === 0) return;
  removeMessages(
    database,
    tooMany.map(({ messageId }) => messageId),
  );
}

/** Cancels everything that is due at an endpoint. */
export function cancelPending(
  { orm }: ServiceDatabase,
  { userId, endpointId }: Pick<Endpoint, 'userId' | 'endpointId'>,
): void {
  orm
    .update(webhookDeliveries)
    .set({
      status: sql`CASE ${webhookDeliveries.status} WHEN 'pending' THEN 'cancelled' ELSE ${webhookDeliveries.status} END`,
      nextAttemptAt: null,
      resendAt: null,
      dueAt: null,
    })
    .where(
      and(
        eq(webhookDeliveries.userId, userId),
        eq(webhookDeliveries.endpointId, endpointId),
        isNotNull(webhookDeliveries.dueAt),
      ),
    )
    .run();
}
