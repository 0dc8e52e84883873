import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createFound, findEntries, pageOfEntries } from '../../../../electron/core/store/history-index/find-entries.ts';
import { createHistoryIndex, type HistoryIndex } from '../../../../electron/core/store/history-index/history-index.ts';
import { indexPath, openIndexFile } from '../../../../electron/core/store/history-index/index-file.ts';
import { prepareSearch } from '../../../../electron/core/store/history-index/prepare-search.ts';
import { createEntryWriter } from '../../../../electron/core/store/history-index/write-entries.ts';
import type { Store } from '../../../../electron/core/store/open-store.ts';
import type { HistoryMark } from '../../../../electron/core/store/tables/history.ts';
import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { type HistoryFacts, matches, sortValue } from '../../../../shared/domain/history/facts.ts';
import {
  type HistoryFilter,
  type HistorySort,
  historyFilter,
  NEWEST_FIRST,
  PERIODS,
  SHOWN_STATES,
  SHOWN_VERDICTS,
  SORTS,
} from '../../../../shared/domain/history/filter.ts';
import type { JobState } from '../../../../shared/domain/job-state.ts';
import { MODEL_IDS } from '../../../../shared/domain/models.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const DAY = 86_400_000;
const NAMES = ['Köln – Sommerfolge', 'Straße', 'Episode', 'clip', '日本語の録音', 'ÅNGSTRÖM', 'week_2'];
const FOLDERS = ['/Podcasts/Köln', '/Podcasts/Week', '/Museum', '/'];
const SILENT: JobState = {
  kind: 'failed',
  error: toErrorRecord(new CleartakeError('mediaSilent')),
  retryFrom: 'preparing',
};
const STATES: readonly JobState[] = [
  { kind: 'done' },
  { kind: 'done' },
  SILENT,
  { kind: 'cancelled', from: 'queued' },
  { kind: 'generating' },
];

/** As the reading thread has it, with the desk that removes the marks. */
function createIndex(store: Store, database: string): HistoryIndex {
  const unmark = async (marks: readonly HistoryMark[] | 'all') => store.progress(() => store.history.unmark(marks));
  return createHistoryIndex(store, database, () => NOW, unmark);
}

/** A past of so many recordings, with a little of everything. */
function open(jobs: number) {
  const { addJob, database, store } = openJobStore(0);
  store.batches.insert({ id: 'second', createdAt: 0 });
  const connection = store.connections.get('studio');
  if (connection !== undefined)
    store.connections.insert({ ...connection, id: 'other', name: 'Zürich server', label: 'Abgabe' });
  store.transaction(() => {
    for (let n = 0; n < jobs; n++) addPast(store, addJob, n);
  });
  const index = createIndex(store, database);
  onTestFinished(() => index.close());
  return { addJob, database, index, store };
}

function addPast(store: Store, addJob: ReturnType<typeof openJobStore>['addJob'], n: number): void {
  const id = `job-${n}`;
  const name = `${NAMES[n % NAMES.length]} ${n % 23}.wav`;
  const path = `${FOLDERS[n % FOLDERS.length]}/${name}`;
  const file = { path, realPath: `${path}-${n}`, name, folder: '', origin: 'path', bytes: 1, modifiedAt: 0 } as const;
  store.recordings.insert({ ...file, id, addedAt: 0, durationSeconds: n % 9 === 0 ? null : (n * 37) % 500 });
  const state = STATES[n % STATES.length] ?? { kind: 'done' };
  addJob({
    ...{ id, recordingId: id, state, stateKind: state.kind, admittedAt: n % 11 === 0 ? null : 1 },
    ...{ batchId: n % 3 === 0 ? 'second' : 'batch', connectionId: n % 4 === 0 ? 'other' : 'studio' },
    ...{ createdAt: NOW - (n % 60) * DAY, finishedAt: state.kind === 'done' ? NOW - n : null },
  });
  for (const model of MODEL_IDS.slice(0, 1 + (n % 2))) {
    const generationId = `${id}-${model}`;
    store.generations.insert({
      ...{ id: generationId, jobId: id, model, connectionId: 'studio', stateKind: 'stored', createdAt: 0 },
      state: { kind: 'stored', remoteId: generationId } as never,
      reusedFrom: n % 7 === 0 ? 'earlier' : null,
    });
    if (n % 5 < 3) charge(store, generationId, n % 13 === 0 ? null : (n % 10) * 100_000);
  }
  if (n % 6 === 0) store.verdicts.setNote({ jobId: id, note: 'Tram at 31:07', tags: ['Sommer', 'send'], changedAt: 0 });
  if (n % 4 === 1) {
    store.verdicts.give({
      ...{ jobId: id, kind: n % 8 === 1 ? 'keep' : 'reject', take: `result:${id}-service-2`, over: null },
      ...{ listener: '', at: 0 },
    });
  }
}

function charge(store: Store, generationId: string, amount: number | null): void {
  const attemptId = `attempt-${generationId}-${store.ledger.ofGeneration(generationId).length}`;
  store.generations.insertAttempt({ id: attemptId, generationId, parameterHash: '', baseline: [], intentAt: 0 });
  store.ledger.append({ at: 0, generationId, attemptId, kind: 'charge', seconds: 60, amount });
}

async function allOf(index: HistoryIndex, filter: HistoryFilter, sort: HistorySort, limit: number) {
  const found: string[] = [];
  let after = null;
  for (;;) {
    const { entries, counted } = await index.find({ filter, sort, after, offset: 0, limit });
    const place = { after: null, offset: found.length, limit };
    expect((await index.find({ filter, sort, ...place })).entries, 'the same page by its place').toEqual(entries);
    found.push(...entries.map(({ jobId }) => jobId));
    const last = entries.at(-1);
    if (last === undefined || entries.length < limit) return { found, counted };
    after = { value: last.value, id: last.id };
  }
}

async function search(index: HistoryIndex, words: string): Promise<string[]> {
  return (await allOf(index, historyFilter.parse({ search: words }), NEWEST_FIRST, 500)).found;
}

const some = <Value>(values: readonly Value[]) => fc.subarray([...values], { maxLength: Math.min(2, values.length) });
const filters: fc.Arbitrary<HistoryFilter> = fc.record({
  search: fc.constantFrom(
    ...[
      '',
      '',
      '',
      'koln',
      'folge',
      'STRASSE',
      'episode 2',
      'k',
      'ep 1',
      '日本',
      'angstrom',
      'failed',
      'reused',
      'tram',
    ],
    ...[
      'sommer',
      'se',
      'zurich',
      'abgabe',
      'service 3.5',
      '2.0 kept',
      '"folge 1"',
      'silent',
      'museum',
      'nothing',
      '% _ \\',
      '"',
    ],
  ),
  dates: fc.constantFrom(
    null,
    null,
    ...PERIODS,
    { from: '2026-10-20', to: '2026-11-01' },
    { from: null, to: '2026-11-10' },
  ),
  connections: some(['studio', 'other']),
  models: some(MODEL_IDS),
  states: some(SHOWN_STATES),
  verdicts: some(SHOWN_VERDICTS),
  leastCost: fc.constantFrom(null, null, 0, 1, 300_000),
  mostCost: fc.constantFrom(null, null, 400_000),
  batch: fc.constantFrom(null, null, 'second'),
  tags: some(['SEND']),
  show: fc.constantFrom(null, null, '/Museum'),
});
const sorts: fc.Arbitrary<HistorySort> = fc.record({
  by: fc.constantFrom(...SORTS),
  order: fc.constantFrom('asc', 'desc'),
});

test('the index finds, counts, sums and sorts what the rule says, whatever filters are combined', {
  tags: 'long',
}, async () => {
  const { index, store } = open(240);
  await index.complete();
  const all = store.history.facts(Array.from({ length: 240 }, (_, n) => `job-${n}`)).map(({ facts }) => facts);
  expect(all.length).toBeLessThan(240);
  await fc.assert(
    fc.asyncProperty(filters, sorts, fc.constantFrom(7, 100), async (filter, sort, limit) => {
      const wanted = all.filter((facts) => matches(facts, filter, NOW));
      const { found, counted } = await allOf(index, filter, sort, limit);
      expect(found.toSorted()).toEqual(wanted.map(({ jobId }) => jobId).toSorted());
      const values = found.map((id) => {
        const facts = all.find(({ jobId }) => jobId === id);
        return facts === undefined ? '' : sortValue(facts, sort.by);
      });
      const inOrder = values.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
      expect(values).toEqual(sort.order === 'asc' ? inOrder : inOrder.reverse());
      const sum = (numbers: (number | null)[]) => numbers.reduce<number>((total, value) => total + (value ?? 0), 0);
      expect(counted.count).toBe(wanted.length);
      expect(counted.cost).toBe(sum(wanted.map(({ cost }) => cost)));
      expect(counted.seconds).toBe(sum(wanted.map(({ seconds }) => seconds)));
      const { groups } = await index.groups(filter, 'show');
      expect(sum(groups.map(({ count }) => count))).toBe(wanted.length);
    }),
    { numRuns: 250, seed: 18 },
  );
});

test('every change of a recording is found at once', async () => {
  const { addJob, index, store } = open(12);
  const finds = async (words: string) => (await search(index, words)).includes('job-1');
  expect(await finds('interview')).toBe(false);
  store.recordings.update('job-1', { name: 'The interview.wav' });
  expect(await finds('interview')).toBe(true);
  store.verdicts.setNote({ jobId: 'job-1', note: 'Guest wants a copy', tags: ['Berlin'], changedAt: 1 });
  expect(await finds('guest copy berlin')).toBe(true);
  store.verdicts.setNote({ jobId: 'job-1', note: '', tags: [], changedAt: 1 });
  expect(await finds('guest')).toBe(false);
  store.jobs.setState('job-1', SILENT, 5);
  expect(await finds('failed silent')).toBe(true);
  store.verdicts.give({
    jobId: 'job-1',
    kind: 'better',
    take: 'result:job-1-service-3.5',
    over: 'original:job-1',
    listener: '',
    at: 1,
  });
  expect(await finds('service 3.5 better than')).toBe(true);
  store.connections.update('studio', { name: 'Attic' });
  expect(await finds('attic')).toBe(true);
  charge(store, 'job-1-service-3.5', 5_000_000);
  const dear = historyFilter.parse({ leastCost: 5_000_000 });
  expect((await allOf(index, dear, NEWEST_FIRST, 10)).found).toEqual(['job-1']);
  store.history.forget(['job-1'], 1);
  expect(await search(index, '')).not.toContain('job-1');
  addJob({ id: 'next', recordingId: 'job-2', createdAt: NOW });
  expect(await search(index, '')).not.toContain('next');
  store.jobs.admit({ ...store.jobs.get('next'), own: null }, 1);
  expect((await search(index, ''))[0]).toBe('next');
});

function never(): never {
  throw new Error('unreachable');
}

test('a history without an index is found step by step, newest first, without its marks, and completely in the end', async () => {
  const { index, store } = open(600);
  const first = await index.find({
    filter: historyFilter.parse({}),
    sort: NEWEST_FIRST,
    after: null,
    offset: 0,
    limit: 1,
  });
  expect(first.entries).toHaveLength(1);
  // Everything is still to be written, so the marks were taken away at once.
  expect(store.history.marks(10)).toEqual([]);
  const { done, total } = index.indexing() ?? never();
  expect(total).toBe(545);
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(total);
  // One that is not in it yet.
  store.recordings.update('job-1', { name: 'The interview.wav' });
  expect(await search(index, 'interview')).toEqual(['job-1']);
  await index.complete();
  expect(index.indexing()).toBeNull();
  expect(await search(index, '')).toHaveLength(545);
  expect(await search(index, 'interview')).toEqual(['job-1']);
});

test('of more than are counted, pages are right in every order', { tags: 'long' }, () => {
  const { database, store } = openJobStore(0);
  const { close, progress, raw } = openIndexFile(database, store.history.lastEvent());
  onTestFinished(close);
  createFound(raw);
  const facts = Array.from(
    { length: 12_000 },
    (_, n): HistoryFacts => ({
      ...{
        jobId: `job-${n}`,
        name: n % 12 === 0 ? 'Köln' : `Episode ${n % 700}`,
        show: `/Show ${n % 40}`,
        batch: 'batch',
      },
      ...{
        connection: 'studio',
        connectionName: 'Studio',
        connectionLabel: null,
        preset: '',
        state: 'done',
        isReused: false,
        models: ['service-2'],
      },
      ...{
        verdicts: [],
        verdictWords: [],
        note: '',
        tags: [],
        error: '',
        addedAt: n % 90,
        finishedAt: n,
        cost: n % 300,
      },
      seconds: n % 60,
    }),
  );
  const { put } = createEntryWriter(raw);
  progress(() => {
    for (const [n, one] of facts.entries()) put(one, n + 1);
  });
  for (const text of ['episode', 'e', 'isode show', '']) {
    const filter = historyFilter.parse({ search: text, leastCost: text === '' ? 1 : null });
    const wanted = facts.filter((one) => matches(one, filter, NOW));
    const question = prepareSearch(raw, filter, [{ id: 'studio', name: 'Studio', label: null }], NOW);
    const found = findEntries(raw, question);
    expect(found).toMatchObject({ isKept: false, counted: { count: 10_001 } });
    for (const by of SORTS) {
      const first = pageOfEntries(raw, question, found, { by, order: 'desc' }, { after: null, offset: 0, limit: 200 });
      const after = first.at(-1) ?? never();
      const next = pageOfEntries(raw, question, found, { by, order: 'desc' }, { after, offset: 0, limit: 100 });
      const byPlace = pageOfEntries(
        raw,
        question,
        found,
        { by, order: 'desc' },
        { after: null, offset: 200, limit: 100 },
      );
      expect(byPlace).toEqual(next);
      const values = [...first, ...next].map(({ value }) => value);
      const ordered = wanted.map((one) => sortValue(one, by)).sort((one, other) => (one < other ? 1 : -1));
      expect(values).toEqual(ordered.slice(0, 300));
      expect(new Set([...first, ...next].map(({ id }) => id)).size).toBe(300);
    }
  }
});

test('a damaged index is made again, and so is one of a store that an older one replaced', async () => {
  const { database, index, store } = open(60);
  await index.complete();
  const before = await search(index, 'episode');
  index.close();
  const bytes = readFileSync(indexPath(database));
  writeFileSync(indexPath(database), bytes.fill(0x5a, 4096));
  const mended = createIndex(store, database);
  onTestFinished(() => mended.close());
  await mended.complete();
  expect(await search(mended, 'episode')).toEqual(before);
  mended.close();
  writeFileSync(indexPath(database), 'no database');
  const again = createIndex(store, database);
  onTestFinished(() => again.close());
  await again.complete();
  expect(await search(again, 'episode')).toEqual(before);
  again.close();
  const older = openIndexFile(database, store.history.lastEvent() - 1);
  onTestFinished(() => older.close());
  expect(older.raw.prepare('select count(*) from entry').pluck().get()).toBe(0);
});

test('what changed while nobody searched, in another run too, is found by the next search', async () => {
  const { database, index, store } = open(30);
  await index.complete();
  index.close();
  store.recordings.update('job-2', { name: 'Renamed.wav' });
  const later = createIndex(store, database);
  onTestFinished(() => later.close());
  expect(await search(later, 'renamed')).toEqual(['job-2']);
  expect(store.history.marks(10)).toEqual([]);
});
