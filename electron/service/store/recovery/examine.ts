/** Examines the service's database before it is opened, without changing it. */

import { uptime } from 'node:os';
import { findDamage } from '../../../platform/sqlite.ts';
import { filesOf, headerFault, sizeOf } from '../../../platform/store-files/database-files.ts';
import { findMissingPart, knownMigrations } from '../../../platform/store-files/missing-parts.ts';
import { findWalFault } from '../../../platform/store-files/wal-check.ts';

export interface StorePlace {
  /** The database file. */
  readonly database: string;
  /** Folder of the store's migrations. */
  readonly migrations: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type Finding =
  | { readonly kind: 'whole' }
  /** Nothing was written there yet, or it is gone without a trace. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'damaged'; readonly reason: string }
  /** It can be read, but its last commits are missing. */
  | { readonly kind: 'outdated'; readonly reason: string };

/** @throws Error when the files cannot be read for another reason than damage */
export function examine({ database, migrations, now }: StorePlace): Finding {
  const [main, wal, index] = filesOf(database).map(sizeOf);
  if ([main, wal, index].includes('no file')) return { kind: 'damaged', reason: 'one of its files is no file' };
  const hasLog = typeof wal === 'number' && wal > 0;
  if (main === null || main === 0) return hasLog ? { kind: 'damaged', reason: 'it is empty' } : { kind: 'empty' };
  // A copy made as a backup has no log.
  const header = headerFault(database, 2) === null || hasLog ? headerFault(database, 2) : headerFault(database, 1);
  if (header !== null) return { kind: 'damaged', reason: header };
  const walFault = findWalFault(database, now - uptime() * 1000);
  const damage = findDamage(database, (raw) => {
    const applied = raw.prepare('select count(*) from __drizzle_migrations').pluck().get() as number;
    const isNewer = applied > knownMigrations(migrations).length;
    return isNewer ? null : findMissingPart(raw, migrations, applied);
  });
  if (damage !== null) return { kind: 'damaged', reason: damage };
  return walFault === null ? { kind: 'whole' } : { kind: 'outdated', reason: walFault };
}
