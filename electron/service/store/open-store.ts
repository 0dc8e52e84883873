/** Which store a service works with: SQLite in its data folder, or a PostgreSQL server. */

import { stat } from 'node:fs/promises';
import type { Log } from '../../platform/log.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { RandomBytes } from '../rules/identifiers.ts';
import { type Damage, findStoreDamage, type Recovered } from './recovery/recover.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { ServiceStore } from './store.ts';

export interface StoreOptions {
  /** Absolute path of electron/service/migrations, or of where a build put them. */
  readonly migrationsDirectory: string;
  /** A PostgreSQL database; without it, SQLite in the data folder. */
  readonly database?: ServerDatabase;
  readonly clock: Clock;
  /** Cryptographically strong, as `randomBytes` of node:crypto. */
  readonly randomBytes: RandomBytes;
  /** A key that is valid for this run only and belongs to the built-in account. With it no other keys are created. */
  readonly startKey?: string;
  /** Whether a damaged database is replaced by its backup; with `startKey`, where nothing costs money, it always is. */
  readonly recover?: boolean;
  readonly log: Log;
}

export interface ServerDatabase {
  /** `postgres://…`. May contain a password, so it comes from a file or the environment. */
  readonly address: string;
  /** Absolute path of electron/service/store/postgres/migrations, or of where a build put them. */
  readonly migrationsDirectory: string;
}

interface OpenedStore {
  readonly store: ServiceStore;
  /** What this start had to do about a damaged database; null when it was whole. */
  readonly recovered: Recovered | null;
}

/**
 * @param file of the data folder's own database
 * @throws RangeError when it is damaged and may not be replaced, or the server's database can't be used
 */
export async function openServiceStore(file: string, options: StoreOptions): Promise<OpenedStore> {
  const { clock, database, log, randomBytes } = options;
  if (database === undefined) return openOwnDatabase(file, options);
  if ((await stat(file)).size > 0) {
    log.warn('The data folder has a database of its own, which is left as it is: the service works with PostgreSQL.');
  }
  // Loaded only here: a desk has neither the driver nor this store.
  const { openPostgresStore } = await import('./postgres/postgres-store.ts');
  const ports = { clock, log, randomBytes };
  return {
    store: await openPostgresStore(database.address, database.migrationsDirectory, ports),
    recovered: null,
  };
}

function openOwnDatabase(database: string, { migrationsDirectory, ...options }: StoreOptions): OpenedStore {
  const { clock, log } = options;
  const damage = findStoreDamage({ database, migrations: migrationsDirectory, now: clock.now() });
  // A studio's accounts, keys and invoices are never replaced unasked.
  if (damage !== null && options.startKey === undefined && options.recover !== true) {
    throw new RangeError(damagedStore(database, damage));
  }
  const recovered = damage?.recover() ?? null;
  if (recovered !== null) log.error('The database was damaged', { ...recovered });
  return { store: openSqliteStore(database, migrationsDirectory, { clock, log }), recovered };
}

function damagedStore(database: string, { reason, source }: Damage): string {
  const goesOn =
    source === null
      ? 'begins with an empty database, because there is no intact backup: accounts, keys and invoices are gone'
      : source === 'itself'
        ? 'goes on with what can be read; its last moments are missing'
        : `goes on from the backup of ${new Date(source).toISOString()}; what came later is gone`;
  return `The service's database ${database} is damaged (${reason}). Nothing was changed. With --recover the service keeps the damaged files aside and ${goesOn}. You can also put a backup of your own in its place.`;
}
