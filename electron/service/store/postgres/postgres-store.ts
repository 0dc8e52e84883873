/** The store in PostgreSQL. Nothing that rows decide is kept in the process, so that several can share one database. */

import { DUE_LOAD } from '../delivery-rows.ts';
import type { ServiceStore } from '../store.ts';
import { createPostgresAccounts } from './accounts/accounts.ts';
import { createPostgresAudit } from './accounts/audit.ts';
import { createPostgresKeys } from './accounts/keys.ts';
import { createPostgresBilling } from './billing/accounts.ts';
import { readAddress } from './connection/address.ts';
import { type DatabasePorts, openPostgresDatabase, type PostgresDatabase } from './connection/database.ts';
import { connect, holdDatabase } from './connection/locks.ts';
import { migrateDatabase } from './connection/migrate.ts';
import { nameStatement } from './connection/statements.ts';
import { createPostgresGenerations } from './projects/generations.ts';
import { createPostgresProjects } from './projects/projects.ts';
import { createPostgresSpace } from './projects/space.ts';
import { createPostgresEndpoints } from './webhooks/endpoints.ts';
import { createPostgresMessages } from './webhooks/messages.ts';
import { createPostgresQueue } from './webhooks/queue.ts';

type StorePorts = Omit<DatabasePorts, 'isOurs'>;

/**
 * Opens the store, and brings its tables up to date. As long as it is open, no other service can open it.
 * @param url as `readAddress` takes it
 * @param migrations folder of generated migrations
 * @throws RangeError with a sentence when the address isn't valid, the database can't be used, or another service uses it
 */
export async function openPostgresStore(url: string, migrations: string, ports: StorePorts): Promise<ServiceStore> {
  const address = await readAddress(url);
  const hold = await holdDatabase(address, ports.clock, ports.log);
  try {
    const client = await connect(address);
    await migrateDatabase(client, migrations).finally(() => client.end());
    const database = openPostgresDatabase(address, { ...ports, isOurs: hold.isHeld });
    return {
      ...createStore(database),
      close: async () => {
        await database.close();
        await hold.release();
      },
    };
  } catch (failure) {
    await hold.release();
    throw failure;
  }
}

function createStore(database: PostgresDatabase): Omit<ServiceStore, 'close'> {
  return {
    accounts: createPostgresAccounts(database),
    keys: createPostgresKeys(database),
    audit: createPostgresAudit(database),
    projects: createPostgresProjects(database),
    space: createPostgresSpace(database),
    generations: createPostgresGenerations(database),
    billing: createPostgresBilling(database),
    webhooks: {
      ...createPostgresEndpoints(database),
      ...createPostgresMessages(database),
      queue: createPostgresQueue(database),
    },
    load: createLoadReader(database),
  };
}

const WAITING = nameStatement(
  'generations_waiting',
  `select (select count(*) from generations where status = 'queued') as queued,
    (select count(*) from generations where status = 'processing') as processing,
    (select created_at from generations where status = 'queued' order by sequence limit 1) as oldest`,
);
const DUE = nameStatement('deliveries_waiting', DUE_LOAD);

function createLoadReader({ rows }: PostgresDatabase): ServiceStore['load'] {
  return async (now) => {
    const [work] = await rows<{ queued: number; processing: number; oldest: number | null }>(WAITING, {});
    const [deliveries] = await rows<{ count: number; oldest: number | null }>(DUE, { now });
    return {
      queued: work?.queued ?? 0,
      processing: work?.processing ?? 0,
      oldestQueuedAt: work?.oldest ?? null,
      deliveriesDue: deliveries?.count ?? 0,
      oldestDueAt: deliveries?.oldest ?? null,
    };
  };
}
