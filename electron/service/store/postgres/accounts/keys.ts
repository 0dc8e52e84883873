/** Keys in PostgreSQL, and every change of them with its entry in the audit log. */

import { and, asc, count, eq, getTableColumns, inArray, ne } from 'drizzle-orm';
import { type AuditEvent, keyCreated, keyLimited, keyRotated, keyStatusChanged } from '../../../rules/audit-events.ts';
import { decideLimit, decideNewKey, decideRotation, decideStatusChange } from '../../../rules/keys/changes.ts';
import type { Key } from '../../records.ts';
import type { KeyStore } from '../../store.ts';
import { lockAccount, lockOwner } from '../connection/account-lock.ts';
import type { OpenWork, PostgresDatabase } from '../connection/database.ts';
import { keyRows } from '../schema/all.ts';
import { addAudit } from './audit.ts';

const { sequence: _order, ...KEY } = getTableColumns(keyRows);
const IN_ORDER = [asc(keyRows.createdAt), asc(keyRows.sequence)];

export function createPostgresKeys({ orm, ask, transaction }: PostgresDatabase): KeyStore {
  /** Reads keys that a change depends on, and locks them: two that stop each other at once don't both succeed. */
  async function lockKeys(work: OpenWork, ...keyIds: readonly string[]) {
    const found: Key[] = await work.orm
      .select(KEY)
      .from(keyRows)
      .where(inArray(keyRows.keyId, [...keyIds]))
      .orderBy(asc(keyRows.keyId))
      .for('no key update');
    return keyIds.map((keyId) => found.find((key) => key.keyId === keyId) ?? null);
  }

  async function change(work: OpenWork, keyId: string, fields: Partial<Key>, event: AuditEvent, now: number) {
    const [key] = await work.orm.update(keyRows).set(fields).where(eq(keyRows.keyId, keyId)).returning(KEY);
    if (key === undefined) throw new TypeError('A key that was there is gone');
    await addAudit(work, event, now);
    return { kind: 'done', key } as const;
  }

  async function oldestAdminKeyId(work: OpenWork, userId: string): Promise<string | null> {
    const admins = and(eq(keyRows.userId, userId), eq(keyRows.role, 'admin'));
    const oldest = await work.orm
      .select({ keyId: keyRows.keyId })
      .from(keyRows)
      .where(admins)
      .orderBy(...IN_ORDER)
      .limit(1);
    return oldest[0]?.keyId ?? null;
  }

  /** How many keys of an account are not revoked. */
  async function countUnrevoked(work: OpenWork, userId: string): Promise<number> {
    const unrevoked = and(eq(keyRows.userId, userId), ne(keyRows.status, 'revoked'));
    return (await work.orm.select({ keys: count() }).from(keyRows).where(unrevoked))[0]?.keys ?? 0;
  }

  return {
    list: (userId) =>
      ask(async () =>
        orm
          .select(KEY)
          .from(keyRows)
          .where(eq(keyRows.userId, userId))
          .orderBy(...IN_ORDER),
      ),
    add: (key, actorKeyId) =>
      transaction(async (work) => {
        const { userId } = key;
        await lockAccount(work, userId);
        const [actor = null] = await lockKeys(work, actorKeyId);
        const [unrevoked, oldest] = [await countUnrevoked(work, userId), await oldestAdminKeyId(work, userId)];
        const decision = decideNewKey(actor, key, unrevoked, oldest);
        if (decision.kind !== 'go') return decision;
        const added = { ...key, parentKeyId: decision.parentKeyId };
        await work.orm.insert(keyRows).values(added);
        await addAudit(work, keyCreated(added, actorKeyId), added.createdAt);
        return { kind: 'done', key: added };
      }),
    rotate: (userId, keyId, { secretHash, keyPrefix }, actor, now) =>
      transaction(async (work) => {
        await lockOwner(work, 'key', keyId);
        const [acting = null, key = null] = await lockKeys(work, actor.keyId, keyId);
        const decision = decideRotation(acting, key, userId);
        if (decision.kind !== 'go') return decision;
        const event = keyRotated(decision.key, keyPrefix, actor.keyId);
        return change(work, keyId, { secretHash, keyPrefix, rotatedAt: now }, event, now);
      }),
    setLimit: (userId, keyId, callsPerMinute, actorKeyId, now) =>
      transaction(async (work) => {
        await lockOwner(work, 'key', keyId);
        const [acting = null, key = null] = await lockKeys(work, actorKeyId, keyId);
        const decision = decideLimit(acting, key, userId);
        if (decision.kind !== 'go') return decision;
        const event = keyLimited(decision.key, callsPerMinute, actorKeyId);
        return change(work, keyId, { callsPerMinute }, event, now);
      }),
    setStatus: (userId, keyId, status, actorKeyId, now) =>
      transaction(async (work) => {
        await lockOwner(work, 'key', keyId);
        const [acting = null, key = null] = await lockKeys(work, actorKeyId, keyId);
        const decision = decideStatusChange(acting, key, userId, status);
        if (decision.kind === 'same') return { kind: 'done', key: decision.key };
        if (decision.kind !== 'go') return decision;
        const fields = status === 'revoked' ? { status, revokedAt: now } : { status };
        return change(work, keyId, fields, keyStatusChanged(decision.key, status, actorKeyId), now);
      }),
  };
}
