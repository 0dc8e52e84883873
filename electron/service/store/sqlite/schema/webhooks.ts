/** Webhooks: endpoints with their secrets, messages, and what became of each at each endpoint. */

import { sql } from 'drizzle-orm';
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { EVENT_TYPES, WEBHOOK_MODES } from '../../../../../shared/service-api/webhooks.ts';
import { ATTEMPT_TRIGGERS, DELIVERY_STATUSES, DISABLED_REASONS } from '../../../rules/webhooks/deliveries.ts';
import { keys } from './accounts.ts';

/** One application a key (service specification, "Webhook configuration"). */
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
    /** As it was given. */
    url: text().notNull(),
    /** The URL in its normal form: what tells endpoints of a key and mode apart. */
    href: text().notNull(),
    /** None means all. */
    eventTypes: text({ mode: 'json' }).$type<readonly (typeof EVENT_TYPES)[number][]>().notNull(),
    enabled: integer({ mode: 'boolean' }).notNull(),
    /** Null while it is enabled. */
    disabledReason: text({ enum: DISABLED_REASONS }),
    /** Since when every attempt failed; null after a success. */
    failingSince: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    updatedByKeyId: text().notNull(),
    /** A removed endpoint stays for the sake of its deliveries' log. */
    removedAt: integer(),
  },
  (table) => [
    uniqueIndex('webhook_endpoints_place').on(table.keyId, table.mode, table.href).where(sql`removed_at IS NULL`),
    index('webhook_endpoints_user').on(table.userId, table.sequence).where(sql`removed_at IS NULL`),
  ],
);

/** Signing secrets in plain text: whoever signs needs them so. The data folder is its owner's alone. */
export const webhookSecrets = sqliteTable(
  'webhook_secrets',
  {
    /** The latest is the endpoint's own; those before it were rotated away. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.endpointId),
    secret: text().notNull(),
    createdAt: integer().notNull(),
    /** Null for the endpoint's own. */
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
    /** The very bytes that are signed and sent. */
    payload: blob({ mode: 'buffer' }).notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index('webhook_messages_test').on(table.userId, table.sequence).where(sql`generation_id IS NULL`),
    index('webhook_messages_user').on(table.userId, table.sequence),
    index('webhook_messages_created').on(table.createdAt),
  ],
);

/** A message at an endpoint that takes it: one row, whatever is attempted. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    /** Order of creation. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    deliveryId: text().notNull().unique(),
    messageId: text()
      .notNull()
      .references(() => webhookMessages.messageId),
    /** The account of both. */
    userId: text().notNull(),
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.endpointId),
    status: text({ enum: DELIVERY_STATUSES }).notNull(),
    /** Scheduled attempts that failed since the schedule began. */
    failures: integer().notNull().default(0),
    /** What the scheduled attempts are made for. */
    trigger: text({ enum: ATTEMPT_TRIGGERS }).notNull().default('automatic'),
    /** When the schedule wants the next attempt; null when it wants none. */
    nextAttemptAt: integer(),
    /** Somebody asked for an attempt that was not made yet. */
    resendAt: integer(),
    /** The earlier of the two: what the dispatcher looks for. */
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
    /** The beginning of what the receiver answered. */
    answer: text(),
  },
  (table) => [index('webhook_attempts_delivery').on(table.deliveryId, table.sequence)],
);
