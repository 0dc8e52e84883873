CREATE TABLE `pace` (
	`connection_id` text NOT NULL,
	`model` text NOT NULL,
	`count` integer NOT NULL,
	`base_ms` real NOT NULL,
	`ms_per_second` real NOT NULL,
	PRIMARY KEY(`connection_id`, `model`),
	FOREIGN KEY (`connection_id`) REFERENCES `connection`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `job_queue`;--> statement-breakpoint
DROP INDEX `job_open`;--> statement-breakpoint
ALTER TABLE `job` ADD `priority` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `job` ADD `upload_address` text;--> statement-breakpoint
ALTER TABLE `job` ADD `recovered_at` integer;--> statement-breakpoint
UPDATE `job` SET `position` = `position` * 1048576;--> statement-breakpoint
CREATE INDEX `job_queue` ON `job` (`removed_at`,"priority" desc,`position`);--> statement-breakpoint
CREATE INDEX `job_open` ON `job` ("priority" desc,`position`) WHERE "job"."removed_at" is null and "job"."state_kind" not in ('done', 'failed', 'cancelled');--> statement-breakpoint
CREATE INDEX `job_lane` ON `job` (`state_kind`,"priority" desc,`position`) WHERE "job"."removed_at" is null and "job"."admitted_at" is not null;--> statement-breakpoint
ALTER TABLE `generation` ADD `reused_from` text;--> statement-breakpoint
ALTER TABLE `generation` ADD `content_hash` text;--> statement-breakpoint
UPDATE `generation` SET `content_hash` = (SELECT `recording`.`content_hash` FROM `job` JOIN `recording` ON `recording`.`id` = `job`.`recording_id` WHERE `job`.`id` = `generation`.`job_id`) WHERE `remote_id` IS NOT NULL;--> statement-breakpoint
CREATE INDEX `generation_content` ON `generation` (`content_hash`);--> statement-breakpoint
DROP INDEX `recording_content`;--> statement-breakpoint
DROP INDEX `generation_remote`;--> statement-breakpoint
CREATE UNIQUE INDEX `generation_remote` ON `generation` (`remote_id`,`project_id`);--> statement-breakpoint
ALTER TABLE `recording` ADD `found_in_folder` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `result_exported` ON `result` (`exported_path`);--> statement-breakpoint
CREATE INDEX `result_content` ON `result` (`content_hash`);--> statement-breakpoint
CREATE TRIGGER `event_is_kept` BEFORE DELETE ON `event` BEGIN SELECT RAISE(ABORT, 'events are only added'); END;--> statement-breakpoint
CREATE TRIGGER `event_is_fixed` BEFORE UPDATE ON `event` BEGIN SELECT RAISE(ABORT, 'events are only added'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_is_kept` BEFORE DELETE ON `ledger_entry` BEGIN SELECT RAISE(ABORT, 'ledger entries are only added'); END;--> statement-breakpoint
CREATE TRIGGER `ledger_is_fixed` BEFORE UPDATE ON `ledger_entry` BEGIN SELECT RAISE(ABORT, 'ledger entries are only added'); END;--> statement-breakpoint
CREATE TRIGGER `attempt_is_kept` BEFORE DELETE ON `start_attempt` BEGIN SELECT RAISE(ABORT, 'start attempts are only added'); END;
