ALTER TABLE `connection` ADD `color` text;--> statement-breakpoint
ALTER TABLE `connection` ADD `label` text;