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
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`endpoint_id`,`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint` ON `webhook_deliveries` (`endpoint_id`,`sequence`);--> statement-breakpoint
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
CREATE INDEX `webhook_endpoints_user` ON `webhook_endpoints` (`user_id`,`sequence`);--> statement-breakpoint
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
ALTER TABLE `projects` ADD `duration_seconds` real;--> statement-breakpoint
ALTER TABLE `users` ADD `operator` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `users` SET `operator` = 1;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_keep` BEFORE UPDATE ON `audit_entries` BEGIN SELECT RAISE(ABORT, 'The audit log is only ever added to'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_stay` BEFORE DELETE ON `audit_entries` BEGIN SELECT RAISE(ABORT, 'The audit log is only ever added to'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_fresh` BEFORE INSERT ON `audit_entries` WHEN EXISTS (SELECT 1 FROM `audit_entries` WHERE `audit_id` = NEW.`audit_id` OR `sequence` = NEW.`sequence`) BEGIN SELECT RAISE(ABORT, 'The audit log is only ever added to'); END;
