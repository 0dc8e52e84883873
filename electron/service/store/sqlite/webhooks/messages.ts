/** Messages and the log of their deliveries in SQLite; what is sent again. */

import { and, asc, between, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import type { Endpoint, WebhookStore, Window } from '../../webhook-port.ts';
import { recordAudit } from '../accounts/audit-steps.ts';
import { webhookAttempts, webhookDeliveries, webhookMessages } from '../schema/all.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';
import { addMessage, drawIdentifier, dropTestMessages, endpointsOf, findEndpoint } from './steps.ts';

/** Attempts of a delivery that a listing shows. */
const SHOWN_ATTEMPTS = 50;

type MessageStore = Pick<
  WebhookStore,
  'recoverBatch' | 'resend' | 'addTestMessage' | 'listMessages' | 'listDeliveries'
>;

export function createMessageStore(database: ServiceDatabase): MessageStore {
  const { orm, transaction } = database;
  const deliveries = webhookDeliveries;
  const latestAttempts = orm
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, sql.placeholder('deliveryId')))
    .orderBy(desc(webhookAttempts.sequence))
    .limit(SHOWN_ATTEMPTS)
    .prepare();

  function audit(endpoint: Endpoint, action: AuditAction, actorKeyId: string, now: number, details: object): void {
    const { userId, endpointId } = endpoint;
    recordAudit(database, { userId, actorKeyId, action, target: endpointId, details: { ...details } }, now);
  }

  /** The order of the row to go on from: null from the newest, undefined when there is no such row. */
  function messageOrder(userId: string, before: string | null): number | null | undefined {
    if (before === null) return null;
    return orm
      .select({ sequence: webhookMessages.sequence })
      .from(webhookMessages)
      .where(and(eq(webhookMessages.messageId, before), eq(webhookMessages.userId, userId)))
      .get()?.sequence;
  }

  function deliveryOrder(userId: string, before: string | null): number | null | undefined {
    if (before === null) return null;
    return orm
      .select({ sequence: deliveries.sequence })
      .from(deliveries)
      .where(and(eq(deliveries.deliveryId, before), eq(deliveries.userId, userId)))
      .get()?.sequence;
  }

  /** Of the next deliveries of an endpoint those to bring back. Looks at no more than `limit`, however few of them are. */
  function recoverable(endpointId: string, { since, until }: Window, after: number, limit: number, now: number) {
    const looked = orm
      .select({
        sequence: deliveries.sequence,
        // A row that a resend alone made: the message was not for this endpoint.
        wanted: sql<number>`${ne(deliveries.status, 'delivered')} AND ${ne(deliveries.trigger, 'manual')}
          AND ${between(webhookMessages.createdAt, since, until)}
          AND NOT (${deliveries.trigger} = 'recovery' AND ${deliveries.failures} = 0 AND coalesce(${deliveries.dueAt} <= ${now}, 0))`,
      })
      .from(deliveries)
      .innerJoin(webhookMessages, eq(webhookMessages.messageId, deliveries.messageId))
      .where(and(eq(deliveries.endpointId, endpointId), gt(deliveries.sequence, after)))
      .orderBy(asc(deliveries.sequence))
      .limit(limit)
      .all();
    const batch = looked.filter(({ wanted }) => wanted === 1).map(({ sequence }) => sequence);
    return { batch, next: looked.length < limit ? null : (looked.at(-1)?.sequence ?? null) };
  }

  return {
    recoverBatch: async (reach, endpointId, window, { after, limit, recovered: before }, actorKeyId, now) =>
      transaction(() => {
        const found = findEndpoint(database, reach, endpointId);
        if (found === null) return { kind: 'missing' };
        if (!found.endpoint.enabled) return { kind: 'disabled' };
        const { batch, next } = recoverable(endpointId, window, after, limit, now);
        orm
          .update(deliveries)
          .set({ status: 'pending', failures: 0, trigger: 'recovery', nextAttemptAt: now, dueAt: now })
          .where(inArray(deliveries.sequence, batch))
          .run();
        const recovered = before + batch.length;
        if (next === null) {
          const details = {
            since: new Date(window.since).toISOString(),
            until: new Date(window.until).toISOString(),
            recovered,
          };
          audit(found.endpoint, 'webhook.recovered', actorKeyId, now, details);
        }
        return { kind: 'done', recovered, next };
      }),
    resend: async (reach, messageId, endpointId, actorKeyId, now) =>
      transaction(() => {
        const found = findEndpoint(database, reach, endpointId);
        if (found === null) return { kind: 'missing' };
        const { endpoint } = found;
        const { keyId, mode } = endpoint;
        const message = orm.select().from(webhookMessages).where(eq(webhookMessages.messageId, messageId)).get();
        // The payload names the key: it is for that key's endpoints alone.
        if (message?.keyId !== keyId || message.mode !== mode) return { kind: 'missing' };
        if (!endpoint.enabled) return { kind: 'disabled' };
        const { deliveryId } = orm
          .insert(deliveries)
          .values({
            deliveryId: drawIdentifier(database, 'dlv'),
            messageId,
            userId: endpoint.userId,
            endpointId,
            status: 'failed',
            trigger: 'manual',
            resendAt: now,
            dueAt: now,
            createdAt: now,
          })
          .onConflictDoUpdate({
            target: [deliveries.messageId, deliveries.endpointId],
            set: { resendAt: now, dueAt: now },
          })
          .returning({ deliveryId: deliveries.deliveryId })
          .get();
        audit(endpoint, 'webhook.resent', actorKeyId, now, { messageId, deliveryId });
        return { kind: 'done', deliveryId };
      }),
    addTestMessage: async (message, payload, now) =>
      transaction(() => {
        const endpoints = endpointsOf(database, message.keyId, message.mode).filter(({ enabled }) => enabled);
        const added = addMessage(database, { ...message, generationId: null, createdAt: now }, payload, endpoints);
        dropTestMessages(database, message.userId);
        return added;
      }),
    listMessages: async (userId, keyId, { before, limit }) =>
      transaction(() => {
        const order = messageOrder(userId, before);
        if (order === undefined) return null;
        return orm
          .select()
          .from(webhookMessages)
          .where(
            and(
              eq(webhookMessages.userId, userId),
              keyId === null ? undefined : eq(webhookMessages.keyId, keyId),
              order === null ? undefined : lt(webhookMessages.sequence, order),
            ),
          )
          .orderBy(desc(webhookMessages.sequence))
          .limit(limit)
          .all();
      }),
    listDeliveries: async (userId, { endpointId, messageId, status }, { before, limit }) =>
      transaction(() => {
        const order = deliveryOrder(userId, before);
        if (order === undefined) return null;
        const rows = orm
          .select({ delivery: deliveries, eventType: webhookMessages.eventType })
          .from(deliveries)
          .innerJoin(webhookMessages, eq(webhookMessages.messageId, deliveries.messageId))
          .where(
            and(
              eq(deliveries.userId, userId),
              endpointId === null ? undefined : eq(deliveries.endpointId, endpointId),
              messageId === null ? undefined : eq(deliveries.messageId, messageId),
              status === null ? undefined : eq(deliveries.status, status),
              order === null ? undefined : lt(deliveries.sequence, order),
            ),
          )
          .orderBy(desc(deliveries.sequence))
          .limit(limit)
          .all();
        return rows.map((row) => {
          const { deliveryId } = row.delivery;
          return { ...row, attempts: latestAttempts.all({ deliveryId }).reverse() };
        });
      }),
  };
}
