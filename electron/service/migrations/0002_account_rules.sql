ALTER TABLE `keys` ADD `calls_per_minute` integer;--> statement-breakpoint
ALTER TABLE `billing_accounts` ADD `held_since` integer;--> statement-breakpoint
ALTER TABLE `billing_accounts` ADD `downgrade_asked_at` integer;--> statement-breakpoint
ALTER TABLE `projects` ADD `has_video` integer;--> statement-breakpoint
UPDATE `keys` SET `parent_key_id` = coalesce(
  (SELECT a.`key_id` FROM `keys` a WHERE a.`user_id` = `keys`.`user_id` AND a.`role` = 'admin' ORDER BY a.`created_at`, a.rowid LIMIT 1),
  (SELECT a.`key_id` FROM `keys` a WHERE a.`role` = 'admin' ORDER BY a.`created_at`, a.rowid LIMIT 1)
) WHERE `role` = 'scoped' AND `parent_key_id` IS NULL;
