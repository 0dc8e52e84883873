/** Steps that webhook changes share. All run inside an open transaction that has locked the account. */

import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { WebhookMode } from '../../../../../shared/service-api/webhooks.ts';
import { KEPT_TEST_MESSAGES, newDelivery } from '../../../rules/webhooks/deliveries.ts';
import { statusMessage } from '../../../rules/webhooks/payloads.ts';
import type { Generation } from '../../records.ts';
import type { Endpoint, OwnedEndpoint, WebhookMessage } from '../../webhook-port.ts';
import { lockOwner } from '../connection/account-lock.ts';
import type { OpenWork, PostgresOrm } from '../connection/database.ts';
import { drawnIdentifier } from '../connection/drawn-identifier.ts';
import { appRows, attemptRows, deliveryRows, endpointRows, messageRows } from '../schema/all.ts';

/** An endpoint with its application, unless it was removed or is out of reach. Its account is locked. */
export async function lockEndpoint(
  work: OpenWork,
  reach: string | null,
  endpointId: string,
): Promise<OwnedEndpoint | null> {
  await lockOwner(work, 'endpoint', endpointId);
  const found = await work.orm
    .select({ endpoint: endpointRows, appId: appRows.appId })
    .from(endpointRows)
    .innerJoin(appRows, eq(appRows.keyId, endpointRows.keyId))
    .where(
      and(
        eq(endpointRows.endpointId, endpointId),
        isNull(endpointRows.removedAt),
        reach === null ? undefined : eq(endpointRows.userId, reach),
      ),
    );
  return found[0] ?? null;
}

/** Endpoints of a key and mode that were not removed. */
export async function presentEndpoints(orm: PostgresOrm, keyId: string, mode: WebhookMode): Promise<Endpoint[]> {
  const present = and(eq(endpointRows.keyId, keyId), eq(endpointRows.mode, mode), isNull(endpointRows.removedAt));
  return orm.select().from(endpointRows).where(present).orderBy(asc(endpointRows.sequence));
}

type NewMessage = Pick<WebhookMessage, 'userId' | 'keyId' | 'mode' | 'eventType' | 'generationId' | 'createdAt'>;

/** Writes a message and its deliveries. */
export async function insertMessage(
  { orm }: OpenWork,
  message: NewMessage,
  payload: (eventId: string) => Buffer,
  endpoints: readonly Endpoint[],
): Promise<WebhookMessage> {
  const { createdAt, userId } = message;
  const { rows: drawn } = await orm.execute<{ event: string }>(sql`select ${drawnIdentifier('evt')} as event`);
  const eventId = String(drawn[0]?.event);
  const [added] = await orm
    .insert(messageRows)
    .values({ ...message, messageId: drawnIdentifier('msg'), eventId, payload: payload(eventId) })
    .returning();
  if (added === undefined) throw new TypeError('A message was not written');
  const { messageId } = added;
  const deliveries = endpoints.map((endpoint) => ({
    ...newDelivery(endpoint, createdAt),
    deliveryId: drawnIdentifier('dlv'),
    messageId,
    userId,
    endpointId: endpoint.endpointId,
    createdAt,
  }));
  if (deliveries.length > 0) await orm.insert(deliveryRows).values(deliveries);
  return added;
}

/**
 * Writes the message of a status change in the transaction that makes the change, so that none is lost or sent twice.
 * @param generation as it is after the change
 */
export async function announceStatus(work: OpenWork, generation: Generation, now: number): Promise<void> {
  const announcement = statusMessage(generation, await presentEndpoints(work.orm, generation.keyId, 'live'), now);
  if (announcement === null) return;
  await insertMessage(work, announcement.message, announcement.payload, announcement.endpoints);
}

/** Removes messages with their deliveries and attempts. An attempt under way then finds no row to write to. */
export async function deleteMessages(orm: PostgresOrm, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const ofThem = inArray(deliveryRows.messageId, [...messageIds]);
  const theirs = orm.select({ deliveryId: deliveryRows.deliveryId }).from(deliveryRows).where(ofThem);
  await orm.delete(attemptRows).where(inArray(attemptRows.deliveryId, theirs));
  await orm.delete(deliveryRows).where(ofThem);
  await orm.delete(messageRows).where(inArray(messageRows.messageId, [...messageIds]));
}

/** More than are added at a time, and few enough to be quick. */
const DELETED_AT_ONCE = 20;

/** Keeps only the newest test messages of an account, so that endless sending cannot fill the disk. */
export async function deleteOldTests(orm: PostgresOrm, userId: string): Promise<void> {
  const tooMany = await orm
    .select({ messageId: messageRows.messageId })
    .from(messageRows)
    .where(and(eq(messageRows.userId, userId), isNull(messageRows.generationId)))
    .orderBy(desc(messageRows.sequence))
    .limit(DELETED_AT_ONCE)
    .offset(KEPT_TEST_MESSAGES);
  await deleteMessages(
    orm,
    tooMany.map(({ messageId }) => messageId),
  );
}

/** Cancels everything that is due at an endpoint. */
export async function cancelDue(
  orm: PostgresOrm,
  { userId, endpointId }: Pick<Endpoint, 'userId' | 'endpointId'>,
): Promise<void> {
  const { status } = deliveryRows;
  const due = isNotNull(deliveryRows.dueAt);
  await orm
    .update(deliveryRows)
    .set({
      status: sql`case ${status} when 'pending' then 'cancelled' else ${status} end`,
      nextAttemptAt: null,
      resendAt: null,
      dueAt: null,
    })
    .where(and(eq(deliveryRows.userId, userId), eq(deliveryRows.endpointId, endpointId), due));
}
