import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BUILT_IN_ID } from '../../../../electron/core/connections/connections.ts';
import { openStore, type StoreFiles } from '../../../../electron/core/store/open-store.ts';
import { readJournal } from '../../../../electron/core/store/start-journal/journal-file.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { MIGRATIONS } from '../../../harness/store/released-store.ts';

const noSpace = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));

/** A store with three generations to start, on files whose flushes and additions a test can hold up or refuse. */
function openStarts() {
  const faults = { append: null as (() => Promise<never>) | null, flush: () => Promise.resolve() };
  const files: StoreFiles = {
    append: async (file, bytes) => {
      const { append } = faults;
      faults.append = null;
      await (append === null ? nodeFiles.append(file, bytes) : append());
    },
    openToFlush: (file) => {
      const { flush, close } = nodeFiles.openToFlush(file);
      return { flush: () => faults.flush().then(flush), close };
    },
  };
  const folder = temporaryFolder();
  const store = openStore(path.join(folder, 'desk.sqlite'), MIGRATIONS, files);
  onTestFinished(() => store.close());
  const at = { createdAt: 0, admittedAt: 0 };
  const address = { kind: 'built-in', name: '', headerStyle: 'bearer', paths: {} as never } as const;
  store.connections.insert({ id: BUILT_IN_ID, ...address, prices: { 'service-2': 0, 'service-3.5': 0 }, createdAt: 0 });
  store.batches.insert({ id: 'batch', createdAt: 0 });
  const file = { path: '/a.wav', realPath: '/a.wav', name: 'a.wav', folder: '', origin: 'path' } as const;
  store.recordings.insert({ id: 'recording', ...file, bytes: 1, modifiedAt: 0, addedAt: 0 });
  for (const [position, id] of ['one', 'two', 'three'].entries()) {
    const on = { batchId: 'batch', recordingId: 'recording', connectionId: BUILT_IN_ID, preset: DEFAULT_BATCH_PRESET };
    store.jobs.insert({ id, ...on, position, stateKind: 'generating', state: { kind: 'generating' }, ...at });
    const ready = { stateKind: 'ready', state: { kind: 'ready' } } as const;
    store.generations.insert({
      id,
      jobId: id,
      connectionId: BUILT_IN_ID,
      model: 'service-2',
      projectId: id,
      ...ready,
      createdAt: 0,
    });
  }
  const attempt = (id: string, generationId: string, intentAt: number) =>
    store.generations.insertAttempt({ id, generationId, parameterHash: '', baseline: [], intentAt });
  return {
    store,
    faults,
    attempt,
    start: (generationId: string, id: string, intentAt: number) =>
      store.durably(() => attempt(id, generationId, intentAt)),
    told: () => {
      const { from, starts } = readJournal(path.join(folder, 'desk.starts'));
      return { from, starts: starts.map(({ attemptId }) => attemptId) };
    },
  };
}

test('a rewritten journal leaves out intents that are not on disk yet', async () => {
  const { faults, start, told } = openStarts();
  faults.append = noSpace;
  await expect(start('one', 'torn', 1000)).rejects.toMatchObject({ code: 'diskFull' });
  let release = () => {};
  faults.flush = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  const first = start('two', 'first', 1001);
  const second = start('three', 'second', 1002);
  // The first flush ends, and the second goes on for ever.
  release();
  await first;
  expect(told().starts).toEqual(['torn', 'first']);
  release();
  faults.flush = () => Promise.resolve();
  await second;
  expect(told().starts).toEqual(['torn', 'first', 'second']);
});

test('it lists the last starts in the order they were made, whatever the clock said', async () => {
  const { attempt, faults, start, store, told } = openStarts();
  await store.durably(() => {
    for (let i = 0; i < 600; i++) attempt(`old ${i}`, 'one', 1_000_000 + i);
  });
  faults.append = noSpace;
  await expect(start('two', 'torn', 1_000_700)).rejects.toMatchObject({ code: 'diskFull' });
  await start('three', 'after the clock was set back', 5);
  const { from, starts } = told();
  expect(starts.at(-1)).toBe('after the clock was set back');
  // What is left out was made before the moment from which on nothing is.
  expect(from).toBe(1_000_000 + 602 - starts.length);
  await start('three', 'next', 6);
  expect(told().starts.at(-1)).toBe('next');
});
