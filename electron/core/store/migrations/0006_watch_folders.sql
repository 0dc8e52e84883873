CREATE TABLE `watched_file` (
	`folder` text NOT NULL,
	`path` text NOT NULL,
	`bytes` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`content_hash` text NOT NULL,
	`outcome` text NOT NULL,
	`job_id` text,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`folder`, `path`),
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `watched_content` ON `watched_file` (`folder`,`content_hash`);--> statement-breakpoint
CREATE INDEX `watched_seen` ON `watched_file` (`folder`,`seen_at`);--> statement-breakpoint
ALTER TABLE `batch` ADD `cap_every` text;