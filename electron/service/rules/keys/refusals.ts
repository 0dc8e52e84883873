/** What clients read when a key does not authenticate or is not changed. */

import { type Refusal, refuse } from '../refusal.ts';
import { type KeyObstacle, MOST_KEYS } from './changes.ts';

export function unauthenticated(message: string): Refusal {
  return refuse(401, message, { headers: { 'www-authenticate': 'Bearer' } });
}

/** The key is known, but was deactivated or revoked. */
export function keyInactive(): Refusal {
  return refuse(403, 'The API key is not active.');
}

/** The key of a signed upload address was deactivated or revoked. */
export function keyStopped(): Refusal {
  return refuse(403, 'The API key that this address was created for is no longer active.');
}

/** The secret was replaced while the call was on its way. */
export function keyReplaced(): Refusal {
  return unauthenticated('The API key is no longer valid.');
}

/** @throws refusal when the key was not changed */
export function changedKey<Key>(change: { readonly kind: 'done'; readonly key: Key } | KeyObstacle): Key {
  if (change.kind === 'done') return change.key;
  throw refusalOf(change);
}

function refusalOf({ kind }: KeyObstacle): Refusal {
  switch (kind) {
    case 'actor-stopped':
      return keyInactive();
    case 'missing':
      return refuse(404, 'There is no such API key.');
    case 'admin-key':
      return refuse(403, 'Admin keys cannot be rotated. Create another one and revoke this one.', { code: 'adminKey' });
    case 'wider-key':
      return refuse(403, 'This API key has permissions that yours lacks. Rotate it with a key that has all of them.', {
        code: 'widerKey',
      });
    case 'revoked-target':
      return refuse(404, 'This API key is revoked, so it cannot get a new secret.', { code: 'keyRevoked' });
    case 'revoked':
      return refuse(409, 'This API key is revoked for good. Create another one.', { code: 'keyRevoked' });
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
