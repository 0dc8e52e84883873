/** Brings a database up to date. Several services may start at once: one migrates, the others wait. */

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import { knownMigrations } from '../../../../platform/store-files/missing-parts.ts';
import { MIGRATION_LOCK } from './locks.ts';

const TABLE = { migrationsSchema: 'public', migrationsTable: 'cleartake_migrations' } as const;

/** PostgreSQL 15, as the server counts. */
const OLDEST_SERVER = 150_000;

/**
 * @param folder of generated migrations
 * @throws RangeError when the server is too old, or a newer Cleartake has changed the database
 */
export async function migrateDatabase(client: Client, folder: string): Promise<void> {
  const { rows: versions } = await client.query("select current_setting('server_version_num')::int as number");
  if (versions[0].number < OLDEST_SERVER) throw new RangeError('The database has to be PostgreSQL 15 or newer.');
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const last = knownMigrations(folder).at(-1) ?? 0;
    if ((await lastApplied(client)) > last) {
      throw new RangeError(
        'The database was changed by a newer version of Cleartake. Start that version, or restore a backup from before.',
      );
    }
    await migrate(drizzle(client), { migrationsFolder: folder, ...TABLE });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}

/** The time of the last migration; 0 in a new database. */
async function lastApplied(client: Client): Promise<number> {
  const name = `${TABLE.migrationsSchema}.${TABLE.migrationsTable}`;
  const { rows: found } = await client.query('select to_regclass($1) is not null as there', [name]);
  if (found[0].there !== true) return 0;
  const { rows } = await client.query(`select coalesce(max(created_at), 0) as last from ${name}`);
  return Number(rows[0].last);
}
