/** Keys in SQLite, and every change of them with its entry in the audit log. */

import { and, asc, count, eq, ne, sql } from 'drizzle-orm';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import { decideRotation, decideStatusChange, MOST_KEYS } from '../../../rules/keys/key-rules.ts';
import type { Key } from '../../records.ts';
import type { KeyStore } from '../../store.ts';
import { keys } from '../schema/all.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';
import { recordNewKey } from './account-audit.ts';
import { recordAudit } from './audit-steps.ts';

const STATUS_ACTIONS = {
  active: 'key.activated',
  inactive: 'key.deactivated',
  revoked: 'key.revoked',
} as const satisfies Record<Key['status'], AuditAction>;

export function createKeyStore(database: ServiceDatabase): KeyStore {
  const { orm, transaction } = database;
  const find = (keyId: string) => orm.select().from(keys).where(eq(keys.keyId, keyId)).get() ?? null;
  const change = (keyId: string, fields: Partial<Key>) =>
    orm.update(keys).set(fields).where(eq(keys.keyId, keyId)).returning().get() as Key;

  function audit(key: Key, actorKeyId: string, action: AuditAction, details: Record<string, unknown>, now: number) {
    recordAudit(database, { userId: key.userId, actorKeyId, action, target: key.keyId, details }, now);
  }

  /** The parent of a new scoped key: the one that makes it, or the oldest admin key where that is somebody else's. */
  function parentOf(userId: string, actor: Key): string | null {
    if (actor.userId === userId) return actor.keyId;
    const oldest = orm
      .select({ keyId: keys.keyId })
      .from(keys)
      .where(and(eq(keys.userId, userId), eq(keys.role, 'admin')))
      .orderBy(asc(keys.createdAt), asc(sql`${keys}.rowid`))
      .limit(1)
      .get();
    return oldest?.keyId ?? null;
  }

  /** How many keys of an account authenticate or may again. */
  function standing(userId: string): number {
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
        .orderBy(asc(keys.createdAt), asc(sql`${keys}.rowid`))
        .all(),
    add: async (key, actorKeyId) =>
      transaction(() => {
        const actor = find(actorKeyId);
        if (actor?.status !== 'active') return { kind: 'actor-stopped' };
        if (standing(key.userId) >= MOST_KEYS) return { kind: 'too-many' };
        const parentKeyId = key.role === 'scoped' ? parentOf(key.userId, actor) : null;
        const added = orm
          .insert(keys)
          .values({ ...key, parentKeyId })
          .returning()
          .get();
        recordNewKey(database, added, actorKeyId);
        return { kind: 'done', key: added };
      }),
    rotate: async (userId, keyId, { secretHash, keyPrefix }, actorKeyId, now) =>
      transaction(() => {
        const decision = decideRotation(find(actorKeyId), find(keyId), userId);
        if (decision.kind !== 'go') return decision;
        const rotated = change(keyId, { secretHash, keyPrefix, rotatedAt: now });
        const details = { label: rotated.label, previousPrefix: decision.key.keyPrefix, keyPrefix };
        audit(rotated, actorKeyId, 'key.rotated', details, now);
        return { kind: 'done', key: rotated };
      }),
    setStatus: async (userId, keyId, status, actorKeyId, now) =>
      transaction(() => {
        const decision = decideStatusChange(find(actorKeyId), find(keyId), userId, status);
        if (decision.kind === 'same') return { kind: 'done', key: decision.key };
        if (decision.kind !== 'go') return decision;
        const changed = change(keyId, status === 'revoked' ? { status, revokedAt: now } : { status });
        const details = { label: changed.label, from: decision.key.status, to: status };
        audit(changed, actorKeyId, STATUS_ACTIONS[status], details, now);
        return { kind: 'done', key: changed };
      }),
  };
}
