ALTER TABLE `recording` ADD `made_from` text;--> statement-breakpoint
ALTER TABLE `recording` ADD `track` text;