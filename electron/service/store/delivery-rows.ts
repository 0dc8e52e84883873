/** What rows of deliveries mean, and the statements that find due ones alike in every database. Parameters are named `@name`. */

import { type DeliverySchedule, isRecoverable, triggerOf, type Window } from '../rules/webhooks/deliveries.ts';
import type { OpenDelivery } from './webhook-port.ts';

const COLUMNS = 'delivery_id AS "deliveryId", endpoint_id AS "endpointId", user_id AS "userId"';

const DUE = 'due_at IS NOT NULL AND due_at <= @now';

export const LONGEST_DUE = `SELECT ${COLUMNS} FROM webhook_deliveries WHERE ${DUE} ORDER BY due_at, sequence LIMIT @limit`;

export const NEXT_DUE =
  'SELECT min(due_at) AS "dueAt" FROM webhook_deliveries WHERE due_at IS NOT NULL AND due_at > @now';

export const ACCOUNT_AFTER =
  'SELECT user_id FROM webhook_deliveries WHERE due_at IS NOT NULL AND user_id > @last ORDER BY user_id LIMIT 1';

export const DUE_OF_ACCOUNT = `SELECT 1 FROM webhook_deliveries WHERE ${DUE} AND user_id = @userId LIMIT 1`;

export const ENDPOINT_AFTER = `
  SELECT endpoint_id FROM webhook_deliveries
  WHERE due_at IS NOT NULL AND user_id = @userId AND endpoint_id > @last ORDER BY endpoint_id LIMIT 1`;

export const DUE_AT_ENDPOINT = `
  SELECT ${COLUMNS} FROM webhook_deliveries WHERE ${DUE} AND user_id = @userId AND endpoint_id = @endpointId
  ORDER BY due_at LIMIT @limit`;

export const DUE_LOAD = `SELECT count(*) AS count, min(due_at) AS oldest FROM webhook_deliveries WHERE ${DUE}`;

interface DeliveryRow extends DeliverySchedule {
  readonly sequence: number;
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly userId: string;
  readonly messageId: string;
}

/** What an attempt needs of a due delivery. @param secrets newest first */
export function openedDelivery(
  delivery: DeliveryRow,
  { url }: { readonly url: string },
  payload: Buffer,
  secrets: readonly string[],
  now: number,
): OpenDelivery {
  const { deliveryId, endpointId, userId, messageId, resendAt } = delivery;
  return {
    deliveryId,
    endpointId,
    userId,
    messageId,
    resendAt,
    trigger: triggerOf(delivery, now),
    secrets,
    url,
    payload,
  };
}

/**
 * Picks those to recover out of one batch of an endpoint.
 * @param rows at most `limit`, by their sequence, each with the time of its message
 * @returns their sequences, and where the next batch begins; null after the last
 */
export function recoverableOf(
  rows: readonly { readonly delivery: DeliveryRow; readonly createdAt: number }[],
  window: Window,
  limit: number,
  now: number,
): { readonly batch: readonly number[]; readonly next: number | null } {
  const batch = rows.filter(({ delivery, createdAt }) => isRecoverable(delivery, createdAt, window, now));
  return {
    batch: batch.map(({ delivery }) => delivery.sequence),
    next: rows.length < limit ? null : (rows.at(-1)?.delivery.sequence ?? null),
  };
}
