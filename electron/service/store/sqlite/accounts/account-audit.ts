/** What the audit log says of new users and keys, as steps inside the transaction that adds them. */

import type { Key, User } from '../../records.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';
import { recordAudit } from './audit-steps.ts';

/** @param actorKeyId the key that asked for it; null when the service made it at its start */
export function recordNewUser(
  database: ServiceDatabase,
  user: User,
  billingCountry: string | null,
  actorKeyId: string | null,
): void {
  const { userId, name, tier, createdAt } = user;
  const details = { name, tier, billingCountry };
  recordAudit(database, { userId, actorKeyId, action: 'user.created', target: userId, details }, createdAt);
}

/** @param actorKeyId as in `recordNewUser` */
export function recordNewKey(database: ServiceDatabase, key: Key, actorKeyId: string | null): void {
  const { userId, keyId, label, role, status, scopes, resourceBounds, keyPrefix, parentKeyId } = key;
  const details = { label, role, status, scopes, resourceBounds, keyPrefix, parentKeyId };
  recordAudit(database, { userId, actorKeyId, action: 'key.created', target: keyId, details }, key.createdAt);
}
