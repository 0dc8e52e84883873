/** What may become of a key, decided from its row alone (service specification, "POST /v1/api_keys/rotate", rules 1 to 3). */

import type { KeyStatus } from '../../../../shared/service-api/key-metadata.ts';
import type { Key } from '../../store/records.ts';

/** Keys of one account that are not revoked. Each has a pace of its own, which endless keys would make endless. */
export const MOST_KEYS = 1000;

/** Why nothing was changed. */
export type KeyObstacle =
  /** The key that asks for it was itself stopped meanwhile: two admin keys that stop each other end with one of them active. */
  | { readonly kind: 'actor-stopped' }
  /** There is none of that id within the caller's reach. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'admin-key' }
  | { readonly kind: 'revoked' }
  /** As `revoked`, of a rotation, whose table of statuses has no conflict. */
  | { readonly kind: 'revoked-target' }
  | { readonly kind: 'own-key' }
  /** The account has as many keys as it may have. */
  | { readonly kind: 'too-many' }
  /** Its secret is the host's, made for one run: without it the desk could not use its own service any more. */
  | { readonly kind: 'built-in-key' };

type Go = { readonly kind: 'go'; readonly key: Key };

/**
 * Whether a key gets a new secret. An inactive key does and stays inactive; a revoked one does not, since its secret could never be used.
 * @param userId the account that the target has to belong to
 */
export function decideRotation(actor: Key | null, key: Key | null, userId: string): Go | KeyObstacle {
  if (actor?.status !== 'active') return { kind: 'actor-stopped' };
  if (key === null || key.userId !== userId) return { kind: 'missing' };
  if (key.role === 'admin') return { kind: 'admin-key' };
  if (key.status === 'revoked') return { kind: 'revoked-target' };
  return { kind: 'go', key };
}

/**
 * Whether a key takes on a status; `same` when it has it.
 * @param userId the account that the target has to belong to; null for any
 */
export function decideStatusChange(
  actor: Key | null,
  key: Key | null,
  userId: string | null,
  status: KeyStatus,
): Go | { readonly kind: 'same'; readonly key: Key } | KeyObstacle {
  if (actor?.status !== 'active') return { kind: 'actor-stopped' };
  if (key === null || (userId !== null && key.userId !== userId)) return { kind: 'missing' };
  if (key.status === status) return { kind: 'same', key };
  if (key.status === 'revoked') return { kind: 'revoked' };
  if (status !== 'active' && key.keyId === actor.keyId) return { kind: 'own-key' };
  if (status !== 'active' && key.secretHash === null) return { kind: 'built-in-key' };
  return { kind: 'go', key };
}
