/** Due deliveries and what becomes of them in SQLite. */

import { and, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm';
import { healthAfter, retryDelay } from '../../../rules/webhooks/retry-schedule.ts';
import type { Delivery, OpenDelivery, RecordedOutcome, WebhookQueue } from '../../webhook-port.ts';
import { recordAudit } from '../accounts/audit-steps.ts';
import {
  webhookAttempts,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
  webhookSecrets,
} from '../schema/all.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';
import { createDueReader } from './due.ts';
import { cancelPending, removeMessages } from './steps.ts';

/** Attempts of a delivery that are kept, whoever asked for them. */
const MOST_ATTEMPTS_KEPT = 100;

export function createWebhookQueue(database: ServiceDatabase): WebhookQueue {
  const { orm, transaction } = database;
  const deliveries = webhookDeliveries;
  return {
    due: createDueReader(database),
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
          // Whatever put it there: it would be found due again and again.
          cancelPending(database, found.endpoint);
          return null;
        }
        const { endpointId, userId, messageId, resendAt } = found.delivery;
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
        const trigger = resendAt !== null && resendAt <= now ? 'manual' : found.delivery.trigger;
        const { payload } = found;
        const { url } = found.endpoint;
        return { deliveryId, endpointId, userId, messageId, resendAt, trigger, secrets, url, payload };
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
  // Nothing is pruned while it is due; a row that is gone has nothing left to be written down for.
  if (delivery === undefined || endpoint === undefined) return { disabled: false };
  orm
    .insert(webhookAttempts)
    .values({ ...attempt, deliveryId, trigger })
    .run();
  forgetAttempts(database, deliveryId);
  orm
    .update(webhookDeliveries)
    .set(withDueTime(afterAttempt(delivery, opened, succeeded, random, now)))
    .where(eq(webhookDeliveries.deliveryId, deliveryId))
    .run();
  if (!endpoint.enabled) return { disabled: false };
  const { failingSince, disable } = healthAfter(endpoint.failingSince, succeeded, now);
  if (failingSince === endpoint.failingSince && !disable) return { disabled: false };
  orm
    .update(webhookEndpoints)
    .set({ failingSince, ...(disable ? { enabled: false, disabledReason: 'failing', updatedAt: now } : {}) })
    .where(eq(webhookEndpoints.endpointId, endpointId))
    .run();
  if (!disable) return { disabled: false };
  cancelPending(database, endpoint);
  const { userId, keyId, mode } = endpoint;
  const details = { apiKeyId: keyId, mode, failingSince: new Date(failingSince ?? now).toISOString() };
  const event = { userId, actorKeyId: null, action: 'webhook.endpoint.disabled', target: endpointId, details } as const;
  recordAudit(database, event, now);
  return { disabled: true };
}

/** The last ones stay: whoever resends a message without end fills no disk. */
function forgetAttempts({ orm }: ServiceDatabase, deliveryId: string): void {
  const { sequence } = webhookAttempts;
  const ofDelivery = eq(webhookAttempts.deliveryId, deliveryId);
  const tooOld = orm
    .select({ sequence })
    .from(webhookAttempts)
    .where(ofDelivery)
    .orderBy(desc(sequence))
    .limit(1)
    .offset(MOST_ATTEMPTS_KEPT)
    .get();
  if (tooOld === undefined) return;
  orm
    .delete(webhookAttempts)
    .where(and(ofDelivery, lte(sequence, tooOld.sequence)))
    .run();
}

type Progress = Pick<Delivery, 'status' | 'failures' | 'nextAttemptAt' | 'resendAt'>;

/** What is next for a delivery. What somebody asked for while the attempt was made stays asked for. */
function afterAttempt(
  { status, failures, nextAttemptAt, resendAt }: Delivery,
  opened: OpenDelivery,
  succeeded: boolean,
  random: number,
  now: number,
): Progress {
  const stillAsked = opened.trigger === 'manual' && resendAt === opened.resendAt ? null : resendAt;
  if (succeeded) return { status: 'delivered', failures, nextAttemptAt: null, resendAt: stillAsked };
  // Nobody asked the schedule, or it was cancelled meanwhile: it stays as it is.
  if (opened.trigger === 'manual' || status !== 'pending')
    return { status, failures, nextAttemptAt, resendAt: stillAsked };
  const delay = retryDelay(failures + 1, random);
  return delay === null
    ? { status: 'failed', failures: failures + 1, nextAttemptAt: null, resendAt }
    : { status, failures: failures + 1, nextAttemptAt: now + delay, resendAt };
}

function withDueTime(progress: Progress): Progress & Pick<Delivery, 'dueAt'> {
  const times = [progress.nextAttemptAt, progress.resendAt].filter((time) => time !== null);
  return { ...progress, dueAt: times.length === 0 ? null : Math.min(...times) };
}
