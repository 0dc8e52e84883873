/** The API keys of a connection's account. A new secret is answered once, by `create` or `rotate`, and never again. */

import { z } from 'zod';
import { listedKey } from '../../service-api/account-answers.ts';
import { KEY_ROLES, MOST_CALLS_PER_MINUTE } from '../../service-api/key-metadata.ts';
import { SCOPES } from '../../service-api/permissions.ts';
import { call } from '../refusals.ts';

const keyView = listedKey.extend({
  /** The connection restores with it, as far as the prefix shows. */
  inUse: z.boolean(),
  /** The list was read with it. */
  signedIn: z.boolean(),
  /** A limit of its own; null for what the plan allows, and at services that don't say. */
  callsPerMinute: z.number().nullable(),
});
export type KeyView = z.infer<typeof keyView>;

const connectionId = z.string();
const oneKey = z.object({ connectionId, keyId: z.string().min(1).max(1024) });

export const keysContract = {
  /**
   * @param hasAdminKey false: it was read with the connection's own key
   * @param isOurs whether it is Cleartake's own service, the only one with the calls from `create` to `limit`
   */
  list: call
    .input(z.object({ connectionId }))
    .output(z.object({ keys: z.array(keyView), hasAdminKey: z.boolean(), isOurs: z.boolean() })),
  /** The key for calls on the account, kept as the connection's own is; null forgets it. Never sent for restorations. */
  setAdmin: call
    .input(
      z.object({
        connectionId,
        key: z.string().min(1).max(500).nullable(),
        keep: z.enum(['memory', 'file']).optional(),
      }),
    )
    .output(z.void()),
  /**
   * Gives a scoped key a new secret; the old one stops at once. Like that of `create`, the answer has the secret for this one showing.
   * With `use` the connection restores with it from then on; without, `use` can follow while the host remembers it.
   */
  rotate: call
    .input(oneKey.extend({ use: z.boolean() }))
    .output(z.object({ secret: z.string(), key: keyView, used: z.boolean() })),
  /** Makes a key. It isn't used for the connection unless `use` follows. */
  create: call
    .input(
      z.object({
        connectionId,
        label: z.string().trim().min(1).max(200),
        role: z.enum(KEY_ROLES),
        scopes: z.array(z.enum(SCOPES)).max(SCOPES.length),
      }),
    )
    .output(z.object({ secret: z.string(), key: keyView })),
  /** Stops a key for good. */
  revoke: call.input(oneKey).output(z.void()),
  /** Whether a key authenticates, until this is changed again. */
  setActive: call.input(oneKey.extend({ active: z.boolean() })).output(z.void()),
  /** How many calls a minute a key may make; null for what the plan allows. */
  limit: call
    .input(oneKey.extend({ callsPerMinute: z.number().int().min(1).max(MOST_CALLS_PER_MINUTE).nullable() }))
    .output(z.void()),
  /** The connection restores with the secret that was last made for this key from then on. The page doesn't send it. */
  use: call.input(oneKey).output(z.void()),
  /** The host forgets the secret that was last made for this key. */
  forget: call.input(oneKey).output(z.void()),
};
