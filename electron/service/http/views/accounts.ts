/** Users and keys as clients see them: a key is its row without the hash of its secret. */

import type { KeyMetadata } from '../../../../shared/service-api/key-metadata.ts';
import type { Key, User } from '../../store/records.ts';
import { optionalTime, timeText } from './common.ts';

export function keyView(key: Key): KeyMetadata {
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
    rotatedAt: optionalTime(key.rotatedAt),
    revokedAt: optionalTime(key.revokedAt),
  };
}

/** With what only our service has. */
export function portalKeyView(key: Key) {
  return { ...keyView(key), callsPerMinute: key.callsPerMinute };
}

export function userView({ userId, name, tier, operator, createdAt }: User) {
  return { userId, name, tier, operator, createdAt: timeText(createdAt) };
}
