-- Custom SQL migration file: a recording that was made of another costs what it costs in the folder of that one.
DROP TRIGGER ledger_sums;
--> statement-breakpoint
DROP TRIGGER reuse_sums;
--> statement-breakpoint
CREATE TRIGGER ledger_sums AFTER INSERT ON ledger_entry BEGIN
  INSERT INTO cost_group (connection_id, model, batch_id, folder)
    SELECT j.connection_id, g.model, j.batch_id, CASE WHEN coalesce(json_extract(r.made_from, '$.origin'), r.origin) <> 'path' THEN ''
      WHEN coalesce(json_extract(r.made_from, '$.files[0].path'), r.path) LIKE '/%' THEN rtrim(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), replace(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), '/', ''))
      ELSE rtrim(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), replace(replace(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), '/', ''), '\', '')) END FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
    WHERE g.id = new.generation_id AND NOT EXISTS (SELECT 1 FROM ledger_entry WHERE attempt_id = new.attempt_id AND group_id IS NOT NULL) ON CONFLICT DO NOTHING;
  UPDATE ledger_entry SET
    group_id = coalesce((SELECT group_id FROM ledger_entry WHERE attempt_id = new.attempt_id AND group_id IS NOT NULL LIMIT 1),
      (SELECT c.id FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
    JOIN cost_group c ON (c.connection_id, c.model, c.batch_id, c.folder) = (j.connection_id, g.model, j.batch_id, CASE WHEN coalesce(json_extract(r.made_from, '$.origin'), r.origin) <> 'path' THEN ''
      WHEN coalesce(json_extract(r.made_from, '$.files[0].path'), r.path) LIKE '/%' THEN rtrim(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), replace(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), '/', ''))
      ELSE rtrim(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), replace(replace(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), '/', ''), '\', '')) END) WHERE g.id = new.generation_id)),
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
    SELECT j.connection_id, g.model, j.batch_id, CASE WHEN coalesce(json_extract(r.made_from, '$.origin'), r.origin) <> 'path' THEN ''
      WHEN coalesce(json_extract(r.made_from, '$.files[0].path'), r.path) LIKE '/%' THEN rtrim(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), replace(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), '/', ''))
      ELSE rtrim(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), replace(replace(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), '/', ''), '\', '')) END FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
    WHERE g.id = new.id ON CONFLICT DO NOTHING;
  INSERT INTO cost_sum (quarter, group_id, reused, saved)
    SELECT new.reused_at / 900000, (SELECT c.id FROM generation g JOIN job j ON j.id = g.job_id JOIN recording r ON r.id = j.recording_id
    JOIN cost_group c ON (c.connection_id, c.model, c.batch_id, c.folder) = (j.connection_id, g.model, j.batch_id, CASE WHEN coalesce(json_extract(r.made_from, '$.origin'), r.origin) <> 'path' THEN ''
      WHEN coalesce(json_extract(r.made_from, '$.files[0].path'), r.path) LIKE '/%' THEN rtrim(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), replace(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), '/', ''))
      ELSE rtrim(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), replace(replace(coalesce(json_extract(r.made_from, '$.files[0].path'), r.path), '/', ''), '\', '')) END) WHERE g.id = new.id), 1, coalesce(new.saved, 0) WHERE true
    ON CONFLICT (quarter, group_id) DO UPDATE SET reused = reused + excluded.reused, saved = saved + excluded.saved;
END;
