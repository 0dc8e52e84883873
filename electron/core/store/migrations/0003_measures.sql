ALTER TABLE `recording` ADD `measures` text;--> statement-breakpoint
ALTER TABLE `result` ADD `measures` text;