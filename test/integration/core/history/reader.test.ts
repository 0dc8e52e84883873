import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createReader } from '../../../../electron/core/reading/reader.ts';
import { indexPath } from '../../../../electron/core/store/history-index/index-file.ts';
import { openStore, openStoreForReading } from '../../../../electron/core/store/open-store.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { historyFilter, NEWEST_FIRST } from '../../../../shared/domain/history/filter.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';
import { MIGRATIONS } from '../../../harness/store/released-store.ts';

const DYING = path.join(import.meta.dirname, '../../../harness/history/dying-thread.ts');

/** Bytes that the desk's own thread has read from disks. Linux only. */
function bytesFromDisk(): number {
  const counts = readFileSync('/proc/thread-self/io', 'utf8');
  return Number(/read_bytes: (\d+)/.exec(counts)?.[1]);
}

function open(thread?: string) {
  const { addJob, database, store } = openJobStore(500);
  addJob({ id: 'job', admittedAt: 1 });
  const reader = createReader({
    clock: { now: () => 0 },
    database,
    store,
    ...(thread === undefined ? {} : { thread }),
  });
  onTestFinished(() => reader.close());
  const search = async (text: string) => {
    const question = {
      filter: historyFilter.parse({ search: text }),
      sort: NEWEST_FIRST,
      after: null,
      offset: 0,
      limit: 10,
    };
    return (await reader.ask('search', question)).entries.map(({ jobId }) => jobId);
  };
  return { addJob, database, reader, search, store };
}

test('the thread finds what the desk wrote a moment ago, and the desk removes its marks', {
  tags: 'long',
}, async () => {
  const { search, store } = open();
  expect(await search('a.wav')).toEqual(['job']);
  store.recordings.update('recording', { name: 'Renamed.wav' });
  expect(store.history.marks(10)).toHaveLength(1);
  const [found, none] = await Promise.all([search('renamed'), search('a.wav')]);
  expect({ found, none }).toEqual({ found: ['job'], none: [] });
  expect(store.history.marks(10)).toEqual([]);
});

test('its connection to the store cannot write', () => {
  const { database } = open();
  const store = openStoreForReading(database);
  onTestFinished(() => store.close());
  expect(() => store.settings.set('saved-searches', [])).toThrow('readonly');
});

test('a thread that dies is started again, and the question is asked again', { tags: 'long' }, async () => {
  const { search } = open(DYING);
  expect(await Promise.all([search('a.wav'), search('nothing')])).toEqual([['job'], []]);
});

test('a question that kills every thread fails; the next one is asked all the same', async () => {
  const { database, search } = open(DYING);
  writeFileSync(`${database}.dies`, '');
  await expect(search('a.wav')).rejects.toMatchObject({ code: 'unexpected' });
  await expect(search('a.wav')).rejects.toMatchObject({ code: 'unexpected' });
});

test('a damaged store is told in words', { tags: 'long' }, async () => {
  const { store } = open();
  const database = path.join(temporaryFolder(), 'desk.sqlite');
  writeFileSync(database, 'no database'.repeat(1000));
  const reader = createReader({ clock: { now: () => 0 }, database, store });
  onTestFinished(() => reader.close());
  const asked = reader.ask('overview', { starts: [], filter: {} });
  await expect(asked).rejects.toMatchObject({
    code: 'databaseFailed',
    userMessage: expect.stringContaining('The history on this computer is damaged.'),
  });
});

test('a question that is taken back is not asked, and after closing none is', { tags: 'long' }, async () => {
  const { reader, search } = open();
  const abort = new AbortController();
  const first = search('');
  const taken = reader.ask('overview', { starts: [], filter: {} }, abort.signal);
  abort.abort();
  await expect(taken).rejects.toMatchObject({ code: 'cancelled' });
  expect(await first).toEqual(['job']);
  await reader.close();
  await expect(search('')).rejects.toMatchObject({ code: 'cancelled' });
});

test('closing waits for the thread, and questions that it has not answered are told', { tags: 'long' }, async () => {
  const { database, reader, search } = open();
  await search('');
  expect(existsSync(`${indexPath(database)}-wal`)).toBe(true);
  const asked = Promise.allSettled([search('a.wav'), search('a.wav')]);
  await reader.close();
  const [, second] = await asked;
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
  // Whoever closes it last removes its log.
  expect(existsSync(`${indexPath(database)}-wal`)).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
  'the desk drops the marks of a new index without waiting for its disk',
  async () => {
    const { addJob, database, store: before } = openJobStore(0);
    before.transaction(() => {
      for (let n = 0; n < 20_000; n++) addJob({ id: `job-${n}`, admittedAt: 1 });
    });
    before.emptyLog();
    // Neither SQLite's cache nor the system's keeps anything.
    execFileSync('dd', [`of=${database}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0'], { stdio: 'ignore' });
    const store = openStore(database, MIGRATIONS, nodeFiles);
    onTestFinished(() => store.close());
    const reads: number[] = [];
    const progress = <Result>(work: () => Result): Result => {
      const already = bytesFromDisk();
      try {
        return store.progress(work);
      } finally {
        reads.push(bytesFromDisk() - already);
      }
    };
    const reader = createReader({ clock: { now: () => 0 }, database, store: { history: store.history, progress } });
    onTestFinished(() => reader.close());
    await reader.ask('choices', undefined);
    expect(store.history.marks(1)).toEqual([]);
    expect(reads).toEqual([0]);
  },
);
