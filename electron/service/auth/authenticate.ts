/** Who calls: the three authentication headers, the key behind them, and whether it may. */

import type { IncomingHttpHeaders } from 'node:http';
import { allows, type Permission } from '../../../shared/service-api/permissions.ts';
import { refuse } from '../refusal.ts';
import type { KeyOwner } from '../store/records.ts';
import type { KeyRole, Tier } from '../store/schema/all.ts';
import type { AccountStore } from '../store/store.ts';
import { hashSecret, prefixOf, sameHash } from './secrets.ts';

/** The one who calls, for as long as the request lasts. */
export interface Caller {
  readonly keyId: string;
  readonly userId: string;
  readonly role: KeyRole;
  readonly scopes: readonly string[];
  readonly tier: Tier;
  /** Whether the user runs the service. */
  readonly operator: boolean;
}

/** A key that is valid for this run of the service only. Its secret is nowhere stored. */
export interface RunKey {
  readonly secretHash: string;
  readonly owner: KeyOwner;
}

export interface Authenticator {
  /** @throws refusal 401 when the key is missing or unknown; 403 when it is not active or lacks a permission */
  authenticate(headers: IncomingHttpHeaders, needed: readonly Permission[]): Promise<Caller>;
}

const LONGEST_SECRET = 512;

export function createAuthenticator(accounts: AccountStore, runKey: RunKey | null): Authenticator {
  async function findOwner(secret: string): Promise<KeyOwner | null> {
    const presented = hashSecret(secret);
    if (runKey !== null && sameHash(presented, runKey.secretHash)) return runKey.owner;
    const candidates = await accounts.findKeysByPrefix(prefixOf(secret));
    return candidates.find(({ key }) => key.secretHash !== null && sameHash(presented, key.secretHash)) ?? null;
  }

  return {
    authenticate: async (headers, needed) => {
      const secret = presentedSecret(headers);
      if (secret === null) throw unauthenticated('The API key is missing.');
      const owner = secret.length <= LONGEST_SECRET ? await findOwner(secret) : null;
      if (owner === null) throw unauthenticated('The API key is not valid.');
      const { key, user } = owner;
      if (key.status !== 'active') throw refuse(403, 'The API key is not active.');
      if (needed.includes('admin') && key.role !== 'admin')
        throw refuse(403, 'This call needs a privileged admin key.');
      const missing = needed.find((permission) => !allows(key.scopes, permission));
      if (missing !== undefined) throw refuse(403, `The API key lacks the permission ${missing}.`);
      const { keyId, role, scopes } = key;
      const { userId, tier, operator } = user;
      return { keyId, userId, role, scopes, tier, operator };
    },
  };
}

function unauthenticated(message: string) {
  return refuse(401, message, { headers: { 'www-authenticate': 'Bearer' } });
}

/** Whether a request carries a key at all, in any of the three headers. */
export function carriesKey(headers: IncomingHttpHeaders): boolean {
  return presentedSecret(headers) !== null;
}

function presentedSecret(headers: IncomingHttpHeaders): string | null {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  const secret = bearer ?? single(headers['x-api-key']) ?? single(headers['xi-api-key']);
  return secret === undefined || secret === '' ? null : secret;
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header.trim() : undefined;
}
