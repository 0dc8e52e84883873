CREATE TABLE `batch` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`max_cost` integer
);
--> statement-breakpoint
CREATE TABLE `connection` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`base_url` text,
	`header_style` text NOT NULL,
	`paths` text NOT NULL,
	`prices` text NOT NULL,
	`key_fingerprint` text,
	`parked` text,
	`created_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE TABLE `event` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`job_id` text NOT NULL,
	`generation_id` text,
	`event` text NOT NULL,
	`from_state` text NOT NULL,
	`to_state` text NOT NULL,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `event_job` ON `event` (`job_id`);--> statement-breakpoint
CREATE TABLE `generation` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`model` text NOT NULL,
	`project_id` text,
	`state_kind` text NOT NULL,
	`state` text NOT NULL,
	`remote_id` text,
	`remote_status` text,
	`billable_seconds` integer,
	`amount` integer,
	`charged_at` integer,
	`resends` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `generation_of_job` ON `generation` (`job_id`,`model`);--> statement-breakpoint
CREATE UNIQUE INDEX `generation_remote` ON `generation` (`project_id`,`remote_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `generation_unresolved` ON `generation` (`job_id`) WHERE "generation"."state_kind" in ('intent', 'unknown', 'needs-you');--> statement-breakpoint
CREATE TABLE `job` (
	`id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`recording_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`position` integer NOT NULL,
	`preset` text NOT NULL,
	`state_kind` text NOT NULL,
	`state` text NOT NULL,
	`waits_until` integer,
	`admitted_at` integer,
	`project_id` text,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`removed_at` integer,
	FOREIGN KEY (`batch_id`) REFERENCES `batch`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`recording_id`) REFERENCES `recording`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`connection_id`) REFERENCES `connection`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `job_queue` ON `job` (`removed_at`,`position`);--> statement-breakpoint
CREATE INDEX `job_state` ON `job` (`state_kind`,`waits_until`);--> statement-breakpoint
CREATE INDEX `job_open` ON `job` (`position`) WHERE "job"."removed_at" is null and "job"."state_kind" not in ('done', 'failed', 'cancelled');--> statement-breakpoint
CREATE INDEX `job_batch` ON `job` (`batch_id`);--> statement-breakpoint
CREATE INDEX `job_recording` ON `job` (`recording_id`);--> statement-breakpoint
CREATE TABLE `ledger_entry` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`generation_id` text NOT NULL,
	`attempt_id` text NOT NULL,
	`kind` text NOT NULL,
	`seconds` integer NOT NULL,
	`amount` integer,
	FOREIGN KEY (`generation_id`) REFERENCES `generation`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`attempt_id`) REFERENCES `start_attempt`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger_entry` (`attempt_id`,`kind`);--> statement-breakpoint
CREATE INDEX `ledger_at` ON `ledger_entry` (`at`);--> statement-breakpoint
CREATE TABLE `recording` (
	`id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`real_path` text NOT NULL,
	`origin` text NOT NULL,
	`name` text NOT NULL,
	`folder` text NOT NULL,
	`bytes` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`content_hash` text,
	`duration_seconds` real,
	`frames` integer,
	`sample_rate` integer,
	`channels` integer,
	`has_video` integer DEFAULT false NOT NULL,
	`accept_truncated` integer DEFAULT false NOT NULL,
	`added_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recording_content` ON `recording` (`content_hash`);--> statement-breakpoint
CREATE INDEX `recording_real_path` ON `recording` (`real_path`);--> statement-breakpoint
CREATE TABLE `result` (
	`generation_id` text PRIMARY KEY NOT NULL,
	`path` text NOT NULL,
	`extension` text NOT NULL,
	`bytes` integer NOT NULL,
	`content_hash` text NOT NULL,
	`frames` integer NOT NULL,
	`sample_rate` integer NOT NULL,
	`channels` integer NOT NULL,
	`exported_path` text,
	`stored_at` integer NOT NULL,
	FOREIGN KEY (`generation_id`) REFERENCES `generation`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `setting` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `start_attempt` (
	`id` text PRIMARY KEY NOT NULL,
	`generation_id` text NOT NULL,
	`parameter_hash` text NOT NULL,
	`baseline` text NOT NULL,
	`intent_at` integer NOT NULL,
	`outcome` text,
	`resolved_at` integer,
	FOREIGN KEY (`generation_id`) REFERENCES `generation`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `attempt_generation` ON `start_attempt` (`generation_id`);