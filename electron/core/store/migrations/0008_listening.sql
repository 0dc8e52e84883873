CREATE TABLE `blind_test` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`kind` text NOT NULL,
	`first` text NOT NULL,
	`second` text NOT NULL,
	`seed` text NOT NULL,
	`trials` integer NOT NULL,
	`listener` text NOT NULL,
	`passage` text,
	`answers` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `blind_test_job` ON `blind_test` (`job_id`);--> statement-breakpoint
CREATE INDEX `blind_test_started` ON `blind_test` (`started_at`);--> statement-breakpoint
CREATE TABLE `note` (
	`job_id` text PRIMARY KEY NOT NULL,
	`note` text NOT NULL,
	`tags` text NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `verdict` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`job_id` text NOT NULL,
	`kind` text NOT NULL,
	`take` text NOT NULL,
	`over` text,
	`listener` text NOT NULL,
	`withdrawn_at` integer,
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `verdict_job` ON `verdict` (`job_id`);