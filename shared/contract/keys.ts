/** The API keys of a connection's account. A new secret is answered once, by `rotate`, and never again. */

import { oc } from '@orpc/contract';
import { z } from 'zod';
import { refusals } from './refusals.ts';

const keyView = z.object({
  keyId: z.string(),
  label: z.string(),
  /** As the service says it; `active` keys authenticate. */
  status: z.string(),
  /** The display-safe beginning of the key. */
  keyPrefix: z.string(),
  /** As the service says it; only `scoped` keys can be rotated. */
  role: z.string(),
  scopes: z.array(z.string()),
  /** What the key is confined to, as the service stores it; empty when it isn't. */
  resourceBounds: z.record(z.string(), z.unknown()),
  parentKeyId: z.string().nullable(),
  /** ISO 8601, as far as the service tells it. */
  createdAt: z.string().nullable(),
  rotatedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  /** The connection restores with it, as far as the prefix tells. */
  inUse: z.boolean(),
  /** The list was read with it. */
  signedIn: z.boolean(),
});
export type KeyView = z.infer<typeof keyView>;

const connectionId = z.string();
const oneKey = z.object({ connectionId, keyId: z.string().min(1).max(1024) });

export const keysContract = {
  /** @param hasAdminKey false: it was read with the connection's own key */
  list: oc
    .errors(refusals)
    .input(z.object({ connectionId }))
    .output(z.object({ keys: z.array(keyView), hasAdminKey: z.boolean() })),
  /** The key for calls on the account, kept as the connection's own is; null forgets it. Never sent for restorations. */
  setAdmin: oc
    .errors(refusals)
    .input(
      z.object({
        connectionId,
        key: z.string().min(1).max(500).nullable(),
        keep: z.enum(['memory', 'file']).optional(),
      }),
    )
    .output(z.void()),
  /**
   * Gives a scoped key a new secret; the old one stops at once. The one answer of the contract with a secret: it is for this showing.
   * With `use` the connection restores with it from then on; without, `use` can follow while the host remembers it.
   */
  rotate: oc
    .errors(refusals)
    .input(oneKey.extend({ use: z.boolean() }))
    .output(z.object({ secret: z.string(), key: keyView, used: z.boolean() })),
  /** The connection restores with the secret of the last rotation of this key from then on. The page doesn't send it. */
  use: oc.errors(refusals).input(oneKey).output(z.void()),
  /** The host forgets the secret of the last rotation. */
  forget: oc.errors(refusals).input(oneKey).output(z.void()),
};
