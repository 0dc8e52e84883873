/** Keys in SQLite, and every change of them with its entry in the audit log. */

import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import { type AuditEvent, keyCreated, keyLimited, keyRotated, keyStatusChanged } from '../../../rules/audit-events.ts';
import { decideLimit, decideNewKey, decideRotation, decideStatusChange } from '../../../rules/keys/changes.ts';
import type { Key } from '../../records.ts';
import type { KeyStore } from '../../store.ts';
import type { ServiceDatabase } from '../database.ts';
import { keys } from '../schema/all.ts';
import { recordAudit } from './audit.ts';

export function createKeyStore(database: ServiceDatabase): KeyStore {
  const { orm, transaction } = database;
  const inOrder = [asc(keys.createdAt), asc(sql`${keys}.rowid`)];
  const find = (keyId: string) => orm.select().from(keys).where(eq(keys.keyId, keyId)).get() ?? null;

  function change(keyId: string, fields: Partial<Key>, event: AuditEvent, now: number) {
    const key: Key = orm.update(keys).set(fields).where(eq(keys.keyId, keyId)).returning().get();
    recordAudit(database, event, now);
    return { kind: 'done', key } as const;
  }

  function oldestAdminKeyId(userId: string): string | null {
    const oldest = orm
      .select({ keyId: keys.keyId })
      .from(keys)
      .where(and(eq(keys.userId, userId), eq(keys.role, 'admin')))
      .orderBy(...inOrder)
      .limit(1)
      .get();
    return oldest?.keyId ?? null;
  }

  /** How many keys of an account are not revoked. */
  function countUnrevoked(userId: string): number {
    const counted = orm
      .select({ keys: count() })
      .from(keys)
      .where(and(eq(keys.userId, userId), ne(keys.status, 'revoked')))
      .get();
    return counted?.keys ?? 0;
  }

  return {
    list: async (userId) =>
      orm
        .select()
        .from(keys)
        .where(eq(keys.userId, userId))
        .orderBy(...inOrder)
        .all(),
    add: async (key, actorKeyId) =>
      transaction(() => {
        const { userId } = key;
        const decision = decideNewKey(find(actorKeyId), key, countUnrevoked(userId), oldestAdminKeyId(userId));
        if (decision.kind !== 'go') return decision;
        const added = orm
          .insert(keys)
          .values({ ...key, parentKeyId: decision.parentKeyId })
          .returning()
          .get();
        recordAudit(database, keyCreated(added, actorKeyId), added.createdAt);
        return { kind: 'done', key: added };
      }),
    rotate: async (userId, keyId, { secretHash, keyPrefix }, actor, now) =>
      transaction(() => {
        const decision = decideRotation(find(actor.keyId), find(keyId), userId);
        if (decision.kind !== 'go') return decision;
        const event = keyRotated(decision.key, keyPrefix, actor.keyId);
        return change(keyId, { secretHash, keyPrefix, rotatedAt: now }, event, now);
      }),
    setLimit: async (userId, keyId, callsPerMinute, actorKeyId, now) =>
      transaction(() => {
        const decision = decideLimit(find(actorKeyId), find(keyId), userId);
        if (decision.kind !== 'go') return decision;
        return change(keyId, { callsPerMinute }, keyLimited(decision.key, callsPerMinute, actorKeyId), now);
      }),
    setStatus: async (userId, keyId, status, actorKeyId, now) =>
      transaction(() => {
        const decision = decideStatusChange(find(actorKeyId), find(keyId), userId, status);
        if (decision.kind === 'same') return { kind: 'done', key: decision.key };
        if (decision.kind !== 'go') return decision;
        const fields = status === 'revoked' ? { status, revokedAt: now } : { status };
        return change(keyId, fields, keyStatusChanged(decision.key, status, actorKeyId), now);
      }),
  };
}
