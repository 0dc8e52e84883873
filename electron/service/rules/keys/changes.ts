/** Decides changes of keys (service specification, "POST /v1/api_keys/rotate", rules 1 to 3). */

import type { KeyRole, KeyStatus } from '../../../../shared/service-api/key-metadata.ts';
import { covers, SCOPES, type Scope } from '../../../../shared/service-api/permissions.ts';

/** Keys of one account that are not revoked. Each key has its own rate limit, so the number of keys is limited too. */
export const MOST_KEYS = 1000;

/** Why nothing was changed. */
export type KeyObstacle =
  /** The calling key was stopped meanwhile. So two admin keys cannot stop each other. */
  | { readonly kind: 'actor-stopped' }
  /** There is no such key, or the caller may not see it. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'admin-key' }
  /** The key may do more than the caller: its new secret would give the caller what it lacks. */
  | { readonly kind: 'wider-key' }
  | { readonly kind: 'revoked' }
  /** As `revoked`, for a rotation: its statuses in the specification have no conflict. */
  | { readonly kind: 'revoked-target' }
  | { readonly kind: 'own-key' }
  /** The account has `MOST_KEYS`. */
  | { readonly kind: 'too-many' }
  /** The built-in key, whose secret the host makes for each run: the desk needs it. */
  | { readonly kind: 'built-in-key' };

/** What the rules need of a key's row. */
export interface KeyFacts {
  readonly keyId: string;
  readonly userId: string;
  readonly role: KeyRole;
  readonly status: KeyStatus;
  readonly secretHash: string | null;
  readonly scopes: readonly string[];
}

type Go<Key> = { readonly kind: 'go'; readonly key: Key };

/**
 * Whether an account gets another key.
 * @param count its keys that are not revoked
 * @param oldestAdminKeyId of the account
 * @returns the parent of the new key: for a scoped one the actor, or the account's oldest admin key where the actor is of another account and
 *   the account has one
 */
export function decideNewKey(
  actor: KeyFacts | null,
  key: Pick<KeyFacts, 'userId' | 'role'>,
  count: number,
  oldestAdminKeyId: string | null,
): { readonly kind: 'go'; readonly parentKeyId: string | null } | KeyObstacle {
  if (actor?.status !== 'active') return { kind: 'actor-stopped' };
  if (count >= MOST_KEYS) return { kind: 'too-many' };
  if (key.role !== 'scoped') return { kind: 'go', parentKeyId: null };
  return { kind: 'go', parentKeyId: actor.userId === key.userId ? actor.keyId : (oldestAdminKeyId ?? actor.keyId) };
}

/**
 * Whether a key gets a new secret: one that the caller could create as well, at the operator's account too. An inactive key does and stays inactive; a revoked one does not, since its secret could never be used.
 * @param userId the account that the key has to belong to
 */
export function decideRotation<Key extends KeyFacts>(
  actor: KeyFacts | null,
  key: Key | null,
  userId: string,
): Go<Key> | KeyObstacle {
  if (actor?.status !== 'active') return { kind: 'actor-stopped' };
  if (key === null || key.userId !== userId) return { kind: 'missing' };
  if (key.role === 'admin') return { kind: 'admin-key' };
  if (key.status === 'revoked') return { kind: 'revoked-target' };
  if (beyond(actor.scopes, key.scopes) !== undefined) return { kind: 'wider-key' };
  return { kind: 'go', key };
}

/** The first scope that a key may not give away, because it lacks it or what it includes. */
export function beyond(granted: readonly string[], wanted: readonly string[]): Scope | undefined {
  return SCOPES.find((scope) => wanted.includes(scope) && !covers(granted, scope));
}

/** Whether a key gets another rate limit. @param userId the account that the key has to belong to; null for any */
export function decideLimit<Key extends KeyFacts>(
  actor: KeyFacts | null,
  key: Key | null,
  userId: string | null,
): Go<Key> | KeyObstacle {
  if (actor?.status !== 'active') return { kind: 'actor-stopped' };
  if (key === null || (userId !== null && key.userId !== userId)) return { kind: 'missing' };
  return { kind: 'go', key };
}

/**
 * Whether a key gets another status; `same` when it has it already.
 * @param userId the account that the key has to belong to; null for any
 */
export function decideStatusChange<Key extends KeyFacts>(
  actor: KeyFacts | null,
  key: Key | null,
  userId: string | null,
  status: KeyStatus,
): Go<Key> | { readonly kind: 'same'; readonly key: Key } | KeyObstacle {
  if (actor?.status !== 'active') return { kind: 'actor-stopped' };
  if (key === null || (userId !== null && key.userId !== userId)) return { kind: 'missing' };
  if (key.status === status) return { kind: 'same', key };
  if (key.status === 'revoked') return { kind: 'revoked' };
  if (status !== 'active' && key.keyId === actor.keyId) return { kind: 'own-key' };
  if (status !== 'active' && key.secretHash === null) return { kind: 'built-in-key' };
  return { kind: 'go', key };
}
