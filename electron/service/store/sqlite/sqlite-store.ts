/** The store in SQLite: one database file in the data folder. */

import { DUE_LOAD } from '../delivery-rows.ts';
import { type BackupPorts, keepBackups } from '../recovery/store-backups.ts';
import type { ServiceStore } from '../store.ts';
import { createAccountStore } from './accounts/accounts.ts';
import { createAuditStore } from './accounts/audit.ts';
import { createKeyStore } from './accounts/keys.ts';
import { createBillingStore } from './billing/accounts.ts';
import type { ServiceDatabase } from './database.ts';
import { openServiceDatabase } from './database.ts';
import { createGenerationStore } from './projects/generations.ts';
import { createProjectStore } from './projects/projects.ts';
import { createSpaceStore } from './projects/space.ts';
import { createEndpointStore } from './webhooks/endpoints.ts';
import { createMessageStore } from './webhooks/messages.ts';
import { createWebhookQueue } from './webhooks/queue.ts';

/**
 * @param path the database file; created when missing
 * @param migrations folder of generated migrations
 * @param backups with them it is backed up beside itself
 */
export function openSqliteStore(path: string, migrations: string, backups?: BackupPorts): ServiceStore {
  const database = openServiceDatabase(path, migrations);
  const endBackups = backups === undefined ? null : keepBackups(path, database, backups);
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
    load: createLoadReader(database),
    close: async () => {
      await endBackups?.();
      database.close();
    },
  };
}

function createLoadReader({ raw }: ServiceDatabase): ServiceStore['load'] {
  const countOf = raw.prepare<[string], number>('SELECT count(*) FROM generations WHERE status = ?').pluck();
  const oldest = raw
    .prepare<[], number | null>("SELECT min(created_at) FROM generations WHERE status = 'queued'")
    .pluck();
  const due = raw.prepare<object, { readonly count: number; readonly oldest: number | null }>(DUE_LOAD);
  return async (now) => {
    const deliveries = due.get({ now });
    return {
      queued: countOf.get('queued') ?? 0,
      processing: countOf.get('processing') ?? 0,
      oldestQueuedAt: oldest.get() ?? null,
      deliveriesDue: deliveries?.count ?? 0,
      oldestDueAt: deliveries?.oldest ?? null,
    };
  };
}
