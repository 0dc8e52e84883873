/** What the caller reads when a key was not changed. */

import { inactive } from '../../auth/authenticate.ts';
import type { Key } from '../../store/records.ts';
import type { KeyChange } from '../../store/store.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type KeyObstacle, MOST_KEYS } from './key-rules.ts';

/** The key after its change. @throws refusal when there was none */
export function changedKey(change: KeyChange): Key {
  if (change.kind === 'done') return change.key;
  throw refusalOf(change);
}

function refusalOf({ kind }: KeyObstacle): Refusal {
  switch (kind) {
    case 'actor-stopped':
      return inactive();
    case 'missing':
      return refuse(404, 'There is no such API key.');
    case 'admin-key':
      return refuse(403, 'Admin keys cannot be rotated. Create another one and revoke this one.', { code: 'adminKey' });
    case 'revoked-target':
      return refuse(404, 'This API key is revoked: a new secret for it could never be used.', { code: 'keyRevoked' });
    case 'revoked':
      return refuse(409, 'This API key is revoked and stays so. Create another one.', { code: 'keyRevoked' });
    case 'own-key':
      return refuse(409, 'An API key cannot stop itself. Use another admin key.', { code: 'ownKey' });
    case 'too-many':
      return refuse(409, `An account may have ${MOST_KEYS} API keys. Revoke one first.`, { code: 'tooManyKeys' });
    case 'built-in-key':
      return refuse(409, 'The desk needs the key of its built-in account, which cannot be stopped.', {
        code: 'builtInKey',
      });
  }
}
