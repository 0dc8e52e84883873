import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BUILT_IN_ID } from '../../../electron/core/connections/connections.ts';
import { followUnderWay } from '../../../electron/core/queue/stages/follow.ts';
import { createTransitions } from '../../../electron/core/queue/transitions.ts';
import { createRunRecords } from '../../../electron/core/queue/views/run-records.ts';
import { openStore } from '../../../electron/core/store/open-store.ts';
import { nodeHostInfo } from '../../../electron/hosts/common/paths.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch-preset.ts';
import { CleartakeError, toErrorRecord } from '../../../shared/domain/errors.ts';
import type { JobState } from '../../../shared/domain/job-state.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createVirtualClock } from '../../harness/time/virtual-clock.ts';

const error = toErrorRecord(new CleartakeError('serviceBusy'));

/** A store with one job in this state, whose generation the service is at work on. */
function openWith(state: JobState) {
  const folder = temporaryFolder();
  const store = openStore(path.join(folder, 'desk.sqlite'), nodeHostInfo('cli', folder).migrationsDirectory, nodeFiles);
  onTestFinished(() => store.close());
  store.connections.insert({
    id: BUILT_IN_ID,
    kind: 'built-in',
    name: 'This computer',
    headerStyle: 'bearer',
    paths: {} as never,
    prices: { 'service-2': 0, 'service-3.5': 0 },
    createdAt: 0,
  });
  store.batches.insert({ id: 'batch', createdAt: 0 });
  const file = { path: '/a.wav', realPath: '/a.wav', name: 'a.wav', folder: '' };
  store.recordings.insert({ id: 'recording', ...file, origin: 'path', bytes: 1, modifiedAt: 0, addedAt: 0 });
  store.jobs.insert({
    id: 'job',
    batchId: 'batch',
    recordingId: 'recording',
    connectionId: BUILT_IN_ID,
    position: 1,
    preset: DEFAULT_BATCH_PRESET,
    stateKind: state.kind,
    state,
    createdAt: 0,
  });
  const started = { kind: 'started', remoteId: 'first' } as const;
  store.generations.insert({
    id: 'generation',
    jobId: 'job',
    model: 'service-2',
    projectId: 'project',
    stateKind: 'started',
    state: started,
    remoteId: 'first',
    createdAt: 0,
  });
  return store;
}

test.each([
  [{ kind: 'failed', error, retryFrom: 'generating' }, 1],
  [{ kind: 'cancelled', from: 'generating' }, 1],
  [{ kind: 'generating' }, 0],
] as const)('what nobody works on any more is watched to its end: a job that is %o', (state, watched) => {
  expect(openWith(state).generations.abandoned()).toHaveLength(watched);
});

test('an answer about a generation that was started anew meanwhile changes nothing', async () => {
  const store = openWith({ kind: 'generating' });
  const [generation] = store.generations.ofJob('job');
  if (generation === undefined) throw new Error('There is a generation');
  const anew = { kind: 'started', remoteId: 'second' } as const;
  const client = {
    async progress() {
      store.generations.setState('generation', anew);
      return { status: 'failed', progress: 1, stages: [], error: 'of the first' };
    },
  };
  const clock = createVirtualClock();
  const context = {
    store,
    runs: createRunRecords(),
    ports: { clock, pass: () => undefined },
    transitions: createTransitions(store, clock),
  };
  await followUnderWay(context as never, client as never, [generation], new AbortController().signal);
  expect(store.generations.get('generation').state).toEqual(anew);
});
