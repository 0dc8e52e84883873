/** What waits in SQLite: each number is found by an index. */

import type { ServiceStore } from '../store.ts';
import type { ServiceDatabase } from './database.ts';

export function createLoadReader({ raw }: ServiceDatabase): ServiceStore['load'] {
  const countOf = raw.prepare<[string], number>('SELECT count(*) FROM generations WHERE status = ?').pluck();
  const oldest = raw
    .prepare<[], number | null>("SELECT min(created_at) FROM generations WHERE status = 'queued'")
    .pluck();
  const due = raw.prepare<object, { readonly count: number; readonly oldest: number | null }>(
    `SELECT count(*) AS count, min(due_at) AS oldest FROM webhook_deliveries WHERE due_at IS NOT NULL AND due_at <= @now`,
  );
  return async (now) => {
    const deliveries = due.get({ now });
    return {
      queued: countOf.get('queued') ?? 0,
      processing: countOf.get('processing') ?? 0,
      oldestQueuedAt: oldest.get() ?? null,
      deliveriesDue: deliveries?.count ?? 0,
      oldestDueAt: deliveries?.oldest ?? null,
    };
  };
}
