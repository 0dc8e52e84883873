/** Users and keys of every kind, made through the portal. */

import { inject } from 'vitest';
import { must, post } from './client.ts';

export interface KeyWish {
  readonly role: 'admin' | 'scoped';
  readonly scopes: readonly string[];
  readonly userId?: string;
  readonly label?: string;
  readonly status?: 'active' | 'inactive';
  readonly resourceBounds?: object;
  readonly baseUrl?: string;
}

export interface MadeKey {
  readonly keyId: string;
  /** The plaintext secret. */
  readonly key: string;
  // biome-ignore lint/suspicious/noExplicitAny: the rest of the key's metadata, for rows to look into
  readonly [field: string]: any;
}

/** Everything that a permission can be named. */
export const EVERYTHING = [
  'admin read write keys:read keys:write webhooks:write',
  'projects:read projects:write generations:read generations:write',
].flatMap((words) => words.split(' '));
const WORK = ['read', 'projects:read', 'projects:write', 'generations:read', 'generations:write'];

let made = 0;

/** A new key, by default of the account under test. */
export function makeKey(wish: KeyWish): Promise<MadeKey> {
  const { baseUrl, ...fields } = wish;
  made += 1;
  return must('/portal/keys/create', { label: `conformance ${made}`, ...fields }, operatorKey(baseUrl), baseUrl);
}

const shared = new Map<string, Promise<MadeKey>>();

/** A key that rows only use and never change: one for each wish. */
export function sharedKey(wish: KeyWish): Promise<MadeKey> {
  const name = JSON.stringify(wish);
  let key = shared.get(name);
  if (key === undefined) {
    key = makeKey(wish);
    shared.set(name, key);
  }
  return key;
}

/** An admin key with these permissions and no other. */
export function adminWith(...scopes: readonly string[]): Promise<MadeKey> {
  return sharedKey({ role: 'admin', scopes });
}

/** A scoped key with these permissions and no other. */
export function scopedWith(...scopes: readonly string[]): Promise<MadeKey> {
  return sharedKey({ role: 'scoped', scopes });
}

export interface MadeUser {
  readonly userId: string;
  readonly admin: MadeKey;
  readonly scoped: MadeKey;
}

/** A user of its own with an admin key and a scoped key. */
export async function makeUser(
  wish: { readonly tier?: 'free' | 'developer'; readonly billingCountry?: string; readonly baseUrl?: string } = {},
): Promise<MadeUser> {
  const { baseUrl, ...fields } = wish;
  made += 1;
  const name = `conformance ${made} ${crypto.randomUUID()}`;
  const { userId } = await must('/portal/users/create', { name, ...fields }, operatorKey(baseUrl), baseUrl);
  const at = baseUrl === undefined ? {} : { baseUrl };
  const admin = await makeKey({ userId, role: 'admin', scopes: EVERYTHING, ...at });
  const scoped = await makeKey({ userId, role: 'scoped', scopes: WORK, ...at });
  return { userId, admin, scoped };
}

/** The status that a key gets for listing keys: 200 for one that works. */
export async function statusOfList(key: string): Promise<number> {
  return (await post('/v1/api_keys/list', {}, key)).status;
}

/** The newest audit entries of the account under test. */
// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
export async function auditEntries(userId?: string): Promise<any[]> {
  const wish = { limit: 100, ...(userId === undefined ? {} : { userId }) };
  return (await must('/portal/audit/list', wish, operatorKey())).entries;
}

function operatorKey(baseUrl?: string): string {
  const { adminKey, second } = inject('target');
  return second !== null && baseUrl === second.baseUrl ? second.adminKey : adminKey;
}
