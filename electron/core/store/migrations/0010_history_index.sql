CREATE TABLE `history_mark` (
	`job_id` text PRIMARY KEY NOT NULL,
	`changes` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `job` ADD `forgotten_at` integer;--> statement-breakpoint
CREATE TRIGGER history_job_insert AFTER INSERT ON job
WHEN new.admitted_at IS NOT NULL BEGIN
	INSERT INTO history_mark VALUES (new.id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_job_update AFTER UPDATE OF batch_id, recording_id, connection_id, preset, state_kind, admitted_at, project_id, created_at, finished_at, forgotten_at ON job
WHEN new.admitted_at IS NOT NULL OR old.admitted_at IS NOT NULL BEGIN
	INSERT INTO history_mark VALUES (new.id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_job_delete AFTER DELETE ON job
WHEN old.admitted_at IS NOT NULL BEGIN
	INSERT INTO history_mark VALUES (old.id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_recording_update AFTER UPDATE OF name, path, folder, origin, duration_seconds ON recording BEGIN
	INSERT INTO history_mark SELECT id, 1 FROM job WHERE recording_id = new.id AND admitted_at IS NOT NULL ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_generation_insert AFTER INSERT ON generation BEGIN
	INSERT INTO history_mark VALUES (new.job_id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_generation_update AFTER UPDATE OF state_kind, amount, charged_at, reused_from ON generation BEGIN
	INSERT INTO history_mark VALUES (new.job_id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_generation_delete AFTER DELETE ON generation BEGIN
	INSERT INTO history_mark VALUES (old.job_id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_result_insert AFTER INSERT ON result BEGIN
	INSERT INTO history_mark SELECT job_id, 1 FROM generation WHERE id = new.generation_id ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_result_update AFTER UPDATE OF exported_path, measures ON result BEGIN
	INSERT INTO history_mark SELECT job_id, 1 FROM generation WHERE id = new.generation_id ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_result_delete AFTER DELETE ON result BEGIN
	INSERT INTO history_mark SELECT job_id, 1 FROM generation WHERE id = old.generation_id ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_ledger_insert AFTER INSERT ON ledger_entry
WHEN new.kind IN ('charge', 'refund') BEGIN
	INSERT INTO history_mark SELECT job_id, 1 FROM generation WHERE id = new.generation_id ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_verdict_insert AFTER INSERT ON verdict BEGIN
	INSERT INTO history_mark VALUES (new.job_id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_verdict_update AFTER UPDATE ON verdict BEGIN
	INSERT INTO history_mark VALUES (new.job_id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_blind_test_update AFTER UPDATE OF finished_at ON blind_test BEGIN
	INSERT INTO history_mark VALUES (new.job_id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_note_insert AFTER INSERT ON note BEGIN
	INSERT INTO history_mark VALUES (new.job_id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_note_update AFTER UPDATE ON note BEGIN
	INSERT INTO history_mark VALUES (new.job_id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
--> statement-breakpoint
CREATE TRIGGER history_note_delete AFTER DELETE ON note BEGIN
	INSERT INTO history_mark VALUES (old.job_id, 1) ON CONFLICT (job_id) DO UPDATE SET changes = changes + 1;
END;
