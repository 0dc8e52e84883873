/** Writing to the audit log, as a step inside the transaction that makes the change: neither is ever there without the other. */

import { sql } from 'drizzle-orm';
import type { AuditAction } from '../../../../../shared/service-api/audit-actions.ts';
import { auditEntries } from '../schema/all.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';

/** Something that somebody did. */
export interface AuditEvent {
  /** The account that it happened in, which need not be the actor's. */
  readonly userId: string;
  /** The key that did it; null for what the service did by itself. */
  readonly actorKeyId: string | null;
  readonly action: AuditAction;
  /** Identifier of what it was done to. */
  readonly target: string;
  /** What changed, for people to read. Nothing secret: no key, no signing secret, no signed address. */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Adds an entry. Runs inside an open transaction, synchronously.
 * @param now milliseconds since the epoch
 */
export function recordAudit({ orm }: ServiceDatabase, event: AuditEvent, now: number): void {
  // The database draws the identifier, so that steps deep in a transaction need no randomness handed down to them.
  const auditId = sql<string>`'aud_' || lower(hex(randomblob(16)))`;
  orm
    .insert(auditEntries)
    .values({ ...event, auditId, createdAt: now })
    .run();
}
