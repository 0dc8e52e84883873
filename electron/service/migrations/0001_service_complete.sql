CREATE TABLE `audit_entries` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`audit_id` text NOT NULL,
	`user_id` text NOT NULL,
	`actor_key_id` text,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_auditId_unique` ON `audit_entries` (`audit_id`);--> statement-breakpoint
CREATE INDEX `audit_entries_user` ON `audit_entries` (`user_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `bank_withdrawals` (
	`idempotency_key` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`outcome` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `billing_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`billing_country` text,
	`payment_method_label` text,
	`payment_method_added_at` integer,
	`declined_hold` integer DEFAULT false NOT NULL,
	`operator_hold` integer DEFAULT false NOT NULL,
	`spend_limit` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`user_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `billing_alerts` (
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`user_id`, `amount`)
);
--> statement-breakpoint
CREATE TABLE `generation_quotes` (
	`generation_id` text PRIMARY KEY NOT NULL,
	`billable_seconds` integer NOT NULL,
	`price_per_second` integer NOT NULL,
	FOREIGN KEY (`generation_id`) REFERENCES `generations`(`generation_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `invoices` (
	`invoice_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`number` integer NOT NULL,
	`reason` text NOT NULL,
	`month` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`lines` text NOT NULL,
	`usage` integer NOT NULL,
	`carried_in` integer NOT NULL,
	`credit` integer NOT NULL,
	`carried_out` integer NOT NULL,
	`total` integer NOT NULL,
	`status` text NOT NULL,
	`declines` integer DEFAULT 0 NOT NULL,
	`answered_at` integer,
	`paid_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`user_id`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_status` ON `invoices` (`status`,`answered_at`);--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`month` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_once` ON `ledger_entries` (`reference`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_end` ON `ledger_entries` (`reference`) WHERE kind in ('charge', 'release');--> statement-breakpoint
CREATE INDEX `ledger_entries_user` ON `ledger_entries` (`user_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `ledger_entries_kind` ON `ledger_entries` (`user_id`,`kind`,`sequence`);--> statement-breakpoint
CREATE TABLE `ledger_postings` (
	`sequence` integer NOT NULL,
	`account` text NOT NULL,
	`user_id` text NOT NULL,
	`month` integer NOT NULL,
	`amount` integer NOT NULL,
	`balance` integer NOT NULL,
	PRIMARY KEY(`sequence`, `account`),
	FOREIGN KEY (`sequence`) REFERENCES `ledger_entries`(`sequence`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ledger_postings_account` ON `ledger_postings` (`user_id`,`account`,`month`,`sequence`);--> statement-breakpoint
CREATE TABLE `reached_alerts` (
	`user_id` text NOT NULL,
	`amount` integer NOT NULL,
	`month` integer NOT NULL,
	`reached_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `month`, `amount`)
);
--> statement-breakpoint
CREATE TABLE `webhook_apps` (
	`key_id` text PRIMARY KEY NOT NULL,
	`app_id` text NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`key_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_apps_appId_unique` ON `webhook_apps` (`app_id`);--> statement-breakpoint
CREATE TABLE `webhook_attempts` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delivery_id` text NOT NULL,
	`trigger` text NOT NULL,
	`at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status_code` integer,
	`error` text,
	`answer` text,
	FOREIGN KEY (`delivery_id`) REFERENCES `webhook_deliveries`(`delivery_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhook_attempts_delivery` ON `webhook_attempts` (`delivery_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delivery_id` text NOT NULL,
	`message_id` text NOT NULL,
	`user_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`status` text NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`trigger` text DEFAULT 'automatic' NOT NULL,
	`next_attempt_at` integer,
	`resend_at` integer,
	`due_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `webhook_messages`(`message_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`endpoint_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_deliveryId_unique` ON `webhook_deliveries` (`delivery_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_place` ON `webhook_deliveries` (`message_id`,`endpoint_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_account_due` ON `webhook_deliveries` (`user_id`,`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint_due` ON `webhook_deliveries` (`user_id`,`endpoint_id`,`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint` ON `webhook_deliveries` (`endpoint_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_account` ON `webhook_deliveries` (`user_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_status` ON `webhook_deliveries` (`user_id`,`status`,`sequence`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`endpoint_id` text NOT NULL,
	`user_id` text NOT NULL,
	`key_id` text NOT NULL,
	`mode` text NOT NULL,
	`url` text NOT NULL,
	`href` text NOT NULL,
	`event_types` text NOT NULL,
	`enabled` integer NOT NULL,
	`disabled_reason` text,
	`failing_since` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by_key_id` text NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`key_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_endpointId_unique` ON `webhook_endpoints` (`endpoint_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_place` ON `webhook_endpoints` (`key_id`,`mode`,`href`) WHERE removed_at IS NULL;--> statement-breakpoint
CREATE INDEX `webhook_endpoints_user` ON `webhook_endpoints` (`user_id`,`sequence`) WHERE removed_at IS NULL;--> statement-breakpoint
CREATE TABLE `webhook_messages` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` text NOT NULL,
	`user_id` text NOT NULL,
	`key_id` text NOT NULL,
	`mode` text NOT NULL,
	`event_type` text NOT NULL,
	`event_id` text NOT NULL,
	`generation_id` text,
	`payload` blob NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_messages_messageId_unique` ON `webhook_messages` (`message_id`);--> statement-breakpoint
CREATE INDEX `webhook_messages_test` ON `webhook_messages` (`user_id`,`sequence`) WHERE generation_id IS NULL;--> statement-breakpoint
CREATE INDEX `webhook_messages_user` ON `webhook_messages` (`user_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `webhook_messages_created` ON `webhook_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_secrets` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`endpoint_id` text NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`valid_until` integer,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`endpoint_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhook_secrets_endpoint` ON `webhook_secrets` (`endpoint_id`);--> statement-breakpoint
ALTER TABLE `projects` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `stored_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `upload_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `duration_seconds` real;--> statement-breakpoint
ALTER TABLE `projects` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `operator` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `users` SET `operator` = 1;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_keep` BEFORE UPDATE ON `audit_entries` BEGIN SELECT RAISE(ABORT, 'The audit log is only ever added to'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_stay` BEFORE DELETE ON `audit_entries` BEGIN SELECT RAISE(ABORT, 'The audit log is only ever added to'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_fresh` BEFORE INSERT ON `audit_entries` WHEN EXISTS (SELECT 1 FROM `audit_entries` WHERE `audit_id` = NEW.`audit_id` OR `sequence` = NEW.`sequence`) BEGIN SELECT RAISE(ABORT, 'The audit log is only ever added to'); END;
--> statement-breakpoint
CREATE TRIGGER `usage_no_update` BEFORE UPDATE ON `usage` BEGIN SELECT RAISE(ABORT, 'usage is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `usage_no_delete` BEFORE DELETE ON `usage` BEGIN SELECT RAISE(ABORT, 'usage is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `generation_quotes_no_update` BEFORE UPDATE ON `generation_quotes` BEGIN SELECT RAISE(ABORT, 'generation_quotes is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `generation_quotes_no_delete` BEFORE DELETE ON `generation_quotes` BEGIN SELECT RAISE(ABORT, 'generation_quotes is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `ledger_entries_no_update` BEFORE UPDATE ON `ledger_entries` BEGIN SELECT RAISE(ABORT, 'ledger_entries is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `ledger_entries_no_delete` BEFORE DELETE ON `ledger_entries` BEGIN SELECT RAISE(ABORT, 'ledger_entries is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `ledger_postings_no_update` BEFORE UPDATE ON `ledger_postings` BEGIN SELECT RAISE(ABORT, 'ledger_postings is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `ledger_postings_no_delete` BEFORE DELETE ON `ledger_postings` BEGIN SELECT RAISE(ABORT, 'ledger_postings is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `reached_alerts_no_update` BEFORE UPDATE ON `reached_alerts` BEGIN SELECT RAISE(ABORT, 'reached_alerts is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `reached_alerts_no_delete` BEFORE DELETE ON `reached_alerts` BEGIN SELECT RAISE(ABORT, 'reached_alerts is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_withdrawals_no_update` BEFORE UPDATE ON `bank_withdrawals` BEGIN SELECT RAISE(ABORT, 'bank_withdrawals is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_withdrawals_no_delete` BEFORE DELETE ON `bank_withdrawals` BEGIN SELECT RAISE(ABORT, 'bank_withdrawals is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `usage_fresh` BEFORE INSERT ON `usage` WHEN EXISTS (SELECT 1 FROM `usage` WHERE `generation_id` = new.`generation_id` OR `rowid` = new.`rowid`) BEGIN SELECT RAISE(ABORT, 'usage is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `generation_quotes_fresh` BEFORE INSERT ON `generation_quotes` WHEN EXISTS (SELECT 1 FROM `generation_quotes` WHERE `generation_id` = new.`generation_id` OR `rowid` = new.`rowid`) BEGIN SELECT RAISE(ABORT, 'generation_quotes is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_withdrawals_fresh` BEFORE INSERT ON `bank_withdrawals` WHEN EXISTS (SELECT 1 FROM `bank_withdrawals` WHERE `idempotency_key` = new.`idempotency_key` OR `rowid` = new.`rowid`) BEGIN SELECT RAISE(ABORT, 'bank_withdrawals is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `ledger_entries_fresh` BEFORE INSERT ON `ledger_entries` WHEN EXISTS (SELECT 1 FROM `ledger_entries` WHERE `sequence` = new.`sequence` OR (`reference` = new.`reference` AND (`kind` = new.`kind` OR (`kind` IN ('charge', 'release') AND new.`kind` IN ('charge', 'release'))))) BEGIN SELECT RAISE(ABORT, 'ledger_entries is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `ledger_postings_fresh` BEFORE INSERT ON `ledger_postings` WHEN EXISTS (SELECT 1 FROM `ledger_postings` WHERE (`sequence` = new.`sequence` AND `account` = new.`account`) OR `rowid` = new.`rowid`) BEGIN SELECT RAISE(ABORT, 'ledger_postings is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `reached_alerts_fresh` BEFORE INSERT ON `reached_alerts` WHEN EXISTS (SELECT 1 FROM `reached_alerts` WHERE (`user_id` = new.`user_id` AND `month` = new.`month` AND `amount` = new.`amount`) OR `rowid` = new.`rowid`) BEGIN SELECT RAISE(ABORT, 'reached_alerts is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `invoices_fresh` BEFORE INSERT ON `invoices` WHEN EXISTS (SELECT 1 FROM `invoices` WHERE `invoice_id` = new.`invoice_id` OR (`user_id` = new.`user_id` AND `number` = new.`number`) OR `rowid` = new.`rowid`) BEGIN SELECT RAISE(ABORT, 'an invoice is issued once'); END;
--> statement-breakpoint
CREATE TRIGGER `ledger_postings_balance` BEFORE INSERT ON `ledger_postings` BEGIN SELECT RAISE(ABORT, 'a balance of the ledger is not the sum of its postings') WHERE new.`balance` <> new.`amount` + coalesce((SELECT `balance` FROM `ledger_postings` WHERE `user_id` = new.`user_id` AND `account` = new.`account` ORDER BY `month` DESC, `sequence` DESC LIMIT 1), 0); END;
--> statement-breakpoint
CREATE TRIGGER `ledger_postings_exact` BEFORE INSERT ON `ledger_postings` WHEN abs(new.`balance`) > 9007199254740991 BEGIN SELECT RAISE(ABORT, 'a balance of the ledger cannot be counted exactly'); END;
--> statement-breakpoint
CREATE TRIGGER `invoices_no_delete` BEFORE DELETE ON `invoices` BEGIN SELECT RAISE(ABORT, 'invoices are never removed'); END;
--> statement-breakpoint
CREATE TRIGGER `invoices_no_rewrite` BEFORE UPDATE OF `invoice_id`, `user_id`, `number`, `reason`, `month`, `issued_at`, `lines`, `usage`, `carried_in`, `credit`, `carried_out`, `total` ON `invoices` BEGIN SELECT RAISE(ABORT, 'what an invoice says never changes'); END;
--> statement-breakpoint
CREATE TRIGGER `invoices_paid_once` BEFORE UPDATE ON `invoices` WHEN old.`status` = 'paid' BEGIN SELECT RAISE(ABORT, 'a paid invoice never changes'); END;
--> statement-breakpoint
UPDATE `projects` SET `stored_bytes` = coalesce(`bytes`, 0) + coalesce((SELECT sum(`outputs`.`bytes`) FROM `outputs` JOIN `generations` USING (`generation_id`) WHERE `generations`.`project_id` = `projects`.`project_id`), 0);
