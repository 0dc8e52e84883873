/** The store in SQLite: one database file in the data folder. */

import { openDatabase } from '../../../platform/sqlite.ts';
import type { ServiceStore } from '../store.ts';
import { createAccountStore } from './accounts/account-store.ts';
import { createAuditStore } from './accounts/audit-store.ts';
import { createKeyStore } from './accounts/key-store.ts';
import { createBillingStore } from './billing/billing-store.ts';
import { createGenerationStore } from './projects/generation-store.ts';
import { createProjectStore } from './projects/project-store.ts';
import { createSpaceStore } from './projects/space-store.ts';
import { createRememberedRows } from './remembered-rows.ts';
import * as schema from './schema/all.ts';
import { createEndpointStore } from './webhooks/webhook-endpoints.ts';
import { createMessageStore } from './webhooks/webhook-messages.ts';
import { createWebhookQueue } from './webhooks/webhook-queue.ts';

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
