/** Due deliveries in SQLite, each step found by an index. */

import type { DueDelivery } from '../../../rules/webhooks/fairness.ts';
import type { WebhookQueue } from '../../webhook-port.ts';
import type { ServiceDatabase } from '../database.ts';

const COLUMNS = 'delivery_id AS deliveryId, endpoint_id AS endpointId, user_id AS userId';
const DUE = 'due_at IS NOT NULL AND due_at <= @now';

type DueReader = Pick<WebhookQueue, 'due' | 'allDue'>;

export function createDueReader({ raw }: ServiceDatabase): DueReader {
  const longestDue = raw.prepare<object, DueDelivery>(
    `SELECT ${COLUMNS} FROM webhook_deliveries WHERE ${DUE} ORDER BY due_at, sequence LIMIT @limit`,
  );
  const next = raw
    .prepare<object, number>('SELECT min(due_at) FROM webhook_deliveries WHERE due_at IS NOT NULL AND due_at > @now')
    .pluck();
  const accountAfter = raw
    .prepare<object, string>(
      'SELECT user_id FROM webhook_deliveries WHERE due_at IS NOT NULL AND user_id > @last ORDER BY user_id LIMIT 1',
    )
    .pluck();
  const ofAccount = raw
    .prepare<object, number>(`SELECT 1 FROM webhook_deliveries WHERE ${DUE} AND user_id = @userId LIMIT 1`)
    .pluck();
  const endpointAfter = raw
    .prepare<object, string>(
      `SELECT endpoint_id FROM webhook_deliveries
        WHERE due_at IS NOT NULL AND user_id = @userId AND endpoint_id > @last ORDER BY endpoint_id LIMIT 1`,
    )
    .pluck();
  const atEndpoint = raw.prepare<object, DueDelivery>(
    `SELECT ${COLUMNS} FROM webhook_deliveries WHERE ${DUE} AND user_id = @userId AND endpoint_id = @endpointId
      ORDER BY due_at LIMIT @limit`,
  );

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
