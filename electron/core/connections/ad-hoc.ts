/** Connections of one run: their keys stay in memory, and only salted fingerprints are stored. */

import { pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import type { DeskPorts } from '../ports.ts';
import type { Store } from '../store/open-store.ts';
import type { ConnectionRow } from '../store/schema.ts';

export const UNKNOWN_PRICES: ConnectionRow['prices'] = { 'service-2': null, 'service-3.5': null };

export function insertAdHoc(ports: DeskPorts, store: Store, baseUrl: string, key: string): ConnectionRow {
  const id = ports.newId();
  const salt = ports.newSecret(16);
  store.connections.insert({
    id,
    kind: 'ad-hoc',
    name: new URL(baseUrl).host,
    baseUrl,
    headerStyle: 'bearer',
    paths: DEFAULT_PATHS,
    prices: UNKNOWN_PRICES,
    keyFingerprint: `${salt}:${fingerprint(salt, key)}`,
    createdAt: ports.clock.now(),
  });
  const row = store.connections.get(id);
  if (row === undefined) throw new Error('The connection was not written');
  return row;
}

/** Whether a key is the one that the connection was created with. */
export function matches(row: ConnectionRow, key: string): boolean {
  const [salt, kept] = (row.keyFingerprint ?? '').split(':');
  if (salt === undefined || kept === undefined) return false;
  const given = Buffer.from(fingerprint(salt, key), 'hex');
  const known = Buffer.from(kept, 'hex');
  return given.length === known.length && timingSafeEqual(given, known);
}

function fingerprint(salt: string, key: string): string {
  return pbkdf2Sync(key, salt, 20_000, 32, 'sha256').toString('hex');
}
