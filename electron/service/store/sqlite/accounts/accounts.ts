/** Users in SQLite, and the rows that every call reads, with prepared statements. */

import { asc, eq, isNotNull, sql } from 'drizzle-orm';
import { keyCreated, userCreated } from '../../../rules/audit-events.ts';
import type { Key, KeyOwner, User } from '../../records.ts';
import type { AccountStore } from '../../store.ts';
import type { ServiceDatabase } from '../database.ts';
import { billingAccounts, keys, users } from '../schema/all.ts';
import { recordAudit } from './audit.ts';

export function createAccountStore(database: ServiceDatabase): AccountStore {
  const { orm, transaction, cache } = database;
  // Two look-ups by index: a join takes twice as long.
  const keysByPrefix = orm
    .select()
    .from(keys)
    .where(eq(keys.keyPrefix, sql.placeholder('keyPrefix')))
    .prepare();
  const keyById = orm
    .select()
    .from(keys)
    .where(eq(keys.keyId, sql.placeholder('keyId')))
    .prepare();
  const userById = orm
    .select()
    .from(users)
    .where(eq(users.userId, sql.placeholder('userId')))
    .prepare();
  const standingById = orm
    .select({ status: keys.status, secretHash: keys.secretHash })
    .from(keys)
    .where(eq(keys.keyId, sql.placeholder('keyId')))
    .prepare();
  const ownerOf = (key: Key): KeyOwner => ({ key, user: userById.get({ userId: key.userId }) as User });

  return {
    ensureUser: async (user) =>
      transaction(() => {
        const known = orm.select().from(users).where(eq(users.name, user.name)).get();
        if (known !== undefined) return known;
        const added = orm.insert(users).values(user).returning().get();
        recordAudit(database, userCreated(added, null, null), added.createdAt);
        return added;
      }),
    addUser: async (user, billingCountry, actorKeyId) =>
      transaction(() => {
        const added = orm.insert(users).values(user).onConflictDoNothing({ target: users.name }).returning().get();
        if (added === undefined) return null;
        if (billingCountry !== null) orm.insert(billingAccounts).values({ userId: added.userId, billingCountry }).run();
        recordAudit(database, userCreated(added, billingCountry, actorKeyId), added.createdAt);
        return added;
      }),
    findUser: async (userId) => userById.get({ userId }) ?? null,
    listUsers: async () => orm.select().from(users).orderBy(asc(users.createdAt), asc(users.userId)).all(),
    ensureKey: async (key) =>
      transaction(() => {
        const { keyId, scopes } = key;
        const known = orm.update(keys).set({ scopes }).where(eq(keys.keyId, keyId)).returning().get();
        if (known !== undefined) return known;
        const added = orm.insert(keys).values(key).returning().get();
        recordAudit(database, keyCreated(added, null), added.createdAt);
        return added;
      }),
    addFirstKeys: async (firstKeys) =>
      transaction(() => {
        if (orm.select({ keyId: keys.keyId }).from(keys).where(isNotNull(keys.secretHash)).limit(1).get() !== undefined)
          return false;
        for (const key of firstKeys) {
          orm.insert(keys).values(key).run();
          recordAudit(database, keyCreated(key, null), key.createdAt);
        }
        return true;
      }),
    findKeysByPrefix: async (keyPrefix) =>
      cache.read(`prefix ${keyPrefix}`, () => keysByPrefix.all({ keyPrefix }).map(ownerOf)),
    findKey: async (keyId) => {
      const key = keyById.get({ keyId });
      return key === undefined ? null : ownerOf(key);
    },
    keyStanding: async (keyId) => cache.read(`standing ${keyId}`, () => standingById.get({ keyId }) ?? null),
  };
}
