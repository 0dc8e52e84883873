import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRouterClient } from '@orpc/server';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { historyHandlers } from '../../../../electron/core/features/history/history.ts';
import { historyTable } from '../../../../electron/core/features/history/history-table.ts';
import { createReader } from '../../../../electron/core/reading/reader.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import type { TableFormat } from '../../../../shared/contract/tables.ts';
import { NEWEST_FIRST, NO_FILTER } from '../../../../shared/domain/history/filter.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';

const PRICE = 500;
const EVERYTHING = { filter: NO_FILTER, sort: NEWEST_FIRST };

/** One job that is done, one that waits, one that is held back, and a client. */
function open() {
  const { addJob, database, store } = openJobStore(PRICE);
  addJob({ stateKind: 'done', state: { kind: 'done' }, admittedAt: 5 });
  addJob({ id: 'waiting', admittedAt: 6 });
  addJob({ id: 'held', admittedAt: 7, stateKind: 'in-review', state: { kind: 'in-review', held: [] } });
  const clock = { now: () => 1000, monotonic: () => 0, sleep: async () => undefined };
  const reader = createReader({ clock, database, store });
  onTestFinished(() => reader.close());
  const file = async (format: TableFormat, view = '') => {
    const file = { text: '', rows: 0 };
    for await (const { rows, text } of historyTable(reader, view, format)) {
      file.text += text;
      file.rows += rows;
    }
    return file;
  };
  return { store, file, client: createRouterClient(historyHandlers({ clock, files: nodeFiles }, store, reader)) };
}

function charge({ store }: ReturnType<typeof open>, resultPath: string, exportedPath: string): void {
  const generation = {
    id: 'g',
    jobId: 'job',
    model: 'service-2',
    agreed: 40_000,
    createdAt: 0,
    chargedAt: 20,
    amount: 30_000,
  } as const;
  store.generations.insert({
    ...generation,
    stateKind: 'stored',
    state: { kind: 'stored' } as never,
    connectionId: 'studio',
  });
  store.generations.insertAttempt({ id: 'a', generationId: 'g', parameterHash: '', baseline: [], intentAt: 0 });
  const line = { generationId: 'g', attemptId: 'a', seconds: 60 } as const;
  store.ledger.append({ ...line, at: 10, kind: 'hold', amount: 35_000 });
  store.ledger.append({ ...line, at: 20, kind: 'release', amount: 35_000 });
  store.ledger.append({ ...line, at: 20, kind: 'charge', amount: 30_000 });
  store.results.put({
    ...{ generationId: 'g', path: resultPath, extension: 'wav', bytes: 1, contentHash: 'x', storedAt: 0 },
    ...{ frames: 48_000, sampleRate: 48_000, channels: 1, exportedPath },
  });
}

test('details have the ledger lines in order, with the quote before its hold, and say which files are there', async () => {
  const desk = open();
  const result = path.join(temporaryFolder(), 'result.wav');
  writeFileSync(result, 'x');
  charge(desk, result, '/gone/out.wav');
  const { files, lines } = await desk.client.details({ jobId: 'job' });
  expect(lines.map(({ kind, at, amount }) => [kind, at, amount])).toEqual([
    ['quote', 5, 40_000],
    ['hold', 10, 35_000],
    ['release', 20, 35_000],
    ['charge', 20, 30_000],
  ]);
  expect(files.map(({ kind, isThere }) => [kind, isThere])).toEqual([
    ['source', false],
    ['result', true],
    ['output', false],
  ]);
  await expect(desk.client.details({ jobId: 'nobody' })).rejects.toThrow();
});

test('what a view shows is written as CSV, where no name runs as a formula, and as JSON with the same sums', {
  tags: 'long',
}, async () => {
  const desk = open();
  charge(desk, '/gone.wav', '/gone/out.wav');
  desk.store.recordings.update('recording', { name: '=SUM(A1), "x".wav' });
  const csv = await desk.file('csv', 'states=done');
  expect(csv.rows).toBe(1);
  // Excel takes a file without its mark for another encoding.
  expect(csv.text).toMatch(/^\ufeff/);
  const [columns, row, ...rest] = parse(csv.text, { bom: true }) as string[][];
  const of = Object.fromEntries((columns ?? []).map((column, index) => [column, row?.[index]]));
  expect(rest).toEqual([]);
  expect(of).toMatchObject({ name: `'=SUM(A1), "x".wav`, model: 'service-2', usd: '0.030000', state: 'done' });
  const json = await desk.file('json');
  expect(json.rows).toBe(3);
  const all = JSON.parse(json.text) as { readonly jobId: string; readonly cost: number }[];
  expect(all.map(({ cost, jobId }) => [jobId, cost])).toEqual([
    ['held', 0],
    ['waiting', 0],
    ['job', 30_000],
  ]);
  // Recordings without a result have a row, too.
  expect(parse((await desk.file('csv')).text, { bom: true })).toHaveLength(4);
  expect(JSON.parse((await desk.file('json', 'search=nobody')).text)).toEqual([]);
});

test('all that a filter leaves has ids, and only what has ended is deleted', { tags: 'long' }, async () => {
  const { client } = open();
  expect(await client.ids(EVERYTHING)).toEqual({ jobIds: ['held', 'waiting', 'job'], isMore: false });
  expect(await client.forget({ jobIds: ['job', 'waiting', 'held', 'nobody'] })).toEqual({ jobIds: ['job'] });
  expect(await client.ids(EVERYTHING)).toEqual({ jobIds: ['held', 'waiting'], isMore: false });
  await client.recall({ jobIds: ['job'] });
  expect((await client.ids(EVERYTHING)).jobIds).toEqual(['held', 'waiting', 'job']);
});
