/** What services answer about API keys and webhooks. Reading is liberal, as in `answers.ts`. */

import { z } from 'zod';

const text = z.string().min(1);
const identifier = z.union([text.max(1024), z.int().transform(String)]);
const word = z.string().max(1000);
/** ISO 8601, or null when it is absent or unreadable. */
const time = z.iso.datetime({ offset: true }).nullable().catch(null);
const optional = word.nullable().catch(null);

export const listedKey = z.object({
  keyId: identifier,
  label: word.catch(''),
  /** Services may have more statuses and roles than the specification names. */
  status: word.catch('unknown'),
  keyPrefix: word.catch(''),
  role: word.catch('unknown'),
  scopes: z.array(word).max(1000).catch([]),
  resourceBounds: z.record(z.string(), z.unknown()).catch({}),
  parentKeyId: identifier.nullable().catch(null),
  createdAt: time,
  rotatedAt: time,
  revokedAt: time,
});
export type ListedKey = z.infer<typeof listedKey>;

// A secret that can't be sent in a header is of no use; vault/vault.ts checks that when it is used.
const rotated = listedKey.extend({ key: text.max(500) });
export type KeyWithSecret = z.infer<typeof rotated>;
// Only Cleartake's own service creates keys and limits them.
const created = rotated.extend({ callsPerMinute: z.int().nullable().catch(null) });
export type CreatedKey = z.infer<typeof created>;

const webhook = z.object({
  apiKeyId: identifier,
  mode: word,
  endpointId: identifier,
  eventTypes: z.array(word).max(100),
  url: text.max(4096),
  signing: word.catch('unknown'),
  updatedByKeyId: optional,
  vendorEnv: optional,
  appId: optional,
  updatedAt: time,
});
export type ConfiguredWebhook = z.infer<typeof webhook>;

const reached = z.object({ endpointId: identifier, url: text.max(4096), sent: z.boolean() });
export const sentTestEvent = z.object({
  vendorMessageId: identifier,
  eventId: identifier,
  eventType: word,
  mode: word,
  /** Where it goes: only Cleartake's own service says so. */
  endpoints: z.array(reached).max(2000).nullable().catch(null),
  /** Why it reaches nobody, from Cleartake's own service. */
  notice: optional,
});
export type SentTestEvent = z.infer<typeof sentTestEvent>;

/** Readers return null when a required field is missing. An entry without an identifier makes the list unreadable. */
export const readKeys = (body: unknown) => z.object({ keys: z.array(listedKey) }).safeParse(body).data?.keys ?? null;
export const readKeyWithSecret = (body: unknown) => rotated.safeParse(body).data ?? null;
export const readCreatedKey = (body: unknown) => created.safeParse(body).data ?? null;
export const readWebhook = (body: unknown) => z.object({ webhook }).safeParse(body).data?.webhook ?? null;
export const readTestEvent = (body: unknown) => sentTestEvent.safeParse(body).data ?? null;
