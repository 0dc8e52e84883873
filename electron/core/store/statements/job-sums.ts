/** Numbers and lengths of jobs in each state, kept by triggers: the scheduler and the footer ask for them all the time. */

import { sql } from 'drizzle-orm';
import { STAGES, type Stage } from '../../../../shared/domain/job-state.ts';
import type { JobRow, Orm } from '../schema.ts';
import { lazily, preparedSql } from './prepared.ts';

/** Jobs in one state; a second at least for each, and 60 where the length is unknown. */
export interface JobSum {
  readonly kind: JobRow['stateKind'];
  readonly count: number;
  readonly seconds: number;
}

/** How many jobs of a connection are in a stage. */
export interface StageCount {
  readonly connectionId: string;
  readonly stage: Stage;
  readonly count: number;
}

const secondsOf = (duration: string) => `max(1, coalesce(${duration}, 60))`;

/** Whether a job belongs to the run, as `runTable` tells it. */
const isInRun = (job: string) => `coalesce(
  ${job}.admitted_at is not null and (${job}.removed_at is null or ${job}.removed_at >= (select at from run_start))
  and (${job}.finished_at >= (select at from run_start) or (${job}.finished_at is null
    and (${job}.admitted_at >= (select at from run_start) or ${job}.state_kind not in ('paused', 'needs-you')))), 0)`;

const keyOf = (job: string) =>
  `${job}.connection_id, ${job}.state_kind, ${job}.admitted_at is not null, ${job}.removed_at is null, ${isInRun(job)}`;

const ADDED = `on conflict (connection_id, kind, started, listed, in_run)
  do update set jobs = jobs + excluded.jobs, seconds = seconds + excluded.seconds`;

const count = (job: 'new' | 'old', sign: '+' | '-') =>
  `insert into job_sum select ${keyOf(job)}, ${sign}1, ${sign}${secondsOf('duration_seconds')}
    from recording where id = ${job}.recording_id ${ADDED};`;

const COUNTED = ['connection_id', 'recording_id', 'state_kind', 'admitted_at', 'finished_at', 'removed_at'];

// Temporary tables and triggers belong to this connection to the database, the only one that writes. They follow every transaction and
// rollback. What was removed before the run is left out of `FILL`, and its groups are never read.
const TABLES = `
  create temp table run_start (at integer);
  insert into run_start values (null);
  create temp table job_sum (
    connection_id text, kind text, started integer, listed integer, in_run integer, jobs integer, seconds real,
    primary key (connection_id, kind, started, listed, in_run)
  ) without rowid;
  create temp trigger job_sum_insert after insert on main.job begin ${count('new', '+')} end;
  create temp trigger job_sum_delete after delete on main.job begin ${count('old', '-')} end;
  create temp trigger job_sum_update after update of ${COUNTED.join()} on main.job
    when ${COUNTED.map((column) => `old.${column} is not new.${column}`).join(' or ')}
    begin ${count('old', '-')} ${count('new', '+')} end;
  create temp trigger job_sum_length after update of duration_seconds on main.recording
    when old.duration_seconds is not new.duration_seconds begin
      insert into job_sum
        select ${keyOf('job')}, 0, ${secondsOf('new.duration_seconds')} - ${secondsOf('old.duration_seconds')}
        from job where recording_id = new.id ${ADDED};
    end;`;

const FILL = `insert into job_sum
  select ${keyOf('job')}, count(*), sum(${secondsOf('duration_seconds')})
  from job join recording on recording.id = job.recording_id
  where job.removed_at is null or job.removed_at >= (select at from run_start) group by 1, 2, 3, 4, 5`;

export function jobSumTable(orm: Orm) {
  const raw = orm.$client;
  let runStart: number | null = null;
  let sumChanges = 0;

  function fill(prepare: () => void): void {
    // A rollback would take the tables along.
    if (raw.inTransaction) throw new Error('Jobs are not summed in a transaction');
    const before = totalChanges();
    raw.transaction(() => {
      prepare();
      raw.exec(`delete from job_sum; ${FILL}`);
    })();
    sumChanges += totalChanges() - before;
  }

  const totalChanges = () => Number(raw.prepare('select total_changes()').pluck().get());
  const made = lazily(() => fill(() => raw.exec(TABLES)));
  const all = lazily(() =>
    preparedSql<JobSum & { readonly started: 0 | 1 }>(
      orm,
      sql`select kind, started, sum(jobs) as count, sum(seconds) as seconds from job_sum
        where listed group by kind, started having sum(jobs) > 0`,
    ),
  );
  const ofRun = lazily(() =>
    preparedSql<JobSum>(
      orm,
      sql`select kind, sum(jobs) as count, sum(seconds) as seconds from job_sum
        where in_run group by kind having sum(jobs) > 0`,
    ),
  );
  const perStage = lazily(() =>
    preparedSql<StageCount>(
      orm,
      sql`select connection_id as "connectionId", kind as stage, sum(jobs) as count from job_sum
        where listed and started and kind in ${STAGES} group by connection_id, kind having sum(jobs) > 0`,
    ),
  );

  return {
    /** Jobs on the queue. */
    all() {
      made();
      return all().all({});
    },
    /** Jobs of the run. @param startedAt milliseconds since the epoch */
    ofRun(startedAt: number): JobSum[] {
      made();
      if (startedAt !== runStart) fill(() => raw.prepare('update run_start set at = ?').run(startedAt));
      runStart = startedAt;
      return ofRun().all({});
    },
    /** Started jobs on the queue, by connection and stage. */
    perStage(): StageCount[] {
      made();
      return perStage().all({});
    },
    /** Rows that are this table's own, of those that the connection has written. */
    sumChanges: () => sumChanges,
  };
}
