/** Finds rows that contradict themselves in an intact database: SQLite's own check does not notice a flipped bit inside a value. */

import { GENERATION_KINDS } from '../../../../shared/domain/generation-state.ts';
import { type JobState, STAGES } from '../../../../shared/domain/job-state.ts';
import type { RawDatabase } from '../../../platform/sqlite.ts';

const BEYOND_STAGES = [
  'done',
  'waiting',
  'paused',
  'cancelling',
  'failed',
  'needs-you',
  'in-review',
  'cancelled',
] as const;
const JOB_KINDS = [...STAGES, ...BEYOND_STAGES] satisfies JobState['kind'][];

const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** Conditions, by table, that no valid row meets. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  generation: `not json_valid(state) or state_kind not in (${list(GENERATION_KINDS)})
    or json_extract(state, '$.kind') is not state_kind
    or (json_extract(state, '$.remoteId') is not null and json_extract(state, '$.remoteId') is not remote_id)
    or (json_extract(state, '$.attemptId') is not null
      and not exists (select 1 from start_attempt where id = json_extract(generation.state, '$.attemptId')))`,
  job: `not json_valid(state) or not json_valid(preset) or state_kind not in (${list(JOB_KINDS)})
    or json_extract(state, '$.kind') is not state_kind`,
  start_attempt: 'not json_valid(baseline)',
  connection: 'not json_valid(paths) or not json_valid(prices) or (parked is not null and not json_valid(parked))',
  ledger_entry: `kind not in ('hold', 'charge', 'release', 'refund')`,
  setting: 'not json_valid(value)',
};

/** @returns what is wrong with the first such row, or null */
export function findImpossibleRow(raw: RawDatabase): string | null {
  for (const [table, contradiction] of Object.entries(CONTRADICTIONS)) {
    const found = raw.prepare(`select 1 from ${table} where ${contradiction} limit 1`).get();
    if (found !== undefined) return `a row of ${table} contradicts itself`;
  }
  return null;
}
