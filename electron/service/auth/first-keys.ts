/** The accounts that a start creates: the owner's first keys in a new data folder, and the desk's built-in account. */

import { PERMISSIONS, type Scope } from '../../../shared/service-api/permissions.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { createIdentifier, type RandomBytes } from '../rules/identifiers.ts';
import type { Key, User } from '../store/records.ts';
import type { AccountStore } from '../store/store.ts';
import type { RunKey } from './authenticate.ts';
import { hashSecret, makeSecret } from './secrets.ts';

/** Plaintext secrets, to be shown once. */
export interface CreatedKeys {
  /** Role `admin`, every permission. */
  readonly adminKey: string;
  /** Role `scoped`, child of the admin key: read and write on projects and generations. Made with the first admin key. */
  readonly apiKey?: string;
}

export interface AccountParts {
  readonly accounts: AccountStore;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

const ADMIN_SCOPES: readonly Scope[] = PERMISSIONS;
/** `read` allows sending test events to the key's own endpoints. */
const CHILD_SCOPES: readonly Scope[] = [
  'read',
  'projects:read',
  'projects:write',
  'generations:read',
  'generations:write',
];

const OWNER_NAME = 'owner';
const BUILT_IN_NAME = 'this computer';
/** The service finds its own accounts by these names, so no other account may use them. */
export const RESERVED_NAMES: readonly string[] = [OWNER_NAME, BUILT_IN_NAME];
const BUILT_IN_KEY_ID = 'key_built_in';

/**
 * The owner's account, made at the first start. Where starts cost money it begins on the free tier, like every account: the developer
 * tier needs a payment method (service specification, "Limits").
 */
export function openOwnerAccount(parts: AccountParts, isPriced: boolean): Promise<User> {
  return ensureUser(parts, OWNER_NAME, isPriced ? 'free' : 'developer');
}

/** The keys that a start shows: the owner's first keys in a new folder, or another admin key when it is asked for. */
export async function createKeys(parts: AccountParts, owner: User, another: boolean): Promise<CreatedKeys | null> {
  return (await createFirstKeys(parts, owner)) ?? (another ? createAnotherAdminKey(parts, owner) : null);
}

/** Creates the owner's admin key and its child. @returns null when the folder has keys already */
async function createFirstKeys(parts: AccountParts, user: User): Promise<CreatedKeys | null> {
  const admin = makeSecret(parts.randomBytes);
  const child = makeSecret(parts.randomBytes);
  const adminKeyId = createIdentifier('key', parts.randomBytes);
  const shared = { userId: user.userId, status: 'active', resourceBounds: {}, createdAt: parts.clock.now() } as const;
  const added = await parts.accounts.addFirstKeys([
    keyRow({
      ...shared,
      keyId: adminKeyId,
      label: 'Admin key',
      role: 'admin',
      scopes: ADMIN_SCOPES,
      secretHash: admin.secretHash,
      keyPrefix: admin.keyPrefix,
    }),
    keyRow({
      ...shared,
      keyId: createIdentifier('key', parts.randomBytes),
      label: 'API key',
      role: 'scoped',
      scopes: CHILD_SCOPES,
      secretHash: child.secretHash,
      keyPrefix: child.keyPrefix,
      parentKeyId: adminKeyId,
    }),
  ]);
  return added ? { adminKey: admin.secret, apiKey: child.secret } : null;
}

/** Another admin key for an owner who has lost the first. Whoever can start the service on a data folder owns it. */
async function createAnotherAdminKey(parts: AccountParts, { userId }: User): Promise<CreatedKeys> {
  const { secret, ...stored } = makeSecret(parts.randomBytes);
  await parts.accounts.ensureKey(
    keyRow({
      ...stored,
      keyId: createIdentifier('key', parts.randomBytes),
      userId,
      label: 'Admin key made at a start',
      role: 'admin',
      status: 'active',
      scopes: ADMIN_SCOPES,
      resourceBounds: {},
      createdAt: parts.clock.now(),
    }),
  );
  return { adminKey: secret };
}

/** The built-in account, the same one at every start; its secret is the start key of this run and is not stored. */
export async function openBuiltInAccount(parts: AccountParts, startKey: string): Promise<RunKey> {
  const user = await ensureUser(parts, BUILT_IN_NAME, 'developer');
  const key = await parts.accounts.ensureKey(
    keyRow({
      keyId: BUILT_IN_KEY_ID,
      userId: user.userId,
      label: 'This computer',
      role: 'admin',
      status: 'active',
      keyPrefix: '',
      secretHash: null,
      scopes: ADMIN_SCOPES,
      resourceBounds: {},
      createdAt: parts.clock.now(),
    }),
  );
  return { secretHash: hashSecret(startKey), keyId: key.keyId };
}

/** @param tier of a user who isn't there yet */
function ensureUser({ accounts, clock, randomBytes }: AccountParts, name: string, tier: User['tier']): Promise<User> {
  return accounts.ensureUser({
    userId: createIdentifier('usr', randomBytes),
    name,
    tier,
    operator: true,
    createdAt: clock.now(),
  });
}

type KeyFields = Omit<Key, 'parentKeyId' | 'callsPerMinute' | 'rotatedAt' | 'revokedAt'> &
  Pick<Partial<Key>, 'parentKeyId'>;

function keyRow(fields: KeyFields): Key {
  return { parentKeyId: null, callsPerMinute: null, rotatedAt: null, revokedAt: null, ...fields };
}
