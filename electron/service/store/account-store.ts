/** Users in SQLite, and what is read at every call: statements for that are prepared once. */

import { asc, eq, isNotNull, sql } from 'drizzle-orm';
import { recordAudit } from './audit-steps.ts';
import { keys, users } from './schema/all.ts';
import type { ServiceDatabase } from './sqlite-store.ts';
import type { AccountStore } from './store.ts';

export function createAccountStore(database: ServiceDatabase): AccountStore {
  const { orm, transaction } = database;
  const owners = () =>
    orm.select({ key: keys, user: users }).from(keys).innerJoin(users, eq(users.userId, keys.userId));
  const ownersByPrefix = owners()
    .where(eq(keys.keyPrefix, sql.placeholder('keyPrefix')))
    .prepare();
  const ownerById = owners()
    .where(eq(keys.keyId, sql.placeholder('keyId')))
    .prepare();

  return {
    ensureUser: async (user) =>
      transaction(() => {
        const known = orm.select().from(users).where(eq(users.name, user.name)).get();
        return known ?? orm.insert(users).values(user).returning().get();
      }),
    addUser: async (user, actorKeyId) =>
      transaction(() => {
        const added = orm.insert(users).values(user).onConflictDoNothing({ target: users.name }).returning().get();
        if (added === undefined) return null;
        const { userId, name, tier, createdAt } = added;
        const details = { name, tier };
        recordAudit(database, { userId, actorKeyId, action: 'user.created', target: userId, details }, createdAt);
        return added;
      }),
    findUser: async (userId) => orm.select().from(users).where(eq(users.userId, userId)).get() ?? null,
    listUsers: async () => orm.select().from(users).orderBy(asc(users.createdAt), asc(users.userId)).all(),
    ensureKey: async (key) =>
      transaction(() => {
        const { keyId, scopes } = key;
        const known = orm.update(keys).set({ scopes }).where(eq(keys.keyId, keyId)).returning().get();
        return known ?? orm.insert(keys).values(key).returning().get();
      }),
    addFirstKeys: async (firstKeys) =>
      transaction(() => {
        if (orm.select({ keyId: keys.keyId }).from(keys).where(isNotNull(keys.secretHash)).limit(1).get() !== undefined)
          return false;
        orm
          .insert(keys)
          .values([...firstKeys])
          .run();
        return true;
      }),
    findKeysByPrefix: async (keyPrefix) => ownersByPrefix.all({ keyPrefix }),
    findKey: async (keyId) => ownerById.get({ keyId }) ?? null,
  };
}
