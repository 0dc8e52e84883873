DROP INDEX `generation_remote`;--> statement-breakpoint
ALTER TABLE `generation` ADD `connection_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `generation` SET `connection_id` = (SELECT `connection_id` FROM `job` WHERE `job`.`id` = `generation`.`job_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `generation_remote` ON `generation` (`remote_id`,`project_id`,`connection_id`);--> statement-breakpoint
ALTER TABLE `connection` ADD `billing_page` text;