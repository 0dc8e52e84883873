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
ALTER TABLE `projects` ADD `duration_seconds` real;--> statement-breakpoint
ALTER TABLE `users` ADD `operator` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `users` SET `operator` = 1;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_keep` BEFORE UPDATE ON `audit_entries` BEGIN SELECT RAISE(ABORT, 'The audit log is only ever added to'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_stay` BEFORE DELETE ON `audit_entries` BEGIN SELECT RAISE(ABORT, 'The audit log is only ever added to'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_entries_fresh` BEFORE INSERT ON `audit_entries` WHEN EXISTS (SELECT 1 FROM `audit_entries` WHERE `audit_id` = NEW.`audit_id` OR `sequence` = NEW.`sequence`) BEGIN SELECT RAISE(ABORT, 'The audit log is only ever added to'); END;
