/** Connections to services, and how long models take over them. Keys are in the vault, never here. */

import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { ErrorRecord } from '../../../../shared/domain/errors.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { notePrices } from '../costs/prices.ts';
import { type ConnectionRow, connections, modelSpeeds, type Orm } from '../schema.ts';
import { lazily, preparedRows } from '../statements/prepared.ts';

type ChangedField =
  | 'kind'
  | 'name'
  | 'baseUrl'
  | 'headerStyle'
  | 'keyFingerprint'
  | 'caps'
  | 'billingPage'
  | 'color'
  | 'label'
  | 'paths';

export function connectionTable(orm: Orm) {
  const list = lazily(() =>
    orm.select().from(connections).where(isNull(connections.removedAt)).orderBy(asc(connections.createdAt)).prepare(),
  );
  const byId = preparedRows(orm, connections, (all) => all.where(eq(connections.id, sql.placeholder('id'))));

  // The scheduler reads the list many times in each run, and only the writer changes it, only here. Reads inside a transaction are not
  // cached, because it may be rolled back.
  let kept: readonly ConnectionRow[] | null = null;

  return {
    list(): readonly ConnectionRow[] {
      if (orm.$client.inTransaction || orm.$client.readonly) return list().all();
      kept ??= list().all();
      return kept;
    },
    get(id: string): ConnectionRow | undefined {
      return byId.get({ id });
    },
    insert(connection: typeof connections.$inferInsert): void {
      kept = null;
      orm.transaction(() => {
        orm.insert(connections).values(connection).run();
        notePrices(orm, connection.id, null, connection.prices, connection.createdAt);
      });
    },
    update(
      id: string,
      changes: {
        readonly [Field in ChangedField]?: ConnectionRow[Field] | undefined;
      },
    ): void {
      kept = null;
      orm.update(connections).set(changes).where(eq(connections.id, id)).run();
    },
    /** @param at from when they apply */
    setPrices(id: string, prices: ConnectionRow['prices'], at: number): void {
      kept = null;
      orm.transaction(() => {
        notePrices(orm, id, byId.get({ id })?.prices ?? null, prices, at);
        orm.update(connections).set({ prices }).where(eq(connections.id, id)).run();
      });
    },
    park(id: string, reason: ErrorRecord | null): void {
      kept = null;
      orm.update(connections).set({ parked: reason }).where(eq(connections.id, id)).run();
    },
    remove(id: string, at: number): void {
      kept = null;
      orm.update(connections).set({ removedAt: at }).where(eq(connections.id, id)).run();
    },
  };
}

type ModelSpeedRow = typeof modelSpeeds.$inferSelect;

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
