/** An account with keys, for tests and pictures. */

import type { KeyView } from '../../../shared/contract/account/keys.ts';
import type { FakeDesk } from './fake-desk.ts';
import { STUDIO } from './scenes.ts';

const PLAIN: KeyView = {
  ...{ keyId: 'key_1', label: 'Newsroom', status: 'active', keyPrefix: 'ctk_Jx81vTzc', role: 'scoped' },
  ...{ scopes: ['read', 'generations:write'], resourceBounds: {}, parentKeyId: 'key_0', revokedAt: null },
  ...{ createdAt: '2026-09-14T08:00:00Z', rotatedAt: '2026-11-01T08:00:00Z', inUse: false, signedIn: false },
  callsPerMinute: null,
};

/** Keys as an account has them: an admin key, one in use, one that is confined, one that is revoked. */
export const ACCOUNT_KEYS: readonly KeyView[] = [
  {
    ...PLAIN,
    ...{ keyId: 'key_0', label: 'Studio admin', role: 'admin', scopes: ['admin', 'keys:*', 'webhooks:*'] },
    ...{ keyPrefix: 'ctk_9fK2wQ1b', parentKeyId: null, rotatedAt: null, signedIn: true },
  },
  {
    ...PLAIN,
    ...{ keyId: 'key_2', label: 'Producer desk', scopes: ['read', 'write', 'webhooks:write'], inUse: true },
    ...{ keyPrefix: 'ctk_Hs6yE1oM', rotatedAt: null },
  },
  PLAIN,
  {
    ...PLAIN,
    ...{ keyId: 'key_3', label: 'Archive import', scopes: ['write'], resourceBounds: { apiProjectIds: ['p1'] } },
    callsPerMinute: 120,
  },
  {
    ...PLAIN,
    ...{ keyId: 'key_4', label: 'Old laptop', status: 'revoked', keyPrefix: 'ctk_0aHd5nYe' },
    ...{ revokedAt: '2026-10-29T08:00:00Z' },
  },
];

/** A service with keys, read with the admin key that is stored for it. */
export function keyScene(fake: FakeDesk): void {
  fake.addConnection({ ...STUDIO, name: 'Studio service' });
  fake.accountKeys.keys = [...ACCOUNT_KEYS];
  fake.accountKeys.hasAdminKey = true;
}
