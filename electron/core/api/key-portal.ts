/** The portal of Cleartake's own service, as far as it is about API keys. The specification has listing and rotating alone, so no other service has these calls. */

import {
  type CreatedKey,
  type ListedKey,
  type PortalKey,
  readCreatedKey,
  readPortalKey,
  readPortalKeys,
} from '../../../shared/service-api/account-answers.ts';
import type { KeyRole } from '../../../shared/service-api/key-metadata.ts';
import * as portal from '../../../shared/service-api/operations/portal-accounts.ts';
import { type Connecting, cleanKey, createAccountCaller } from './account-calls.ts';
import type { Http } from './http.ts';

export interface NewKey {
  /** Another account, for operators; the caller's own without it. */
  readonly userId?: string | undefined;
  readonly label: string;
  readonly role: KeyRole;
  readonly scopes: readonly string[];
}

/** All of them throw CleartakeErrors with words of their own; `accountChangeUncertain` when a change may have happened. */
export function createKeyPortal(http: Http, connecting: Connecting) {
  const { ask, change } = createAccountCaller(http, connecting);
  const clean = <Key extends ListedKey>(key: Key, ...secrets: string[]): Key =>
    cleanKey(key, [connecting.secret, ...secrets]);

  return {
    /** Oldest first, with their limits. @param userId another account, for operators */
    async list(userId?: string): Promise<readonly PortalKey[]> {
      const of = userId === undefined ? {} : { userId };
      return (await ask('listKeys', portal.listAccountKeys.path, of, readPortalKeys)).map((key) => clean(key));
    },

    /** The one answer that holds a secret. */
    async create(key: NewKey): Promise<CreatedKey> {
      const created = await change('createKey', portal.createKey.path, key, readCreatedKey);
      return clean(created, created.key);
    },

    /** For good. */
    revoke: async (keyId: string): Promise<PortalKey> =>
      clean(await change('revokeKey', portal.revokeKey.path, { keyId }, readPortalKey)),

    /** Whether it authenticates, until this is changed again. */
    async setActive(keyId: string, active: boolean): Promise<PortalKey> {
      const { path } = active ? portal.activateKey : portal.deactivateKey;
      return clean(await change('changeKey', path, { keyId }, readPortalKey));
    },

    /** @param callsPerMinute null for as many as the plan allows */
    limit: async (keyId: string, callsPerMinute: number | null): Promise<PortalKey> =>
      clean(await change('limitKey', portal.limitKey.path, { keyId, callsPerMinute }, readPortalKey)),
  };
}
