CREATE INDEX `ledger_group` ON `ledger_entry` (`group_id`,`at`,`kind`);--> statement-breakpoint
CREATE INDEX `ledger_refund` ON `ledger_entry` (`at`) WHERE kind = 'refund';