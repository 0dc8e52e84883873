ALTER TABLE `recording` ADD `carries` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `result` ADD `export_hash` text;--> statement-breakpoint
ALTER TABLE `result` ADD `export_made` text;--> statement-breakpoint
CREATE INDEX `result_export_content` ON `result` (`export_hash`);