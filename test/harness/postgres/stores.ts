/** Stores on a real PostgreSQL server: each has a new database, which is a copy of one that was migrated before. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Log } from '../../../electron/platform/log.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import { openPostgresStore } from '../../../electron/service/store/postgres/postgres-store.ts';
import type { ServiceStore } from '../../../electron/service/store/store.ts';
import type { PostgresServer } from './server.ts';

export const POSTGRES_MIGRATIONS = path.resolve(
  import.meta.dirname,
  '../../../electron/service/store/postgres/migrations',
);

const TEMPLATE = 'cleartake_template';

const prepared = new WeakMap<PostgresServer, Promise<void>>();
let made = 0;

/** @returns the name of a new database with all tables */
export async function migratedDatabase(server: PostgresServer): Promise<string> {
  const ready = prepared.get(server) ?? prepare(server);
  prepared.set(server, ready);
  await ready;
  const name = `cleartake_${++made}`;
  await server.createDatabase(name, TEMPLATE);
  return name;
}

async function prepare(server: PostgresServer): Promise<void> {
  await server.createDatabase(TEMPLATE);
  await (await openStoreAt(server.address(TEMPLATE))).close();
}

export function openStoreAt(address: string, log: Log = silentLog): Promise<ServiceStore> {
  return openPostgresStore(address, POSTGRES_MIGRATIONS, { clock: systemClock, randomBytes, log });
}

/** A store in a database of its own, and a way past it. */
export async function openBeside(server: PostgresServer) {
  const database = await migratedDatabase(server);
  const store = await openStoreAt(server.address(database));
  const execute = async (sql: string) => void (await server.query(database, sql));
  return { store, execute, close: () => store.close() };
}
