ALTER TABLE `connection` ADD `caps` text;--> statement-breakpoint
ALTER TABLE `generation` ADD `agreed` integer;--> statement-breakpoint
ALTER TABLE `recording` ADD `counted_seconds` real;--> statement-breakpoint
CREATE INDEX `job_capped` ON `job` (`connection_id`) WHERE "job"."state_kind" = 'waiting' and json_extract("job"."state", '$.reason.code') = 'costCapReached';--> statement-breakpoint
CREATE INDEX `ledger_generation` ON `ledger_entry` (`generation_id`);