/** Due deliveries and their attempts in SQLite. */

import { and, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
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
import { recordAudit } from '../accounts/audit.ts';
import type { ServiceDatabase } from '../database.ts';
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
  webhookSecrets,
} from '../schema/all.ts';
import { cancelPending, removeMessages } from './steps.ts';

export function createWebhookQueue(database: ServiceDatabase): WebhookQueue {
  const { orm, transaction } = database;
  const deliveries = webhookDeliveries;
  return {
    ...createDueReader(database),
    open: async (deliveryId, now) =>
      transaction(() => {
        const found = orm
          .select({ delivery: deliveries, endpoint: webhookEndpoints, payload: webhookMessages.payload })
          .from(deliveries)
          .innerJoin(webhookEndpoints, eq(webhookEndpoints.endpointId, deliveries.endpointId))
          .innerJoin(webhookMessages, eq(webhookMessages.messageId, deliveries.messageId))
          .where(and(eq(deliveries.deliveryId, deliveryId), lte(deliveries.dueAt, now)))
          .get();
        if (found === undefined) return null;
        if (!found.endpoint.enabled) {
          // Otherwise it would be found due again and again.
          cancelPending(database, found.endpoint);
          return null;
        }
        const { endpointId } = found.delivery;
        const secrets = orm
          .select({ secret: webhookSecrets.secret })
          .from(webhookSecrets)
          .where(
            and(
              eq(webhookSecrets.endpointId, endpointId),
              or(isNull(webhookSecrets.validUntil), gt(webhookSecrets.validUntil, now)),
            ),
          )
          .orderBy(desc(webhookSecrets.sequence))
          .all()
          .map(({ secret }) => secret);
        return openedDelivery(found.delivery, found.endpoint, found.payload, secrets, now);
      }),
    record: async (opened, outcome, random, now) =>
      transaction(() => recordOutcome(database, opened, outcome, random, now)),
    prune: async (before, limit, now) =>
      transaction(() => {
        orm.delete(webhookSecrets).where(lt(webhookSecrets.validUntil, now)).run();
        const old = orm
          .select({ messageId: webhookMessages.messageId })
          .from(webhookMessages)
          .where(lt(webhookMessages.createdAt, before))
          .limit(limit)
          .all()
          .map(({ messageId }) => messageId);
        removeMessages(database, old);
        return old.length;
      }),
  };
}

function recordOutcome(
  database: ServiceDatabase,
  opened: OpenDelivery,
  { succeeded, ...attempt }: RecordedOutcome,
  random: number,
  now: number,
): { disabled: boolean } {
  const { orm } = database;
  const { deliveryId, endpointId, trigger } = opened;
  const delivery = orm.select().from(webhookDeliveries).where(eq(webhookDeliveries.deliveryId, deliveryId)).get();
  const endpoint = orm.select().from(webhookEndpoints).where(eq(webhookEndpoints.endpointId, endpointId)).get();
  // Pruned or removed since the attempt began.
  if (delivery === undefined || endpoint === undefined) return { disabled: false };
  orm
    .insert(webhookAttempts)
    .values({ ...attempt, deliveryId, trigger })
    .run();
  forgetAttempts(database, deliveryId);
  orm
    .update(webhookDeliveries)
    .set(afterAttempt(delivery, opened, succeeded, random, now))
    .where(eq(webhookDeliveries.deliveryId, deliveryId))
    .run();
  const health = endpointAfterAttempt(endpoint, succeeded, now);
  if (health === null) return { disabled: false };
  orm
    .update(webhookEndpoints)
    .set(health.enabled ? health : { ...health, updatedAt: now })
    .where(eq(webhookEndpoints.endpointId, endpointId))
    .run();
  if (health.enabled) return { disabled: false };
  cancelPending(database, endpoint);
  recordAudit(database, endpointFailed(endpoint, health.failingSince ?? now), now);
  return { disabled: true };
}

/** Keeps the latest attempts. */
function forgetAttempts({ orm }: ServiceDatabase, deliveryId: string): void {
  const { sequence } = webhookAttempts;
  const ofDelivery = eq(webhookAttempts.deliveryId, deliveryId);
  const tooOld = orm
    .select({ sequence })
    .from(webhookAttempts)
    .where(ofDelivery)
    .orderBy(desc(sequence))
    .limit(1)
    .offset(KEPT_ATTEMPTS)
    .get();
  if (tooOld === undefined) return;
  orm
    .delete(webhookAttempts)
    .where(and(ofDelivery, lte(sequence, tooOld.sequence)))
    .run();
}

type DueReader = Pick<WebhookQueue, 'due' | 'allDue'>;

function createDueReader({ raw }: ServiceDatabase): DueReader {
  const longestDue = raw.prepare<object, DueDelivery>(LONGEST_DUE);
  const next = raw.prepare<object, number>(NEXT_DUE).pluck();
  const accountAfter = raw.prepare<object, string>(ACCOUNT_AFTER).pluck();
  const ofAccount = raw.prepare<object, number>(DUE_OF_ACCOUNT).pluck();
  const endpointAfter = raw.prepare<object, string>(ENDPOINT_AFTER).pluck();
  const atEndpoint = raw.prepare<object, DueDelivery>(DUE_AT_ENDPOINT);

  function dueAccountAfter(userId: string, now: number): string | null {
    // Accounts whose deliveries are due later are skipped one by one, each with a look-up in an index.
    for (let last = userId; ; ) {
      const account = accountAfter.get({ last });
      if (account === undefined) return null;
      if (ofAccount.get({ userId: account, now }) !== undefined) return account;
      last = account;
    }
  }

  return {
    due: async (now, limit) => ({ due: longestDue.all({ now, limit }), nextDueAt: next.get({ now }) ?? null }),
    allDue: (now) => ({
      accountAfter: async (userId) => dueAccountAfter(userId, now),
      endpointAfter: async (userId, endpointId) => endpointAfter.get({ userId, last: endpointId }) ?? null,
      atEndpoint: async (userId, endpointId, limit) => atEndpoint.all({ userId, endpointId, now, limit }),
    }),
  };
}
