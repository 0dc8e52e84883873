/** Webhooks: endpoints with their secrets, messages, deliveries and attempts. */

import { sql } from 'drizzle-orm';
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { EVENT_TYPES, WEBHOOK_MODES } from '../../../../../shared/service-api/webhooks.ts';
import { ATTEMPT_TRIGGERS, DELIVERY_STATUSES, DISABLED_REASONS } from '../../../rules/webhooks/deliveries.ts';
import { keys } from './accounts.ts';

/** One application for each key (service specification, "Webhook configuration"). */
export const webhookApps = sqliteTable('webhook_apps', {
  keyId: text()
    .primaryKey()
    .references(() => keys.keyId),
  appId: text().notNull().unique(),
});

export const webhookEndpoints = sqliteTable(
  'webhook_endpoints',
  {
    /** Order of creation. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    endpointId: text().notNull().unique(),
    userId: text().notNull(),
    keyId: text()
      .notNull()
      .references(() => keys.keyId),
    mode: text({ enum: WEBHOOK_MODES }).notNull(),
    /** As given. */
    url: text().notNull(),
    /** The URL in normal form, which identifies an endpoint of a key and mode. */
    href: text().notNull(),
    /** Empty means all. */
    eventTypes: text({ mode: 'json' }).$type<readonly (typeof EVENT_TYPES)[number][]>().notNull(),
    enabled: integer({ mode: 'boolean' }).notNull(),
    /** Null while it is enabled. */
    disabledReason: text({ enum: DISABLED_REASONS }),
    /** Since when every attempt failed; null after a success. */
    failingSince: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    updatedByKeyId: text().notNull(),
    /** A removed endpoint stays because its deliveries refer to it. */
    removedAt: integer(),
  },
  (table) => [
    uniqueIndex('webhook_endpoints_place').on(table.keyId, table.mode, table.href).where(sql`removed_at IS NULL`),
    index('webhook_endpoints_user').on(table.userId, table.sequence).where(sql`removed_at IS NULL`),
  ],
);

/** Signing secrets in plain text, as signing requires. Only the owner can read the data folder. */
export const webhookSecrets = sqliteTable(
  'webhook_secrets',
  {
    /** The latest is current; earlier ones were rotated. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.endpointId),
    secret: text().notNull(),
    createdAt: integer().notNull(),
    /** Null for the current secret. */
    validUntil: integer(),
  },
  (table) => [index('webhook_secrets_endpoint').on(table.endpointId)],
);

export const webhookMessages = sqliteTable(
  'webhook_messages',
  {
    /** Order of creation. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    messageId: text().notNull().unique(),
    userId: text().notNull(),
    keyId: text().notNull(),
    mode: text({ enum: WEBHOOK_MODES }).notNull(),
    eventType: text({ enum: EVENT_TYPES }).notNull(),
    eventId: text().notNull(),
    /** Null for test events. */
    generationId: text(),
    /** The exact bytes that are signed and sent. */
    payload: blob({ mode: 'buffer' }).notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index('webhook_messages_test').on(table.userId, table.sequence).where(sql`generation_id IS NULL`),
    index('webhook_messages_user').on(table.userId, table.sequence),
    index('webhook_messages_created').on(table.createdAt),
  ],
);

/** A message at an endpoint that takes it: one row for all attempts. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    /** Order of creation. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    deliveryId: text().notNull().unique(),
    messageId: text()
      .notNull()
      .references(() => webhookMessages.messageId),
    /** The account of message and endpoint. */
    userId: text().notNull(),
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.endpointId),
    status: text({ enum: DELIVERY_STATUSES }).notNull(),
    /** Scheduled attempts that failed since the schedule began. */
    failures: integer().notNull().default(0),
    /** The trigger of scheduled attempts. */
    trigger: text({ enum: ATTEMPT_TRIGGERS }).notNull().default('automatic'),
    /** The next scheduled attempt; null when there is none. */
    nextAttemptAt: integer(),
    /** A manual resend that was not attempted yet. */
    resendAt: integer(),
    /** The earlier of the two, by which due deliveries are found. */
    dueAt: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_place').on(table.messageId, table.endpointId),
    index('webhook_deliveries_due').on(table.dueAt).where(sql`due_at IS NOT NULL`),
    index('webhook_deliveries_account_due').on(table.userId, table.dueAt).where(sql`due_at IS NOT NULL`),
    index('webhook_deliveries_endpoint_due')
      .on(table.userId, table.endpointId, table.dueAt)
      .where(sql`due_at IS NOT NULL`),
    index('webhook_deliveries_endpoint').on(table.endpointId, table.sequence),
    index('webhook_deliveries_account').on(table.userId, table.sequence),
    index('webhook_deliveries_status').on(table.userId, table.status, table.sequence),
  ],
);

export const webhookAttempts = sqliteTable(
  'webhook_attempts',
  {
    /** Order of the attempts. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    deliveryId: text()
      .notNull()
      .references(() => webhookDeliveries.deliveryId),
    trigger: text({ enum: ATTEMPT_TRIGGERS }).notNull(),
    at: integer().notNull(),
    durationMs: integer().notNull(),
    /** Null when no answer came. */
    statusCode: integer(),
    /** Why it failed; null when it succeeded. */
    error: text(),
    /** The beginning of the receiver's answer. */
    answer: text(),
  },
  (table) => [index('webhook_attempts_delivery').on(table.deliveryId, table.sequence)],
);
