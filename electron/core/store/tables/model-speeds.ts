/** What was learnt of how long models take over connections. */

import { and, eq, sql } from 'drizzle-orm';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { type Orm, paces } from '../schema.ts';
import { preparedRows } from '../statements/prepared.ts';

export type PaceRow = typeof paces.$inferSelect;

export function paceTable(orm: Orm) {
  const found = preparedRows(orm, paces, (all) =>
    all.where(and(eq(paces.connectionId, sql.placeholder('connectionId')), eq(paces.model, sql.placeholder('model')))),
  );
  return {
    get(connectionId: string, model: ModelId): PaceRow | undefined {
      return found.get({ connectionId, model });
    },
    put(row: PaceRow): void {
      const { count, baseMs, msPerSecond } = row;
      orm
        .insert(paces)
        .values(row)
        .onConflictDoUpdate({ target: [paces.connectionId, paces.model], set: { count, baseMs, msPerSecond } })
        .run();
    },
  };
}
