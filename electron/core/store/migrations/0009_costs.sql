CREATE TABLE `cost_group` (
	`id` integer PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`model` text NOT NULL,
	`batch_id` text NOT NULL,
	`folder` text NOT NULL,
	`held` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cost_group_once` ON `cost_group` (`connection_id`,`model`,`batch_id`,`folder`);--> statement-breakpoint
CREATE TABLE `cost_sum` (
	`quarter` integer NOT NULL,
	`group_id` integer NOT NULL,
	`generations` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`charged` integer DEFAULT 0 NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`unpriced` integer DEFAULT 0 NOT NULL,
	`short` integer DEFAULT 0 NOT NULL,
	`added_by_minimum` integer DEFAULT 0 NOT NULL,
	`reused` integer DEFAULT 0 NOT NULL,
	`saved` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`quarter`, `group_id`),
	FOREIGN KEY (`group_id`) REFERENCES `cost_group`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `cost_sum_group` ON `cost_sum` (`group_id`);--> statement-breakpoint
CREATE TABLE `price_period` (
	`connection_id` text NOT NULL,
	`model` text NOT NULL,
	`from_at` integer NOT NULL,
	`price` integer,
	PRIMARY KEY(`connection_id`, `model`, `from_at`),
	FOREIGN KEY (`connection_id`) REFERENCES `connection`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `generation` ADD `reused_at` integer;--> statement-breakpoint
ALTER TABLE `generation` ADD `saved` integer;--> statement-breakpoint
ALTER TABLE `ledger_entry` ADD `added_by_minimum` integer;--> statement-breakpoint
ALTER TABLE `ledger_entry` ADD `group_id` integer REFERENCES cost_group(id);--> statement-breakpoint
DROP TRIGGER `ledger_is_fixed`;--> statement-breakpoint
UPDATE generation SET reused_at = coalesce((SELECT finished_at FROM job WHERE job.id = generation.job_id), created_at),
  saved = (SELECT nullif(e.amount, 0) FROM generation e WHERE e.id = generation.reused_from)
  WHERE reused_from IS NOT NULL AND charged_at IS NULL AND state_kind <> 'ready';
--> statement-breakpoint
INSERT INTO cost_group (connection_id, model, batch_id, folder)
  SELECT DISTINCT j.connection_id, g.model, j.batch_id, CASE WHEN r.origin <> 'path' THEN ''
      WHEN r.path LIKE '/%' THEN rtrim(r.path, replace(r.path, '/', ''))
      ELSE rtrim(r.path, replace(replace(r.path, '/', ''), '\', '')) END FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
  WHERE g.reused_at IS NOT NULL OR EXISTS (SELECT 1 FROM ledger_entry WHERE generation_id = g.id);
--> statement-breakpoint
UPDATE ledger_entry SET group_id = (SELECT c.id FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
    JOIN cost_group c ON (c.connection_id, c.model, c.batch_id, c.folder) = (j.connection_id, g.model, j.batch_id, CASE WHEN r.origin <> 'path' THEN ''
      WHEN r.path LIKE '/%' THEN rtrim(r.path, replace(r.path, '/', ''))
      ELSE rtrim(r.path, replace(replace(r.path, '/', ''), '\', '')) END) WHERE g.id = ledger_entry.generation_id);
--> statement-breakpoint
UPDATE ledger_entry SET added_by_minimum = (SELECT CASE WHEN ledger_entry.seconds = 60 AND (CAST(coalesce(r.counted_seconds, r.duration_seconds) AS integer) + (coalesce(r.counted_seconds, r.duration_seconds) > CAST(coalesce(r.counted_seconds, r.duration_seconds) AS integer))) < 60 THEN ledger_entry.amount / 60 * (60 - (CAST(coalesce(r.counted_seconds, r.duration_seconds) AS integer) + (coalesce(r.counted_seconds, r.duration_seconds) > CAST(coalesce(r.counted_seconds, r.duration_seconds) AS integer)))) WHEN ledger_entry.amount IS NOT NULL THEN 0 END
  FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id WHERE g.id = ledger_entry.generation_id) WHERE kind IN ('charge', 'refund');
--> statement-breakpoint
INSERT INTO cost_sum (quarter, group_id, generations, seconds, charged, refunded, unpriced, short, added_by_minimum)
  SELECT e.at / 900000, e.group_id, sum(CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END),
    sum((CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END) * e.seconds),
    sum((CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END) * coalesce(e.amount, 0)),
    sum((e.kind = 'refund') * coalesce(e.amount, 0)),
    sum((CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END) * (e.amount IS NULL)),
    sum((CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END) * (coalesce(e.added_by_minimum, 0) > 0)),
    sum((CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END) * coalesce(e.added_by_minimum, 0))
  FROM ledger_entry e WHERE e.kind IN ('charge', 'refund') GROUP BY 1, 2;
--> statement-breakpoint
UPDATE cost_group SET held = (SELECT coalesce(sum(CASE kind WHEN 'hold' THEN amount WHEN 'release' THEN -amount END), 0)
  FROM ledger_entry WHERE group_id = cost_group.id);
--> statement-breakpoint
INSERT INTO cost_sum (quarter, group_id, reused, saved)
  SELECT g.reused_at / 900000, c.id, count(*), sum(coalesce(g.saved, 0)) FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
  JOIN cost_group c ON (c.connection_id, c.model, c.batch_id, c.folder) = (j.connection_id, g.model, j.batch_id, CASE WHEN r.origin <> 'path' THEN ''
      WHEN r.path LIKE '/%' THEN rtrim(r.path, replace(r.path, '/', ''))
      ELSE rtrim(r.path, replace(replace(r.path, '/', ''), '\', '')) END)
  WHERE g.reused_at IS NOT NULL GROUP BY 1, 2
  ON CONFLICT (quarter, group_id) DO UPDATE SET reused = reused + excluded.reused, saved = saved + excluded.saved;
--> statement-breakpoint
INSERT INTO price_period (connection_id, model, from_at, price)
  SELECT connection_id, model, min(at), price FROM (
    SELECT id, connection_id, model, at, price, sum(changed) OVER (PARTITION BY connection_id, model ORDER BY id) AS period FROM (
      SELECT e.id, j.connection_id, g.model, e.at, e.amount / e.seconds AS price, row_number() OVER periods = 1
        OR e.amount / e.seconds IS NOT lag(e.amount / e.seconds) OVER periods AS changed
      FROM ledger_entry e JOIN generation g ON g.id = e.generation_id JOIN job j ON j.id = g.job_id
      WHERE e.kind = 'hold' AND e.seconds > 0 WINDOW periods AS (PARTITION BY j.connection_id, g.model ORDER BY e.id)
    )
  ) GROUP BY connection_id, model, period
  ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO price_period (connection_id, model, from_at, price)
  SELECT c.id, p.key, CASE WHEN last.from_at IS NULL THEN c.created_at ELSE CAST(unixepoch('subsec') * 1000 AS integer) END, p.value
  FROM connection c, json_each(c.prices) p
  LEFT JOIN price_period last ON last.connection_id = c.id AND last.model = p.key
    AND last.from_at = (SELECT max(from_at) FROM price_period WHERE connection_id = c.id AND model = p.key)
  WHERE last.from_at IS NULL OR last.price IS NOT p.value
  ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE TRIGGER ledger_sums AFTER INSERT ON ledger_entry BEGIN
  INSERT INTO cost_group (connection_id, model, batch_id, folder)
    SELECT j.connection_id, g.model, j.batch_id, CASE WHEN r.origin <> 'path' THEN ''
      WHEN r.path LIKE '/%' THEN rtrim(r.path, replace(r.path, '/', ''))
      ELSE rtrim(r.path, replace(replace(r.path, '/', ''), '\', '')) END FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
    WHERE g.id = new.generation_id AND NOT EXISTS (SELECT 1 FROM ledger_entry WHERE attempt_id = new.attempt_id AND group_id IS NOT NULL) ON CONFLICT DO NOTHING;
  UPDATE ledger_entry SET
    group_id = coalesce((SELECT group_id FROM ledger_entry WHERE attempt_id = new.attempt_id AND group_id IS NOT NULL LIMIT 1),
      (SELECT c.id FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
    JOIN cost_group c ON (c.connection_id, c.model, c.batch_id, c.folder) = (j.connection_id, g.model, j.batch_id, CASE WHEN r.origin <> 'path' THEN ''
      WHEN r.path LIKE '/%' THEN rtrim(r.path, replace(r.path, '/', ''))
      ELSE rtrim(r.path, replace(replace(r.path, '/', ''), '\', '')) END) WHERE g.id = new.generation_id)),
    added_by_minimum = CASE new.kind
      WHEN 'charge' THEN (SELECT CASE WHEN new.seconds = 60 AND (CAST(coalesce(r.counted_seconds, r.duration_seconds) AS integer) + (coalesce(r.counted_seconds, r.duration_seconds) > CAST(coalesce(r.counted_seconds, r.duration_seconds) AS integer))) < 60 THEN new.amount / 60 * (60 - (CAST(coalesce(r.counted_seconds, r.duration_seconds) AS integer) + (coalesce(r.counted_seconds, r.duration_seconds) > CAST(coalesce(r.counted_seconds, r.duration_seconds) AS integer)))) WHEN new.amount IS NOT NULL THEN 0 END FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id WHERE g.id = new.generation_id)
      WHEN 'refund' THEN (SELECT added_by_minimum FROM ledger_entry WHERE attempt_id = new.attempt_id AND kind = 'charge') END
    WHERE id = new.id;
  INSERT INTO cost_sum (quarter, group_id, generations, seconds, charged, refunded, unpriced, short, added_by_minimum)
    SELECT e.at / 900000, e.group_id, CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END,
    (CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END) * e.seconds,
    (CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END) * coalesce(e.amount, 0),
    (e.kind = 'refund') * coalesce(e.amount, 0),
    (CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END) * (e.amount IS NULL),
    (CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END) * (coalesce(e.added_by_minimum, 0) > 0),
    (CASE e.kind WHEN 'charge' THEN 1 ELSE -1 END) * coalesce(e.added_by_minimum, 0)
    FROM ledger_entry e WHERE e.id = new.id AND e.kind IN ('charge', 'refund')
    ON CONFLICT (quarter, group_id) DO UPDATE SET generations = generations + excluded.generations, seconds = seconds + excluded.seconds, charged = charged + excluded.charged, refunded = refunded + excluded.refunded, unpriced = unpriced + excluded.unpriced, short = short + excluded.short, added_by_minimum = added_by_minimum + excluded.added_by_minimum;
  UPDATE cost_group SET held = held + CASE new.kind WHEN 'hold' THEN new.amount ELSE -new.amount END
    WHERE new.kind IN ('hold', 'release') AND new.amount IS NOT NULL AND id = (SELECT group_id FROM ledger_entry WHERE id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER reuse_sums AFTER UPDATE OF reused_at ON generation WHEN old.reused_at IS NULL AND new.reused_at IS NOT NULL BEGIN
  INSERT INTO cost_group (connection_id, model, batch_id, folder)
    SELECT j.connection_id, g.model, j.batch_id, CASE WHEN r.origin <> 'path' THEN ''
      WHEN r.path LIKE '/%' THEN rtrim(r.path, replace(r.path, '/', ''))
      ELSE rtrim(r.path, replace(replace(r.path, '/', ''), '\', '')) END FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
    WHERE g.id = new.id ON CONFLICT DO NOTHING;
  INSERT INTO cost_sum (quarter, group_id, reused, saved)
    SELECT new.reused_at / 900000, (SELECT c.id FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
    JOIN cost_group c ON (c.connection_id, c.model, c.batch_id, c.folder) = (j.connection_id, g.model, j.batch_id, CASE WHEN r.origin <> 'path' THEN ''
      WHEN r.path LIKE '/%' THEN rtrim(r.path, replace(r.path, '/', ''))
      ELSE rtrim(r.path, replace(replace(r.path, '/', ''), '\', '')) END) WHERE g.id = new.id), 1, coalesce(new.saved, 0) WHERE true
    ON CONFLICT (quarter, group_id) DO UPDATE SET reused = reused + excluded.reused, saved = saved + excluded.saved;
END;
--> statement-breakpoint
CREATE TRIGGER `ledger_is_fixed` BEFORE UPDATE ON `ledger_entry` WHEN old.group_id IS NOT NULL BEGIN SELECT RAISE(ABORT, 'ledger entries are only added'); END;
