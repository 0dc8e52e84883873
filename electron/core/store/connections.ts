/** Connections: where services are. Keys are in the vault, never here. */

import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ErrorRecord } from '../../../shared/domain/errors.ts';
import type { Orm } from './open-store.ts';
import { type ConnectionRow, connections } from './schema.ts';

export function connectionTable(orm: Orm) {
  return {
    list(): ConnectionRow[] {
      return orm
        .select()
        .from(connections)
        .where(isNull(connections.removedAt))
        .orderBy(asc(connections.createdAt))
        .all();
    },
    get(id: string): ConnectionRow | undefined {
      return orm.select().from(connections).where(eq(connections.id, id)).get();
    },
    adHoc(): ConnectionRow[] {
      return orm
        .select()
        .from(connections)
        .where(and(eq(connections.kind, 'ad-hoc'), isNull(connections.removedAt)))
        .all();
    },
    insert(connection: typeof connections.$inferInsert): void {
      orm.insert(connections).values(connection).run();
    },
    update(id: string, changes: Partial<Pick<ConnectionRow, 'name' | 'baseUrl' | 'headerStyle' | 'prices'>>): void {
      orm.update(connections).set(changes).where(eq(connections.id, id)).run();
    },
    park(id: string, reason: ErrorRecord | null): void {
      orm.update(connections).set({ parked: reason }).where(eq(connections.id, id)).run();
    },
    remove(id: string, at: number): void {
      orm.update(connections).set({ removedAt: at }).where(eq(connections.id, id)).run();
    },
  };
}
