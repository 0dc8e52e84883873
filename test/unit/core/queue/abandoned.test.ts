import { expect, test } from 'vitest';
import { BUILT_IN_ID } from '../../../../electron/core/connections/connections.ts';
import { createRunRecords } from '../../../../electron/core/queue/parts/run-records.ts';
import { createTransitions } from '../../../../electron/core/queue/parts/transitions.ts';
import { followUnderWay } from '../../../../electron/core/queue/stages/follow.ts';
import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import type { JobState } from '../../../../shared/domain/job-state.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

const error = toErrorRecord(new CleartakeError('serviceBusy'));

/** A store with one job in this state, whose generation the service is at work on. */
function openWith(state: JobState) {
  const { store, addJob } = openJobStore(0, { id: BUILT_IN_ID, kind: 'built-in', name: 'This computer' });
  addJob({ stateKind: state.kind, state });
  const started = { kind: 'started', remoteId: 'first' } as const;
  store.generations.insert({
    id: 'generation',
    jobId: 'job',
    connectionId: BUILT_IN_ID,
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
] as const)('what nobody works on anymore is watched to its end: a job that is %o', (state, watched) => {
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
    time: { check: () => undefined, jumps: 0 },
    ports: { clock, pass: () => undefined },
    transitions: createTransitions(store, clock),
  };
  await followUnderWay(context as never, client as never, [generation], new AbortController().signal);
  expect(store.generations.get('generation').state).toEqual(anew);
});
