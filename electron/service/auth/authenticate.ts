/** Who calls, whether the key may, and which accounts the caller reaches (service specification, "Authentication"). */

import type { KeyRole } from '../../../shared/service-api/key-metadata.ts';
import { allows, type Permission } from '../../../shared/service-api/permissions.ts';
import type { Tier } from '../rules/billing/account-state.ts';
import { type ProjectBounds, projectBounds } from '../rules/keys/project-bounds.ts';
import { keyInactive, keyReplaced, unauthenticated } from '../rules/keys/refusals.ts';
import { refuse } from '../rules/refusal.ts';
import type { KeyOwner, User } from '../store/records.ts';
import type { AccountStore } from '../store/store.ts';
import { type DistinctHeaders, hashSecret, prefixOf, presentedSecret, sameHash } from './secrets.ts';

/** The caller of a request. */
export interface Caller {
  readonly keyId: string;
  readonly userId: string;
  readonly role: KeyRole;
  readonly scopes: readonly string[];
  readonly tier: Tier;
  /** Whether the user runs the service. */
  readonly operator: boolean;
  /** The projects that the key may reach. */
  readonly projects: ProjectBounds;
  /** The key's stored hash when it was authenticated; null for a key whose secret is not stored. */
  readonly secretHash: string | null;
}

/** A secret that is valid for this run of the service only, and the key that it stands for. It is never stored. */
export interface RunKey {
  readonly secretHash: string;
  readonly keyId: string;
}

export interface Authenticator {
  /**
   * @param onKnown called with the key and its user before its permissions are checked
   * @throws refusal 401 when the key is missing or unknown; 403 when it is not active or lacks a permission; what `onKnown` throws
   */
  authenticate(
    headers: DistinctHeaders,
    needed: readonly Permission[],
    onKnown?: (owner: KeyOwner) => void,
  ): Promise<Caller>;
  /**
   * Checks the key again right before a call does its work: the body may have taken long, and the key may have been rotated or
   * stopped meanwhile.
   * @throws refusal 401 when the secret was replaced; 403 when the key is no longer active
   */
  confirm(caller: Caller): Promise<void>;
}

const LONGEST_SECRET = 512;

export function createAuthenticator(accounts: AccountStore, runKey: RunKey | null): Authenticator {
  async function findOwner(secret: string, presented: string): Promise<KeyOwner | null> {
    if (runKey !== null && sameHash(presented, runKey.secretHash)) return accounts.findKey(runKey.keyId);
    const candidates = await accounts.findKeysByPrefix(prefixOf(secret));
    return candidates.find(({ key }) => key.secretHash !== null && sameHash(presented, key.secretHash)) ?? null;
  }

  return {
    authenticate: async (headers, needed, onKnown) => {
      const presented = presentedSecret(headers);
      if (presented.kind === 'none') throw unauthenticated('The API key is missing.');
      if (presented.kind === 'several') throw unauthenticated('The headers carry different API keys. Send one.');
      const { secret } = presented;
      if (secret.length > LONGEST_SECRET) throw unauthenticated('The API key is not valid.');
      const secretHash = hashSecret(secret);
      const owner = await findOwner(secret, secretHash);
      if (owner === null) throw unauthenticated('The API key is not valid.');
      const { key, user } = owner;
      onKnown?.(owner);
      if (key.status !== 'active') throw keyInactive();
      if (needed.includes('admin') && key.role !== 'admin')
        throw refuse(403, 'This call needs a privileged admin key.');
      const missing = needed.find((permission) => !allows(key.scopes, permission));
      if (missing !== undefined) throw refuse(403, `The API key lacks the permission ${missing}.`);
      const { keyId, role, scopes } = key;
      const { userId, tier, operator } = user;
      const projects = projectBounds(key.resourceBounds);
      return { keyId, userId, role, scopes, tier, operator, projects, secretHash: key.secretHash };
    },
    confirm: async (caller) => {
      const standing = await accounts.keyStanding(caller.keyId);
      if (standing?.status !== 'active') throw keyInactive();
      if (standing.secretHash !== caller.secretHash) throw keyReplaced();
    },
  };
}

/** Whether a caller may see what belongs to this account. Otherwise the answer is that it does not exist. */
export function reachesAccount({ operator, userId }: Pick<Caller, 'operator' | 'userId'>, account: string): boolean {
  return operator || userId === account;
}

/**
 * The account that the optional `userId` of a body names.
 * @throws refusal 404 when it does not exist or the caller may not see it: the two look the same
 */
export async function reachedAccount(accounts: AccountStore, caller: Caller, userId = caller.userId): Promise<User> {
  const user = reachesAccount(caller, userId) ? await accounts.findUser(userId) : null;
  if (user === null) throw refuse(404, 'There is no such user.');
  return user;
}
