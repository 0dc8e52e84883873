/** Recordings of which a listener compared both models, and what each of them cost. */

import type { JudgedRecording } from '../../../../shared/domain/costs/preferences.ts';
import { type Compared, type Side, scoreOf } from '../../../../shared/domain/listening/blind-test.ts';
import type { BlindAnswer } from '../../../../shared/domain/listening/verdict.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { Orm } from '../schema.ts';

/** A comparison of two results of one job. */
interface Comparison {
  readonly jobId: string;
  readonly at: number;
  readonly first: string;
  readonly second: string;
  readonly better: Compared | null;
}

interface CostRow {
  readonly id: string;
  readonly jobId: string;
  readonly model: ModelId;
  readonly folder: string;
  readonly charged: number;
  readonly unpriced: number;
}

export function judgedTable(orm: Orm) {
  const raw = orm.$client;

  /** Verdicts that stand, and finished preference tests. */
  function comparisons(): Comparison[] {
    const verdicts = raw
      .prepare(
        `select job_id as jobId, at, take as first, "over" as second, 'first' as better from verdict
          where kind = 'better' and withdrawn_at is null`,
      )
      .all() as Comparison[];
    const tests = raw
      .prepare(
        `select job_id as jobId, finished_at as at, first, second, seed, trials, answers from blind_test
          where kind = 'preference' and finished_at is not null`,
      )
      .all() as (Omit<Comparison, 'better'> & { seed: string; trials: number; answers: string })[];
    return [...verdicts, ...tests.map((test) => ({ ...test, better: winner(test) }))].sort(
      (one, other) => one.at - other.at,
    );
  }

  return {
    /** The latest decision about each recording, where both models were charged. */
    recordings(): JudgedRecording[] {
      const latest = new Map<string, Comparison>();
      for (const each of comparisons()) if (isOfResults(each)) latest.set(each.jobId, each);
      const costs = costsOf([...latest.keys()]);
      return [...latest.values()].flatMap(({ better, first, jobId, second }) => {
        const [one, other] = [costs.get(idOf(first)), costs.get(idOf(second))];
        if (one === undefined || other === undefined || one.model === other.model) return [];
        const amounts: Record<ModelId, number | null> = { 'service-2': null, 'service-3.5': null };
        for (const cost of [one, other]) amounts[cost.model] = cost.unpriced > 0 ? null : cost.charged;
        const preferred = better === null ? null : (better === 'first' ? one : other).model;
        return [{ jobId, folder: one.folder, preferred, costs: amounts }];
      });
    },
  };

  function costsOf(jobIds: readonly string[]): Map<string, CostRow> {
    const rows = raw
      .prepare(
        `select g.id, g.job_id as jobId, g.model, c.folder,
            sum(case e.kind when 'charge' then 1 when 'refund' then -1 else 0 end * coalesce(e.amount, 0)) as charged,
            sum(case e.kind when 'charge' then 1 when 'refund' then -1 else 0 end * (e.amount is null)) as unpriced
          from generation g join ledger_entry e on e.generation_id = g.id join cost_group c on c.id = e.group_id
          where g.job_id in (select value from json_each(?)) and e.kind in ('charge', 'refund') group by g.id`,
      )
      .all(JSON.stringify(jobIds)) as CostRow[];
    return new Map(rows.map((row) => [row.id, row]));
  }
}

/** @returns null when both were preferred equally often */
function winner(test: { readonly seed: string; readonly trials: number; readonly answers: string }): Compared | null {
  const answers = JSON.parse(test.answers) as readonly BlindAnswer[];
  const sides = answers.map(({ side }): Side => side);
  const { answered, hits } = scoreOf({ kind: 'preference', seed: test.seed }, sides, test.trials);
  if (hits * 2 === answered) return null;
  return hits * 2 > answered ? 'second' : 'first';
}

function isOfResults({ first, second }: Comparison): boolean {
  return first.startsWith('result:') && second.startsWith('result:');
}

function idOf(take: string): string {
  return take.slice('result:'.length);
}
