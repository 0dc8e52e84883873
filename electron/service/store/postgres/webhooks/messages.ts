/** Messages and the log of their deliveries in PostgreSQL, with recovering and resending them. */

import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { endpointRecovered, messageResent } from '../../../rules/audit-events.ts';
import { decideResend, recoveredSchedule, resentSchedule, SHOWN_ATTEMPTS } from '../../../rules/webhooks/deliveries.ts';
import { recoverableOf } from '../../delivery-rows.ts';
import type { WebhookStore } from '../../webhook-port.ts';
import { addAudit } from '../accounts/audit.ts';
import { lockAccount } from '../connection/account-lock.ts';
import type { OpenWork, PostgresDatabase, PostgresOrm } from '../connection/database.ts';
import { drawnIdentifier } from '../connection/drawn-identifier.ts';
import { attemptRows, deliveryRows, messageRows } from '../schema/all.ts';
import { deleteOldTests, insertMessage, lockEndpoint, presentEndpoints } from './steps.ts';

type PostgresMessages = Pick<
  WebhookStore,
  'recoverBatch' | 'resend' | 'addTestMessage' | 'listMessages' | 'listDeliveries'
>;

export function createPostgresMessages({ transaction, view }: PostgresDatabase): PostgresMessages {
  return {
    recoverBatch: (reach, endpointId, window, { after, limit, recovered: before }, actorKeyId, now) =>
      transaction(async (work) => {
        const found = await lockEndpoint(work, reach, endpointId);
        if (found === null) return { kind: 'missing' };
        if (!found.endpoint.enabled) return { kind: 'disabled' };
        const rows = await work.orm
          .select({ delivery: deliveryRows, createdAt: messageRows.createdAt })
          .from(deliveryRows)
          .innerJoin(messageRows, eq(messageRows.messageId, deliveryRows.messageId))
          .where(and(eq(deliveryRows.endpointId, endpointId), gt(deliveryRows.sequence, after)))
          .orderBy(asc(deliveryRows.sequence))
          .limit(limit);
        const { batch, next } = recoverableOf(rows, window, limit, now);
        const chosen = inArray(deliveryRows.sequence, [...batch]);
        if (batch.length > 0) await work.orm.update(deliveryRows).set(recoveredSchedule(now)).where(chosen);
        const recovered = before + batch.length;
        if (next === null) await addAudit(work, endpointRecovered(found.endpoint, window, recovered, actorKeyId), now);
        return { kind: 'done', recovered, next };
      }),
    resend: (reach, messageId, endpointId, actorKeyId, now) =>
      transaction(async (work) => {
        const found = await lockEndpoint(work, reach, endpointId);
        if (found === null) return { kind: 'missing' };
        const { endpoint } = found;
        const named = work.orm.select().from(messageRows).where(eq(messageRows.messageId, messageId));
        // Locked against being pruned meanwhile.
        const [message = null] = await named.for('key share');
        const decision = decideResend(message, endpoint);
        if (decision !== 'go') return { kind: decision };
        const schedule = resentSchedule(now);
        const { resendAt, dueAt } = schedule;
        const { userId } = endpoint;
        const [asked] = await work.orm
          .insert(deliveryRows)
          .values({ ...schedule, deliveryId: drawnIdentifier('dlv'), messageId, userId, endpointId, createdAt: now })
          .onConflictDoUpdate({ target: [deliveryRows.messageId, deliveryRows.endpointId], set: { resendAt, dueAt } })
          .returning({ deliveryId: deliveryRows.deliveryId });
        if (asked === undefined) throw new TypeError('A delivery was not written');
        await addAudit(work, messageResent(endpoint, { messageId, ...asked }, actorKeyId), now);
        return { kind: 'done', ...asked };
      }),
    addTestMessage: (message, payload, now) =>
      transaction(async (work) => {
        await lockAccount(work, message.userId);
        const endpoints = await presentEndpoints(work.orm, message.keyId, message.mode);
        const added = { ...message, generationId: null, createdAt: now };
        const written = await insertMessage(work, added, payload, endpoints);
        await deleteOldTests(work.orm, message.userId);
        return { message: written, endpoints };
      }),
    listMessages: (userId, keyId, { before, limit }) =>
      view(async ({ orm }) => {
        const last = before === null ? null : await orderOfMessage(orm, userId, before);
        if (last === undefined) return null;
        return orm
          .select()
          .from(messageRows)
          .where(
            and(
              eq(messageRows.userId, userId),
              keyId === null ? undefined : eq(messageRows.keyId, keyId),
              last === null ? undefined : lt(messageRows.sequence, last),
            ),
          )
          .orderBy(desc(messageRows.sequence))
          .limit(limit);
      }),
    listDeliveries: (userId, { endpointId, messageId, status }, { before, limit }) =>
      view(async (work) => {
        const last = before === null ? null : await orderOfDelivery(work.orm, userId, before);
        if (last === undefined) return null;
        const rows = await work.orm
          .select({ delivery: deliveryRows, eventType: messageRows.eventType })
          .from(deliveryRows)
          .innerJoin(messageRows, eq(messageRows.messageId, deliveryRows.messageId))
          .where(
            and(
              eq(deliveryRows.userId, userId),
              endpointId === null ? undefined : eq(deliveryRows.endpointId, endpointId),
              messageId === null ? undefined : eq(deliveryRows.messageId, messageId),
              status === null ? undefined : eq(deliveryRows.status, status),
              last === null ? undefined : lt(deliveryRows.sequence, last),
            ),
          )
          .orderBy(desc(deliveryRows.sequence))
          .limit(limit);
        const attempts = await latestAttempts(
          work,
          rows.map(({ delivery }) => delivery.deliveryId),
        );
        return rows.map((row) => ({ ...row, attempts: attempts.get(row.delivery.deliveryId) ?? [] }));
      }),
  };
}

/** The last attempts of each delivery, oldest first, by one statement. */
async function latestAttempts({ orm }: OpenWork, deliveryIds: readonly string[]) {
  const { deliveryId, sequence } = attemptRows;
  const place = sql<number>`row_number() over (partition by ${deliveryId} order by ${sequence} desc)`.as('place');
  const numbered = orm
    .select({ attempt: sequence, place })
    .from(attemptRows)
    .where(sql`${deliveryId} = any(${sql.param([...deliveryIds])}::text[])`)
    .as('numbered');
  const latest = orm.select({ attempt: numbered.attempt }).from(numbered);
  const shown = latest.where(sql`${numbered.place} <= ${SHOWN_ATTEMPTS}`);
  const attempts = await orm.select().from(attemptRows).where(inArray(sequence, shown)).orderBy(asc(sequence));
  return Map.groupBy(attempts, (attempt) => attempt.deliveryId);
}

/** The sequence of the row that a page follows; undefined when there is no such row. */
async function orderOfMessage(orm: PostgresOrm, userId: string, messageId: string): Promise<number | undefined> {
  const row = and(eq(messageRows.messageId, messageId), eq(messageRows.userId, userId));
  return (await orm.select({ sequence: messageRows.sequence }).from(messageRows).where(row))[0]?.sequence;
}

async function orderOfDelivery(orm: PostgresOrm, userId: string, deliveryId: string): Promise<number | undefined> {
  const row = and(eq(deliveryRows.deliveryId, deliveryId), eq(deliveryRows.userId, userId));
  return (await orm.select({ sequence: deliveryRows.sequence }).from(deliveryRows).where(row))[0]?.sequence;
}
