/** Due deliveries and their attempts in PostgreSQL. */

import { and, desc, eq, gt, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import { endpointFailed } from '../../../rules/audit-events.ts';
import { afterAttempt, endpointAfterAttempt, KEPT_ATTEMPTS } from '../../../rules/webhooks/deliveries.ts';
import type { DueDelivery } from '../../../rules/webhooks/fairness.ts';
import {
  ACCOUNT_AFTER,
  DUE_AT_ENDPOINT,
  DUE_OF_ACCOUNT,
  ENDPOINT_AFTER,
  LONGEST_DUE,
  NEXT_DUE,
  openedDelivery,
} from '../../delivery-rows.ts';
import type { OpenDelivery, RecordedOutcome, WebhookQueue } from '../../webhook-port.ts';
import { addAudit } from '../accounts/audit.ts';
import { lockAccount } from '../connection/account-lock.ts';
import type { OpenWork, PostgresDatabase, PostgresOrm } from '../connection/database.ts';
import { nameStatement } from '../connection/statements.ts';
import { attemptRows, deliveryRows, endpointRows, messageRows, secretRows } from '../schema/all.ts';
import { cancelDue, deleteMessages } from './steps.ts';

export function createPostgresQueue(database: PostgresDatabase): WebhookQueue {
  const { transaction } = database;
  return {
    ...createDueReader(database),
    open: (deliveryId, now) => transaction((work) => openDelivery(work, deliveryId, now)),
    record: (opened, outcome, random, now) => transaction((work) => recordAttempt(work, opened, outcome, random, now)),
    prune: (before, limit, now) =>
      transaction(async ({ orm }) => {
        await orm.delete(secretRows).where(lt(secretRows.validUntil, now));
        const { createdAt, messageId } = messageRows;
        // Another service may prune as well: each takes its own.
        const old = orm.select({ messageId }).from(messageRows).where(lt(createdAt, before)).limit(limit);
        const messages = (await old.for('update', { skipLocked: true })).map((row) => row.messageId);
        await deleteMessages(orm, messages);
        return messages.length;
      }),
  };
}

async function openDelivery(work: OpenWork, deliveryId: string, now: number): Promise<OpenDelivery | null> {
  const { orm } = work;
  const due = and(eq(deliveryRows.deliveryId, deliveryId), lte(deliveryRows.dueAt, now));
  const [found] = await orm
    .select({ delivery: deliveryRows, endpoint: endpointRows, payload: messageRows.payload })
    .from(deliveryRows)
    .innerJoin(endpointRows, eq(endpointRows.endpointId, deliveryRows.endpointId))
    .innerJoin(messageRows, eq(messageRows.messageId, deliveryRows.messageId))
    .where(due);
  if (found === undefined) return null;
  if (!found.endpoint.enabled) {
    // Otherwise it would be found due again and again.
    await lockAccount(work, found.endpoint.userId);
    await cancelDue(orm, found.endpoint);
    return null;
  }
  const { secret, validUntil } = secretRows;
  const valid = or(isNull(validUntil), gt(validUntil, now));
  const secrets = await orm
    .select({ secret })
    .from(secretRows)
    .where(and(eq(secretRows.endpointId, found.delivery.endpointId), valid))
    .orderBy(desc(secretRows.sequence));
  return openedDelivery(
    found.delivery,
    found.endpoint,
    found.payload,
    secrets.map((row) => row.secret),
    now,
  );
}

async function recordAttempt(
  work: OpenWork,
  opened: OpenDelivery,
  { succeeded, ...attempt }: RecordedOutcome,
  random: number,
  now: number,
): Promise<{ disabled: boolean }> {
  const { orm } = work;
  const { deliveryId, endpointId, trigger, userId } = opened;
  await lockAccount(work, userId);
  const ofDelivery = eq(deliveryRows.deliveryId, deliveryId);
  const ofEndpoint = eq(endpointRows.endpointId, endpointId);
  const [delivery] = await orm.select().from(deliveryRows).where(ofDelivery).for('no key update');
  const [endpoint] = await orm.select().from(endpointRows).where(ofEndpoint);
  // Pruned or removed since the attempt began.
  if (delivery === undefined || endpoint === undefined) return { disabled: false };
  await orm.insert(attemptRows).values({ ...attempt, deliveryId, trigger });
  await deleteOldAttempts(orm, deliveryId);
  await orm
    .update(deliveryRows)
    .set(afterAttempt(delivery, opened, succeeded, random, now))
    .where(ofDelivery);
  const health = endpointAfterAttempt(endpoint, succeeded, now);
  if (health === null) return { disabled: false };
  const fields = health.enabled ? health : { ...health, updatedAt: now };
  await orm.update(endpointRows).set(fields).where(ofEndpoint);
  if (health.enabled) return { disabled: false };
  await cancelDue(orm, endpoint);
  await addAudit(work, endpointFailed(endpoint, health.failingSince ?? now), now);
  return { disabled: true };
}

/** Keeps the latest attempts. */
async function deleteOldAttempts(orm: PostgresOrm, deliveryId: string): Promise<void> {
  const { sequence } = attemptRows;
  const all = orm.select({ sequence }).from(attemptRows).where(eq(attemptRows.deliveryId, deliveryId));
  const old = all.orderBy(desc(sequence)).offset(KEPT_ATTEMPTS);
  await orm.delete(attemptRows).where(inArray(sequence, old));
}

const STATEMENTS = {
  longestDue: nameStatement('longest_due', LONGEST_DUE),
  next: nameStatement('next_due', NEXT_DUE),
  accountAfter: nameStatement('due_account_after', ACCOUNT_AFTER),
  ofAccount: nameStatement('due_of_account', DUE_OF_ACCOUNT),
  endpointAfter: nameStatement('due_endpoint_after', ENDPOINT_AFTER),
  atEndpoint: nameStatement('due_at_endpoint', DUE_AT_ENDPOINT),
};

function createDueReader({ rows }: PostgresDatabase): Pick<WebhookQueue, 'due' | 'allDue'> {
  async function dueAccountAfter(userId: string, now: number): Promise<string | null> {
    // Accounts whose deliveries are due later are skipped one by one, each with a look-up in an index.
    for (let last = userId; ; ) {
      const [account] = await rows<{ user_id: string }>(STATEMENTS.accountAfter, { last });
      if (account === undefined) return null;
      last = account.user_id;
      if ((await rows(STATEMENTS.ofAccount, { userId: last, now })).length > 0) return last;
    }
  }

  return {
    due: async (now, limit) => {
      const due = await rows<DueDelivery>(STATEMENTS.longestDue, { now, limit });
      const [next] = await rows<{ dueAt: number | null }>(STATEMENTS.next, { now });
      return { due, nextDueAt: next?.dueAt ?? null };
    },
    allDue: (now) => ({
      accountAfter: (userId) => dueAccountAfter(userId, now),
      endpointAfter: async (userId, last) => {
        const [endpoint] = await rows<{ endpoint_id: string }>(STATEMENTS.endpointAfter, { userId, last });
        return endpoint?.endpoint_id ?? null;
      },
      atEndpoint: (userId, endpointId, limit) =>
        rows<DueDelivery>(STATEMENTS.atEndpoint, { userId, endpointId, now, limit }),
    }),
  };
}
