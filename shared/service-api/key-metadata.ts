/** API keys on the wire, without their secret (service specification, "API key metadata"). */

import { z } from 'zod';

const time = z.iso.datetime();

export const KEY_ROLES = ['admin', 'scoped'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** Only `active` keys authenticate. An inactive key can be activated again; a revoked key cannot. */
export const KEY_STATUSES = ['active', 'inactive', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** The highest limit of its own that a key can have. */
export const MOST_CALLS_PER_MINUTE = 1_000_000;

/** What a key may be limited to. An absent bound sets no limit. */
export const resourceBounds = z.strictObject({
  apiProjectIds: z
    .array(z.string().min(1).max(200))
    .max(1000)
    .optional()
    .describe('The projects that the key reaches; it can create none.'),
});

export const keyMetadata = z.object({
  keyId: z.string(),
  label: z.string(),
  status: z.enum(KEY_STATUSES),
  keyPrefix: z.string().describe('The first characters of the secret; empty for the key of the built-in account.'),
  role: z.enum(KEY_ROLES),
  scopes: z.array(z.string()),
  resourceBounds: z.record(z.string(), z.unknown()).describe('An empty object when the key is not confined.'),
  parentKeyId: z.string().nullable().describe('The admin key that a scoped key is a child of; null for admin keys.'),
  createdAt: time,
  rotatedAt: time.nullable(),
  revokedAt: time.nullable(),
});
export type KeyMetadata = z.output<typeof keyMetadata>;

/** The only answer with a secret: it is never shown again. */
export const keyWithSecret = keyMetadata.extend({ key: z.string().describe('The plaintext secret, shown once.') });

/** As the portal shows it: the specification's fields, and what only our service has. */
export const portalKey = keyMetadata.extend({
  callsPerMinute: z.number().int().nullable().describe('A limit of its own; null for what the plan allows.'),
});
