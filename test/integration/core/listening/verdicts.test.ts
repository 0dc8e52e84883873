import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { historyHandlers } from '../../../../electron/core/features/history/history.ts';
import { keepingHandlers } from '../../../../electron/core/features/listen/keeping.ts';
import { verdictsHandlers } from '../../../../electron/core/features/listen/verdicts.ts';
import { libraryPaths } from '../../../../electron/core/library/paths.ts';
import { createReader } from '../../../../electron/core/reading/reader.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { hiddenSide, scoreOf } from '../../../../shared/domain/listening/blind-test.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';

const SEED = '5a'.repeat(16);
const RESULT = {
  path: '/r.wav',
  extension: 'wav',
  bytes: 1,
  contentHash: 'x',
  frames: 48_000,
  sampleRate: 48_000,
  channels: 1,
};

/** Two jobs of one folder and one of another, each with both models' results. */
function open() {
  const { addJob, database, store } = openJobStore(0);
  for (const [id, path] of [
    ['one', '/show/one.wav'],
    ['two', '/show/two.wav'],
    ['apart', '/elsewhere/apart.wav'],
  ] as const) {
    const file = {
      path,
      realPath: path,
      name: `${id}.wav`,
      folder: '',
      origin: 'path',
      bytes: 1,
      modifiedAt: 0,
    } as const;
    store.recordings.insert({ ...file, id, addedAt: 0, frames: 48_000, sampleRate: 48_000, channels: 1 });
    addJob({ id, recordingId: id, admittedAt: 1 });
    for (const model of ['service-2', 'service-3.5'] as const) {
      const generationId = `${id}-${model}`;
      const ready = { stateKind: 'ready', state: { kind: 'ready' }, createdAt: 0 } as const;
      store.generations.insert({ ...ready, id: generationId, jobId: id, connectionId: 'studio', model });
      store.results.put({ ...RESULT, generationId, storedAt: 0 });
    }
  }
  let now = 1000;
  let ids = 0;
  const clock = { now: () => (now += 1000), monotonic: () => now };
  const ports = {
    clock: clock as never,
    newId: () => `test-${++ids}`,
    paths: libraryPaths('/data'),
    touch: () => undefined,
  };
  const keeping = keepingHandlers({ ...ports, files: nodeFiles, store } as never);
  const client = createRouterClient({ ...verdictsHandlers(ports, store), ...keeping });
  const reader = createReader({ clock, database, store });
  onTestFinished(() => reader.close());
  const history = createRouterClient(historyHandlers({ clock, files: nodeFiles }, store, reader));
  return { client, history, store };
}

const newTest = (jobId: string) => ({
  ...{ jobId, kind: 'abx' as const, first: `result:${jobId}-service-2`, second: `result:${jobId}-service-3.5` },
  ...{ seed: SEED, trials: 10, listener: 'Ada', passage: { startSeconds: 0.1, endSeconds: 0.5 } },
});

test('verdicts name their takes, the latest shows in History, and what is withdrawn stays on record without counting', async () => {
  const { client, history, store } = open();
  const take = 'result:one-service-3.5';
  await client.give({ jobId: 'one', kind: 'keep', take: 'original:one', over: null, listener: 'Ada' });
  const given = await client.give({
    jobId: 'one',
    kind: 'better',
    take,
    over: 'result:one-service-2',
    listener: ' Bo ',
  });
  expect(
    given.verdicts.map(({ kind, takeLabel, overLabel, listener }) => [kind, takeLabel, overLabel, listener]),
  ).toEqual([
    ['better', 'Service 3.5', 'Service 2.0', 'Bo'],
    ['keep', 'Original', null, 'Ada'],
  ]);
  expect(given.listener).toBe('Bo');
  await client.setNote({ jobId: 'one', note: 'Traffic', tags: ['outdoors'] });
  const entries = (await history.search({ filter: { search: 'one.wav' } })).entries;
  expect(entries[0]).toMatchObject({ verdict: { kind: 'better' }, note: { note: 'Traffic', tags: ['outdoors'] } });
  const left = await client.withdraw({ jobId: 'one', id: given.verdicts[0]?.id ?? 0 });
  expect(left.verdicts.map(({ kind }) => kind)).toEqual(['keep']);
  expect((await history.search({ filter: { search: 'one.wav' } })).entries[0]?.verdict?.kind).toBe('keep');
  expect(store.verdicts.ofJobs(['two'])).toEqual([]);
});

test('a verdict about a take of another recording is refused, and so is one that compares a take with itself', async () => {
  const { client } = open();
  const verdict = { jobId: 'one', kind: 'better' as const, take: 'original:one', listener: '' };
  await expect(client.give({ ...verdict, over: 'result:two-service-2' })).rejects.toMatchObject({ code: 'REFUSED' });
  await expect(client.give({ ...verdict, over: 'original:one' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(client.give({ ...verdict, over: null })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('a blind test keeps each answer, counts once it is complete, and is shown with those of the same folder', async () => {
  const { client } = open();
  const { id } = await client.startTest(newTest('one'));
  const draws = { kind: 'abx' as const, seed: SEED };
  for (let trial = 0; trial < 10; trial++) {
    expect((await client.ofJob({ jobId: 'one' })).tests).toEqual([]);
    const side = hiddenSide(draws, trial);
    await client.answer({ testId: id, trial, side });
    // A second click on the same answer is the same answer.
    const after = await client.answer({ testId: id, trial, side });
    expect(after.answers).toHaveLength(trial + 1);
  }
  const { tests } = await client.ofJob({ jobId: 'two' });
  expect(tests.map(({ recording, firstLabel }) => [recording, firstLabel])).toEqual([['one.wav', 'Service 2.0']]);
  const [kept] = tests;
  const answers = kept?.answers.map(({ side }) => side) ?? [];
  expect(scoreOf(draws, answers, 10)).toEqual({ answered: 10, hits: 10, p: 1 / 1024 });
  expect((await client.ofJob({ jobId: 'apart' })).tests).toEqual([]);
});

test('a given answer cannot be changed, skipped ahead of, or added to a finished test', async () => {
  const { client } = open();
  const { id } = await client.startTest({ ...newTest('one'), trials: 1 });
  await expect(client.answer({ testId: id, trial: 1, side: 'a' })).rejects.toMatchObject({ code: 'REFUSED' });
  await client.answer({ testId: id, trial: 0, side: 'a' });
  await expect(client.answer({ testId: id, trial: 0, side: 'b' })).rejects.toMatchObject({ code: 'REFUSED' });
  await expect(client.answer({ testId: id, trial: 1, side: 'b' })).rejects.toMatchObject({ code: 'REFUSED' });
});
