/** Compares what the service was paid for, by its own books, with what a store has, by recording and model: a recording may have many jobs. */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import type { ScriptedService } from '../../remote/scripted-service.ts';
import { resultOf } from '../starts/billing-service.ts';

export interface WaysVerdict {
  readonly jobs: number;
  readonly paid: number;
  /** Recordings and models that were paid more than once, and how many payments that were too many. */
  readonly paidTwice: number;
  readonly extraPaid: number;
  /** Payments whose result is not on disk at the end. */
  readonly lost: number;
  /** Jobs that no further command finishes. */
  readonly stuck: number;
  /** Generations under the id, or with the result, of something else. */
  readonly wrongId: number;
  /** Payments that the ledger does not have exactly once, and holds that were never released. */
  readonly unexplained: number;
  /** What went wrong, each as words for whoever looks for the reason. */
  readonly wrongs: readonly string[];
}

interface Row {
  readonly job: string;
  readonly jobState: string;
  readonly name: string;
  readonly model: string;
  readonly remoteId: string | null;
  readonly file: string | null;
  readonly charges: number;
  readonly openHolds: number;
}

const QUESTION = `
  SELECT j.id AS job, j.state_kind AS jobState, q.name, g.model, g.remote_id AS remoteId, r.path AS file,
    (SELECT count(*) FROM ledger_entry l WHERE l.generation_id = g.id AND l.kind = 'charge') AS charges,
    (SELECT coalesce(sum((l.kind = 'hold') - (l.kind = 'release')), 0) FROM ledger_entry l WHERE l.generation_id = g.id) AS openHolds
  FROM generation g JOIN job j ON j.id = g.job_id JOIN recording q ON q.id = j.recording_id
    LEFT JOIN result r ON r.generation_id = g.id`;

/** The name of a second file with the content of a recording. */
export function copyOf(recording: string): string {
  return `copy-of-${recording}`;
}

/** Names a recording by its content. */
function contentIn(recording: string): string {
  return recording.replace(/^copy-of-/, '');
}

/** @param isOurs whether a recording, by its name, belongs to this data folder */
export function compareWays(
  service: ScriptedService,
  dataDirectory: string,
  isOurs: (recording: string) => boolean,
): WaysVerdict {
  const database = path.join(dataDirectory, 'cleartake.sqlite');
  const { raw, close } = openDatabase({ path: database, schema: {}, readonly: true });
  const rows = raw.prepare<[], Row>(QUESTION).all();
  const undone = raw.prepare<[], string>(`SELECT id || ' ' || state FROM job WHERE state_kind <> 'done'`).pluck().all();
  const jobs = Number(raw.prepare('SELECT count(*) FROM job').pluck().get());
  close();
  const paid = service.generations
    .map((one) => ({ ...one, recording: contentIn(service.projectOf(one)?.recording ?? '') }))
    .filter(({ recording }) => isOurs(recording));
  const bills = Map.groupBy(paid, (one) => `${one.recording} ${one.modelKey}`);
  const known = Map.groupBy(rows, (row) => `${contentIn(row.name)} ${row.model}`);
  const contentOf = (file: string | null) => (file !== null && existsSync(file) ? readFileSync(file, 'utf8') : null);
  const stored = new Set(rows.map(({ file }) => contentOf(file)));
  const idsOf = (bill: string) => (bills.get(bill) ?? []).map(({ generationId }) => generationId);

  const twice = [...bills].filter(([, same]) => same.length > 1);
  const lost = paid.filter(({ generationId }) => !stored.has(resultOf(generationId)));
  const wrong = [...known].flatMap(([bill, same]) => {
    const ids = idsOf(bill);
    return same.filter(({ file, remoteId }) => {
      const content = contentOf(file);
      const isRight = content === null || ids.some((id) => content === resultOf(id));
      return !isRight || (remoteId !== null && !ids.includes(remoteId));
    });
  });
  const unexplained = [...new Set([...known.keys(), ...bills.keys()])].filter((bill) => {
    const same = known.get(bill) ?? [];
    const charges = same.reduce((sum, row) => sum + row.charges, 0);
    return charges !== idsOf(bill).length || same.some((row) => row.openHolds !== 0);
  });
  return {
    jobs,
    paid: paid.length,
    paidTwice: twice.length,
    extraPaid: twice.reduce((sum, [, same]) => sum + same.length - 1, 0),
    lost: lost.length,
    stuck: undone.length,
    wrongId: wrong.length,
    unexplained: unexplained.length,
    wrongs: [
      ...twice.map(([bill]) => `paid twice: ${bill} ${idsOf(bill)}`),
      ...lost.map(({ generationId, modelKey, recording }) => `lost: ${recording} ${modelKey} ${generationId}`),
      ...undone.map((job) => `stuck: ${job}`),
      ...wrong.map(({ name, model, remoteId }) => `wrong id: ${name} ${model} ${remoteId}`),
      ...unexplained.map((bill) => `unexplained: ${bill}`),
    ],
  };
}
