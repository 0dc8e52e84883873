/** How long models take over connections. */

import { and, eq, sql } from 'drizzle-orm';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { modelSpeeds, type Orm } from '../schema.ts';
import { lazily, preparedRows } from '../statements/prepared.ts';

export type ModelSpeedRow = typeof modelSpeeds.$inferSelect;

export function modelSpeedTable(orm: Orm) {
  const found = preparedRows(orm, modelSpeeds, (all) =>
    all.where(
      and(
        eq(modelSpeeds.connectionId, sql.placeholder('connectionId')),
        eq(modelSpeeds.model, sql.placeholder('model')),
      ),
    ),
  );
  const put = lazily(() =>
    orm
      .insert(modelSpeeds)
      .values({
        connectionId: sql.placeholder('connectionId'),
        model: sql.placeholder('model'),
        count: sql.placeholder('count'),
        baseMs: sql.placeholder('baseMs'),
        msPerSecond: sql.placeholder('msPerSecond'),
      })
      .onConflictDoUpdate({
        target: [modelSpeeds.connectionId, modelSpeeds.model],
        set: { count: sql`excluded.count`, baseMs: sql`excluded.base_ms`, msPerSecond: sql`excluded.ms_per_second` },
      })
      .prepare(),
  );
  return {
    get(connectionId: string, model: ModelId): ModelSpeedRow | undefined {
      return found.get({ connectionId, model });
    },
    put(row: ModelSpeedRow): void {
      put().run(row);
    },
  };
}
