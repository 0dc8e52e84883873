/** The calls on the API keys of an account, on the fake desk. */

import type { KeyView } from '../../../shared/contract/account/keys.ts';
import type { FakeState } from './fake-state.ts';
import { type Os, refuse, refuseAs } from './refuse.ts';

/** What a test or a picture puts there, and what became of it. */
export interface FakeKeys {
  keys: KeyView[];
  hasAdminKey: boolean;
  /** Whether it is Cleartake's own service. */
  isOurs: boolean;
  /** What the next listing or rotation is refused with. */
  refusal: { readonly code: 'keyMayNot' | 'accountChangeUncertain'; readonly userMessage: string } | null;
  /** The refusal is also that of webhooks and rehearsals. */
  refusesAll: boolean;
  /** What a rotation waits for. */
  waitFor: Promise<void>;
  /** What the answer to a listing waits for; it lists the keys as they were when it was asked. */
  listAfter: Promise<void>;
  /** Ids of keys whose new secret the connection uses. */
  readonly used: string[];
}

export const makeKeys = (): FakeKeys => ({
  ...{ keys: [], hasAdminKey: false, isOurs: true, refusal: null, refusesAll: false, used: [] },
  waitFor: Promise.resolve(),
  listAfter: Promise.resolve(),
});

export const FAKE_SECRET = 'ctk_p7Lm2QxRv0Zt8cNfYw3KdGhU5aBsJe1X9iTqMoLr4Ck';

/** What is read of the account besides its keys is refused while a test wants it. */
export function refuseAccount({ accountKeys: { refusal, refusesAll } }: FakeState): void {
  if (refusal !== null && refusesAll) throw refuseAs(refusal);
}

export function keyHandlers(os: Os, fake: FakeState) {
  const account = fake.accountKeys;
  function refuseOnce(): void {
    const { refusal } = account;
    if (refusal !== null) throw refuseAs(refusal);
  }
  function change(keyId: string, changes: Partial<KeyView>): void {
    refuseOnce();
    if (!account.keys.some((key) => key.keyId === keyId)) throw refuse('notFound');
    account.keys = account.keys.map((key) => (key.keyId === keyId ? { ...key, ...changes } : key));
  }
  return {
    list: os.keys.list.handler(async () => {
      refuseOnce();
      const listing = { keys: account.keys, hasAdminKey: account.hasAdminKey, isOurs: account.isOurs };
      await account.listAfter;
      return listing;
    }),
    setAdmin: os.keys.setAdmin.handler(({ input }) => {
      account.hasAdminKey = input.key !== null;
      account.refusal = null;
      fake.portal.refusal = null;
    }),
    rotate: os.keys.rotate.handler(async ({ input }) => {
      await account.waitFor;
      refuseOnce();
      const found = account.keys.find(({ keyId }) => keyId === input.keyId);
      if (found === undefined) throw refuse('notFound');
      const rotatedAt = new Date(fake.options.now()).toISOString();
      const key = { ...found, keyPrefix: FAKE_SECRET.slice(0, 12), rotatedAt, inUse: input.use };
      account.keys = account.keys.map((one) => (one === found ? key : one));
      if (input.use) account.used.push(input.keyId);
      return { secret: FAKE_SECRET, key, used: input.use };
    }),
    create: os.keys.create.handler(({ input: { label, role, scopes } }) => {
      refuseOnce();
      const key: KeyView = {
        ...{ keyId: `key_new_${account.keys.length}`, label, role, scopes, status: 'active', resourceBounds: {} },
        ...{ keyPrefix: FAKE_SECRET.slice(0, 12), parentKeyId: null, rotatedAt: null, revokedAt: null },
        ...{ createdAt: new Date(fake.options.now()).toISOString(), callsPerMinute: null },
        ...{ inUse: false, signedIn: false },
      };
      account.keys = [...account.keys, key];
      return { secret: FAKE_SECRET, key };
    }),
    revoke: os.keys.revoke.handler(({ input }) =>
      change(input.keyId, { status: 'revoked', revokedAt: new Date(fake.options.now()).toISOString() }),
    ),
    setActive: os.keys.setActive.handler(({ input: { active, keyId } }) =>
      change(keyId, { status: active ? 'active' : 'inactive' }),
    ),
    limit: os.keys.limit.handler(({ input: { callsPerMinute, keyId } }) => change(keyId, { callsPerMinute })),
    use: os.keys.use.handler(({ input }) => {
      account.keys = account.keys.map((one) => ({ ...one, inUse: one.keyId === input.keyId }));
      account.used.push(input.keyId);
    }),
    forget: os.keys.forget.handler(() => undefined),
  };
}
