/** Webhooks: endpoints with their secrets, messages, deliveries and attempts. */

import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import type { EventType, WebhookMode } from '../../../../../shared/service-api/webhooks.ts';
import type { AttemptTrigger, DeliveryStatus, EndpointHealth } from '../../../rules/webhooks/deliveries.ts';
import { keyRows } from './accounts.ts';
import { byteString, exactText, wholeNumber, writtenOrder } from './columns.ts';

/** One application for each key (service specification, "Webhook configuration"). */
export const appRows = pgTable('webhook_apps', {
  keyId: exactText()
    .primaryKey()
    .references(() => keyRows.keyId),
  appId: exactText().notNull().unique(),
});

export const endpointRows = pgTable(
  'webhook_endpoints',
  {
    sequence: writtenOrder().primaryKey(),
    endpointId: exactText().notNull().unique(),
    userId: exactText().notNull(),
    keyId: exactText()
      .notNull()
      .references(() => keyRows.keyId),
    mode: exactText().$type<WebhookMode>().notNull(),
    url: exactText().notNull(),
    href: exactText().notNull(),
    eventTypes: json().$type<readonly EventType[]>().notNull(),
    enabled: boolean().notNull(),
    disabledReason: exactText().$type<NonNullable<EndpointHealth['disabledReason']>>(),
    failingSince: wholeNumber(),
    createdAt: wholeNumber().notNull(),
    updatedAt: wholeNumber().notNull(),
    updatedByKeyId: exactText().notNull(),
    /** A removed endpoint stays because its deliveries refer to it. */
    removedAt: wholeNumber(),
  },
  (table) => [
    uniqueIndex('webhook_endpoints_place').on(table.keyId, table.mode, table.href).where(sql`removed_at IS NULL`),
    index('webhook_endpoints_user').on(table.userId, table.sequence).where(sql`removed_at IS NULL`),
  ],
);

/** Signing secrets in plain text, as signing requires. */
export const secretRows = pgTable(
  'webhook_secrets',
  {
    sequence: writtenOrder().primaryKey(),
    endpointId: exactText()
      .notNull()
      .references(() => endpointRows.endpointId),
    secret: exactText().notNull(),
    createdAt: wholeNumber().notNull(),
    /** Null for the current secret. */
    validUntil: wholeNumber(),
  },
  (table) => [
    index('webhook_secrets_endpoint').on(table.endpointId),
    index('webhook_secrets_ended').on(table.validUntil).where(sql`valid_until IS NOT NULL`),
  ],
);

export const messageRows = pgTable(
  'webhook_messages',
  {
    sequence: writtenOrder().primaryKey(),
    messageId: exactText().notNull().unique(),
    userId: exactText().notNull(),
    keyId: exactText().notNull(),
    mode: exactText().$type<WebhookMode>().notNull(),
    eventType: exactText().$type<EventType>().notNull(),
    eventId: exactText().notNull(),
    /** Null for test events. */
    generationId: exactText(),
    /** The exact bytes that are signed and sent. */
    payload: byteString().notNull(),
    createdAt: wholeNumber().notNull(),
  },
  (table) => [
    index('webhook_messages_test').on(table.userId, table.sequence).where(sql`generation_id IS NULL`),
    index('webhook_messages_user').on(table.userId, table.sequence),
    index('webhook_messages_created').on(table.createdAt),
  ],
);

/** A message at an endpoint that takes it: one row for all attempts. */
export const deliveryRows = pgTable(
  'webhook_deliveries',
  {
    sequence: writtenOrder().primaryKey(),
    deliveryId: exactText().notNull().unique(),
    messageId: exactText()
      .notNull()
      .references(() => messageRows.messageId),
    userId: exactText().notNull(),
    endpointId: exactText()
      .notNull()
      .references(() => endpointRows.endpointId),
    status: exactText().$type<DeliveryStatus>().notNull(),
    failures: integer().notNull().default(0),
    trigger: exactText().$type<AttemptTrigger>().notNull().default('automatic'),
    nextAttemptAt: wholeNumber(),
    resendAt: wholeNumber(),
    /** The earlier of the two, by which due deliveries are found. */
    dueAt: wholeNumber(),
    createdAt: wholeNumber().notNull(),
  },
  (table) => {
    const due = sql`due_at IS NOT NULL`;
    return [
      uniqueIndex('webhook_deliveries_place').on(table.messageId, table.endpointId),
      index('webhook_deliveries_due').on(table.dueAt, table.sequence).where(due),
      index('webhook_deliveries_account_due').on(table.userId, table.dueAt).where(due),
      index('webhook_deliveries_endpoint_due').on(table.userId, table.endpointId, table.dueAt).where(due),
      index('webhook_deliveries_endpoint').on(table.endpointId, table.sequence),
      index('webhook_deliveries_account').on(table.userId, table.sequence),
      index('webhook_deliveries_status').on(table.userId, table.status, table.sequence),
    ];
  },
);

export const attemptRows = pgTable(
  'webhook_attempts',
  {
    sequence: writtenOrder().primaryKey(),
    deliveryId: exactText()
      .notNull()
      .references(() => deliveryRows.deliveryId),
    trigger: exactText().$type<AttemptTrigger>().notNull(),
    at: wholeNumber().notNull(),
    durationMs: wholeNumber().notNull(),
    statusCode: integer(),
    error: exactText(),
    answer: exactText(),
  },
  (table) => [index('webhook_attempts_delivery').on(table.deliveryId, table.sequence)],
);
