/** How long models take over connections. */

import { and, eq, sql } from 'drizzle-orm';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { modelSpeeds, type Orm } from '../schema.ts';
import { preparedRows } from '../statements/prepared.ts';

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
  return {
    get(connectionId: string, model: ModelId): ModelSpeedRow | undefined {
      return found.get({ connectionId, model });
    },
    put(row: ModelSpeedRow): void {
      const { count, baseMs, msPerSecond } = row;
      orm
        .insert(modelSpeeds)
        .values(row)
        .onConflictDoUpdate({
          target: [modelSpeeds.connectionId, modelSpeeds.model],
          set: { count, baseMs, msPerSecond },
        })
        .run();
    },
  };
}
