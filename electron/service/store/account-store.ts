/** Users and keys in SQLite. */

import { eq, isNotNull } from 'drizzle-orm';
import { keys, users } from './schema/all.ts';
import type { ServiceDatabase } from './sqlite-store.ts';
import type { AccountStore } from './store.ts';

export function createAccountStore({ orm, transaction }: ServiceDatabase): AccountStore {
  return {
    ensureUser: async (user) =>
      transaction(() => {
        const known = orm.select().from(users).where(eq(users.name, user.name)).get();
        return known ?? orm.insert(users).values(user).returning().get();
      }),
    ensureKey: async (key) =>
      transaction(() => {
        const known = orm.select().from(keys).where(eq(keys.keyId, key.keyId)).get();
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
    findKeysByPrefix: async (keyPrefix) =>
      orm
        .select({ key: keys, user: users })
        .from(keys)
        .innerJoin(users, eq(users.userId, keys.userId))
        .where(eq(keys.keyPrefix, keyPrefix))
        .all(),
  };
}
