/** Identifiers that the database draws: a transaction that is repeated draws new ones. */

import { type SQL, sql } from 'drizzle-orm';

/** `aud` an entry of the audit log, `msg` a message, `evt` an event, `dlv` a delivery, `whe` an endpoint, `wha` an application. */
export function drawnIdentifier(kind: 'aud' | 'msg' | 'evt' | 'dlv' | 'whe' | 'wha'): SQL<string> {
  return sql<string>`${kind}::text || '_' || replace(gen_random_uuid()::text, '-', '')`;
}
