/** A key as the service tells of it: its row without the secret's hash, with times as text. */

import type { KeyMetadata } from '../../../../shared/service-api/key-metadata.ts';
import type { Key } from '../../store/records.ts';

export function describeKey(key: Key): KeyMetadata {
  return {
    keyId: key.keyId,
    label: key.label,
    status: key.status,
    keyPrefix: key.keyPrefix,
    role: key.role,
    scopes: [...key.scopes],
    resourceBounds: { ...key.resourceBounds },
    parentKeyId: key.parentKeyId,
    createdAt: timeText(key.createdAt),
    rotatedAt: key.rotatedAt === null ? null : timeText(key.rotatedAt),
    revokedAt: key.revokedAt === null ? null : timeText(key.revokedAt),
  };
}

/** Milliseconds since the epoch as ISO 8601. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
