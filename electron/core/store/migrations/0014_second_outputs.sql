ALTER TABLE `result` ADD `also_path` text;--> statement-breakpoint
ALTER TABLE `result` ADD `also_hash` text;--> statement-breakpoint
ALTER TABLE `result` ADD `also_made` text;--> statement-breakpoint
CREATE INDEX `result_also` ON `result` (`also_path`);--> statement-breakpoint
CREATE INDEX `result_also_content` ON `result` (`also_hash`);