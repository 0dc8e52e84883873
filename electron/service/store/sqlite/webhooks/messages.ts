/** Messages and the log of their deliveries in SQLite, with recovering and resending them. */

import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { endpointRecovered, messageResent } from '../../../rules/audit-events.ts';
import {
  decideResend,
  recoveredSchedule,
  resentSchedule,
  SHOWN_ATTEMPTS,
  type Window,
} from '../../../rules/webhooks/deliveries.ts';
import { recoverableOf } from '../../delivery-rows.ts';
import type { WebhookStore } from '../../webhook-port.ts';
import { recordAudit } from '../accounts/audit.ts';
import type { ServiceDatabase } from '../database.ts';
import { webhookAttempts, webhookDeliveries, webhookMessages } from '../schema/all.ts';
import { addMessage, drawIdentifier, dropTestMessages, endpointsOf, findEndpoint } from './steps.ts';

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

  /** The sequence of the row `before`; null for the first page, undefined when there is no such row. */
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

  /** Reads at most `limit` deliveries of an endpoint, and picks those to recover. */
  function readRecoverable(endpointId: string, window: Window, after: number, limit: number, now: number) {
    const rows = orm
      .select({ delivery: deliveries, createdAt: webhookMessages.createdAt })
      .from(deliveries)
      .innerJoin(webhookMessages, eq(webhookMessages.messageId, deliveries.messageId))
      .where(and(eq(deliveries.endpointId, endpointId), gt(deliveries.sequence, after)))
      .orderBy(asc(deliveries.sequence))
      .limit(limit)
      .all();
    return recoverableOf(rows, window, limit, now);
  }

  return {
    recoverBatch: async (reach, endpointId, window, { after, limit, recovered: before }, actorKeyId, now) =>
      transaction(() => {
        const found = findEndpoint(database, reach, endpointId);
        if (found === null) return { kind: 'missing' };
        if (!found.endpoint.enabled) return { kind: 'disabled' };
        const { batch, next } = readRecoverable(endpointId, window, after, limit, now);
        orm
          .update(deliveries)
          .set(recoveredSchedule(now))
          .where(inArray(deliveries.sequence, [...batch]))
          .run();
        const recovered = before + batch.length;
        if (next === null) recordAudit(database, endpointRecovered(found.endpoint, window, recovered, actorKeyId), now);
        return { kind: 'done', recovered, next };
      }),
    resend: async (reach, messageId, endpointId, actorKeyId, now) =>
      transaction(() => {
        const found = findEndpoint(database, reach, endpointId);
        if (found === null) return { kind: 'missing' };
        const { endpoint } = found;
        const message = orm.select().from(webhookMessages).where(eq(webhookMessages.messageId, messageId)).get();
        const decision = decideResend(message ?? null, endpoint);
        if (decision !== 'go') return { kind: decision };
        const schedule = resentSchedule(now);
        const { resendAt, dueAt } = schedule;
        const { deliveryId } = orm
          .insert(deliveries)
          .values({
            ...schedule,
            deliveryId: drawIdentifier(database, 'dlv'),
            messageId,
            userId: endpoint.userId,
            endpointId,
            createdAt: now,
          })
          .onConflictDoUpdate({ target: [deliveries.messageId, deliveries.endpointId], set: { resendAt, dueAt } })
          .returning({ deliveryId: deliveries.deliveryId })
          .get();
        recordAudit(database, messageResent(endpoint, { messageId, deliveryId }, actorKeyId), now);
        return { kind: 'done', deliveryId };
      }),
    addTestMessage: async (message, payload, now) =>
      transaction(() => {
        const endpoints = endpointsOf(database, message.keyId, message.mode);
        const added = addMessage(database, { ...message, generationId: null, createdAt: now }, payload, endpoints);
        dropTestMessages(database, message.userId);
        return { message: added, endpoints };
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
