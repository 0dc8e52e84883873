/** The store in SQLite: one database file in the data folder. */

import { openDatabase } from '../../platform/sqlite.ts';
import { createAccountStore } from './account-store.ts';
import { createAuditStore } from './audit-store.ts';
import { createBillingStore } from './billing-store.ts';
import { createGenerationStore } from './generation-store.ts';
import { createKeyStore } from './key-store.ts';
import { createProjectStore } from './project-store.ts';
import { createRememberedRows } from './remembered-rows.ts';
import * as schema from './schema/all.ts';
import { createSpaceStore } from './space-store.ts';
import type { ServiceStore } from './store.ts';
import { createEndpointStore } from './webhook-store-endpoints.ts';
import { createMessageStore } from './webhook-store-messages.ts';
import { createWebhookQueue } from './webhook-store-queue.ts';

export type ServiceDatabase = ReturnType<typeof openServiceDatabase>;

/**
 * @param path the database file; created when missing
 * @param migrations folder of generated migrations
 */
export function openSqliteStore(path: string, migrations: string): ServiceStore {
  const database = openServiceDatabase(path, migrations);
  return {
    accounts: createAccountStore(database),
    keys: createKeyStore(database),
    audit: createAuditStore(database),
    projects: createProjectStore(database),
    space: createSpaceStore(database),
    generations: createGenerationStore(database),
    billing: createBillingStore(database),
    webhooks: {
      ...createEndpointStore(database),
      ...createMessageStore(database),
      queue: createWebhookQueue(database),
    },
    close: async () => database.close(),
  };
}

/** The database behind the store, for whoever needs a part of it alone. */
export function openServiceDatabase(path: string, migrations: string) {
  const database = openDatabase({ path, schema, migrations, casing: 'snake_case' });
  const remembered = createRememberedRows(database.raw);
  return {
    ...database,
    /** For what is read at every call. */
    remembered,
    transaction: <Result>(work: () => Result): Result => {
      try {
        return database.transaction(work);
      } catch (failure) {
        remembered.forget();
        throw failure;
      }
    },
  };
}
