/** Compares what the service was paid for, by its own books, with what the desk's store says. */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import type { ScriptedService } from '../../remote/scripted-service.ts';
import { resultOf } from './billing-service.ts';

export interface Verdict {
  readonly jobs: number;
  readonly generations: number;
  /** Recordings and models that were paid more than once, and how many payments that were too many. */
  readonly paidTwice: number;
  readonly extraPaid: number;
  /** Generations without their result on disk at the end. */
  readonly lost: number;
  /** Generations under the id, or with the result, of another one. */
  readonly wrongId: number;
  /** Payments that the ledger does not have exactly once, and holds that were never released. */
  readonly unexplained: number;
}

interface Row {
  readonly id: string;
  readonly job: string;
  readonly model: string;
  readonly remoteId: string | null;
  readonly file: string | null;
  readonly isDone: number;
  readonly charges: number;
  readonly openHolds: number;
}

const QUESTION = `
  SELECT g.id, g.job_id AS job, g.model, g.remote_id AS remoteId, r.path AS file, j.state_kind = 'done' AS isDone,
    (SELECT count(*) FROM ledger_entry l WHERE l.generation_id = g.id AND l.kind = 'charge') AS charges,
    (SELECT sum((l.kind = 'hold') - (l.kind = 'release')) FROM ledger_entry l WHERE l.generation_id = g.id) AS openHolds
  FROM generation g JOIN job j ON j.id = g.job_id LEFT JOIN result r ON r.generation_id = g.id`;

export function compareBooks(service: ScriptedService, dataDirectory: string): Verdict {
  const { raw, close } = openDatabase({
    path: path.join(dataDirectory, 'cleartake.sqlite'),
    schema: {},
    readonly: true,
  });
  const rows = raw.prepare<[], Row>(QUESTION).all();
  const jobs = Number(raw.prepare('SELECT count(*) FROM job').pluck().get());
  close();
  const ours = new Set(rows.map((row) => row.job));
  const paid = service.generations.map((one) => ({ ...one, job: service.projectOf(one)?.job ?? '' }));
  const bills = Map.groupBy(
    paid.filter((one) => ours.has(one.job)),
    (one) => `${one.job} ${one.modelKey}`,
  );
  const extra = [...bills.values()].map((same) => same.length - 1).filter((count) => count > 0);
  let [lost, wrongId, unexplained] = [0, 0, 0];
  for (const row of rows) {
    const bill = bills.get(`${row.job} ${row.model}`) ?? [];
    const isThere = row.isDone === 1 && row.file !== null && existsSync(row.file);
    if (!isThere) lost += 1;
    const isOurs = bill.some((one) => one.generationId === row.remoteId);
    const isRight = row.file === null || !isThere || readFileSync(row.file, 'utf8') === resultOf(row.remoteId ?? '');
    if (row.remoteId !== null && !(isOurs && isRight)) wrongId += 1;
    if (row.charges !== bill.length || row.openHolds !== 0) unexplained += 1;
  }
  // What was paid for a row that is gone.
  const known = new Set(rows.map((row) => `${row.job} ${row.model}`));
  unexplained += [...bills.keys()].filter((bill) => !known.has(bill)).length;
  const extraPaid = extra.reduce((sum, count) => sum + count, 0);
  return { jobs, generations: rows.length, paidTwice: extra.length, extraPaid, lost, wrongId, unexplained };
}

export function addUp(verdicts: readonly Verdict[]): Verdict {
  const sum = (name: keyof Verdict) => verdicts.reduce((total, verdict) => total + verdict[name], 0);
  return {
    jobs: sum('jobs'),
    generations: sum('generations'),
    paidTwice: sum('paidTwice'),
    extraPaid: sum('extraPaid'),
    lost: sum('lost'),
    wrongId: sum('wrongId'),
    unexplained: sum('unexplained'),
  };
}
