/** Users in PostgreSQL, and the rows that every call reads, with prepared statements. No row is kept between calls. */

import { asc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { keyCreated, userCreated } from '../../../rules/audit-events.ts';
import type { AccountStore } from '../../store.ts';
import { lockAccount } from '../connection/account-lock.ts';
import type { PostgresDatabase } from '../connection/database.ts';
import { billingRows, keyRows, userRows } from '../schema/all.ts';
import { addAudit } from './audit.ts';

const { sequence: _order, ...KEY } = getTableColumns(keyRows);

export function createPostgresAccounts(database: PostgresDatabase): AccountStore {
  const { orm, ask, transaction } = database;
  const owners = () =>
    orm.select({ key: KEY, user: userRows }).from(keyRows).innerJoin(userRows, eq(userRows.userId, keyRows.userId));
  const byPrefix = owners()
    .where(eq(keyRows.keyPrefix, sql.placeholder('keyPrefix')))
    .prepare('key_owners_by_prefix');
  const byId = owners()
    .where(eq(keyRows.keyId, sql.placeholder('keyId')))
    .prepare('key_owner');
  const standing = orm
    .select({ status: keyRows.status, secretHash: keyRows.secretHash })
    .from(keyRows)
    .where(eq(keyRows.keyId, sql.placeholder('keyId')))
    .prepare('key_standing');
  const userById = orm
    .select()
    .from(userRows)
    .where(eq(userRows.userId, sql.placeholder('userId')))
    .prepare('user');

  return {
    ensureUser: (user) =>
      transaction(async (work) => {
        const added = await work.orm
          .insert(userRows)
          .values(user)
          .onConflictDoNothing({ target: userRows.name })
          .returning();
        if (added[0] === undefined) {
          const [known] = await work.orm.select().from(userRows).where(eq(userRows.name, user.name));
          if (known !== undefined) return known;
          throw new TypeError('A user that was there is gone');
        }
        await addAudit(work, userCreated(added[0], null, null), added[0].createdAt);
        return added[0];
      }),
    addUser: (user, billingCountry, actorKeyId) =>
      transaction(async (work) => {
        const [added] = await work.orm
          .insert(userRows)
          .values(user)
          .onConflictDoNothing({ target: userRows.name })
          .returning();
        if (added === undefined) return null;
        const { userId, createdAt } = added;
        if (billingCountry !== null) await work.orm.insert(billingRows).values({ userId, billingCountry });
        await addAudit(work, userCreated(added, billingCountry, actorKeyId), createdAt);
        return added;
      }),
    findUser: (userId) => ask(async () => (await userById.execute({ userId })).at(0) ?? null),
    listUsers: () =>
      ask(async () => orm.select().from(userRows).orderBy(asc(userRows.createdAt), asc(userRows.userId))),
    ensureKey: (key) =>
      transaction(async (work) => {
        const { keyId, scopes, userId } = key;
        await lockAccount(work, userId);
        const known = await work.orm.update(keyRows).set({ scopes }).where(eq(keyRows.keyId, keyId)).returning(KEY);
        if (known[0] !== undefined) return known[0];
        await work.orm.insert(keyRows).values(key);
        await addAudit(work, keyCreated(key, null), key.createdAt);
        return key;
      }),
    addFirstKeys: (firstKeys) =>
      transaction(async (work) => {
        // All of one account: of two services that start at once, one waits and then finds the keys of the other.
        for (const { userId } of firstKeys.slice(0, 1)) await lockAccount(work, userId);
        const stored = work.orm.select({ keyId: keyRows.keyId }).from(keyRows).where(isNotNull(keyRows.secretHash));
        if ((await stored.limit(1)).length > 0) return false;
        for (const key of firstKeys) {
          await work.orm.insert(keyRows).values(key);
          await addAudit(work, keyCreated(key, null), key.createdAt);
        }
        return true;
      }),
    findKeysByPrefix: (keyPrefix) => ask(async () => byPrefix.execute({ keyPrefix })),
    findKey: (keyId) => ask(async () => (await byId.execute({ keyId })).at(0) ?? null),
    keyStanding: (keyId) => ask(async () => (await standing.execute({ keyId })).at(0) ?? null),
  };
}
