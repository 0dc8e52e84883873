/** What is due, found by index: its cost is that of what can begin, however much waits and however many endpoints there are. */

import { AT_ONCE_PER_ENDPOINT, type Round, roomIn } from '../../../rules/webhooks/fairness.ts';
import type { DueDelivery, WebhookQueue } from '../../webhook-port.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';

/** Up to here all that is due is simply read. */
const FEW = 256;

const COLUMNS = 'delivery_id AS deliveryId, endpoint_id AS endpointId, user_id AS userId';
const DUE = 'due_at IS NOT NULL AND due_at <= @now';

export function createDueReader({ raw }: ServiceDatabase): WebhookQueue['due'] {
  const few = raw.prepare<object, DueDelivery>(
    `SELECT ${COLUMNS} FROM webhook_deliveries WHERE ${DUE} ORDER BY due_at, sequence LIMIT ${FEW}`,
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
  // What is under way is among it and as much again is asked for, so that it hides nothing.
  const atEndpoint = raw.prepare<object, DueDelivery>(
    `SELECT ${COLUMNS} FROM webhook_deliveries WHERE ${DUE} AND user_id = @userId AND endpoint_id = @endpointId
      ORDER BY due_at LIMIT ${2 * AT_ONCE_PER_ENDPOINT}`,
  );

  /** Steps from one account or endpoint to the next, behind the one that had the last turn and around. */
  function* around(last: string, after: (last: string) => string | undefined): Generator<string> {
    for (let name = after(last); name !== undefined; name = after(name)) yield name;
    for (let name = after(''); name !== undefined && name <= last; name = after(name)) yield name;
  }

  function readAccount(userId: string, now: number, most: number, round: Round): DueDelivery[] {
    const room = roomIn(round);
    const busy = new Set(round.underWay.map(({ deliveryId }) => deliveryId));
    const found: DueDelivery[] = [];
    let endpoints = 0;
    const last = round.lastEndpoints.get(userId) ?? '';
    for (const endpointId of around(last, (before) => endpointAfter.get({ userId, last: before }))) {
      if (endpoints >= most) break;
      if (room.atEndpoint(endpointId) === 0) continue;
      const free = atEndpoint.all({ userId, endpointId, now }).filter(({ deliveryId }) => !busy.has(deliveryId));
      if (free.length > 0) endpoints += 1;
      found.push(...free);
    }
    return found;
  }

  function readMany(now: number, round: Round): DueDelivery[] {
    const room = roomIn(round);
    const found: DueDelivery[] = [];
    let accounts = 0;
    for (const userId of around(round.lastAccount, (last) => accountAfter.get({ last }))) {
      if (accounts >= room.all) break;
      const most = Math.min(room.all, room.ofAccount(userId));
      if (most === 0 || ofAccount.get({ userId, now }) === undefined) continue;
      const free = readAccount(userId, now, most, round);
      if (free.length > 0) accounts += 1;
      found.push(...free);
    }
    return found;
  }

  return async (now, round) => {
    const all = few.all({ now });
    const due = all.length < FEW ? all : readMany(now, round);
    return { due, nextDueAt: next.get({ now }) ?? null };
  };
}
