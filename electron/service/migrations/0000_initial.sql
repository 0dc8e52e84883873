CREATE TABLE `generations` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`generation_id` text NOT NULL,
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`key_id` text NOT NULL,
	`model` text NOT NULL,
	`status` text NOT NULL,
	`sampling` text,
	`params` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`error` text,
	`error_details` text,
	`has_video` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`project_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`key_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `generations_generationId_unique` ON `generations` (`generation_id`);--> statement-breakpoint
CREATE INDEX `generations_project` ON `generations` (`project_id`);--> statement-breakpoint
CREATE INDEX `generations_status` ON `generations` (`status`);--> statement-breakpoint
CREATE TABLE `keys` (
	`key_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`key_prefix` text NOT NULL,
	`secret_hash` text,
	`scopes` text NOT NULL,
	`resource_bounds` text NOT NULL,
	`parent_key_id` text,
	`created_at` integer NOT NULL,
	`rotated_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`user_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `keys_prefix` ON `keys` (`key_prefix`);--> statement-breakpoint
CREATE INDEX `keys_user` ON `keys` (`user_id`);--> statement-breakpoint
CREATE TABLE `outputs` (
	`generation_id` text NOT NULL,
	`download_type` text NOT NULL,
	`file_name` text NOT NULL,
	`extension` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`generation_id`, `download_type`),
	FOREIGN KEY (`generation_id`) REFERENCES `generations`(`generation_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `projects` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`key_id` text NOT NULL,
	`status` text NOT NULL,
	`original_file_name` text NOT NULL,
	`content_type` text NOT NULL,
	`file_format` text,
	`params` text,
	`bytes` integer,
	`created_at` integer NOT NULL,
	`uploaded_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`user_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`key_id`) REFERENCES `keys`(`key_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `projects_projectId_unique` ON `projects` (`project_id`);--> statement-breakpoint
CREATE INDEX `projects_user` ON `projects` (`user_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `start_requests` (
	`user_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`generation_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `idempotency_key`),
	FOREIGN KEY (`generation_id`) REFERENCES `generations`(`generation_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `usage` (
	`generation_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`key_id` text NOT NULL,
	`model` text NOT NULL,
	`billable_seconds` integer NOT NULL,
	`price_per_second` integer NOT NULL,
	`amount` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	FOREIGN KEY (`generation_id`) REFERENCES `generations`(`generation_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `usage_user` ON `usage` (`user_id`,`recorded_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`user_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`tier` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_name` ON `users` (`name`);