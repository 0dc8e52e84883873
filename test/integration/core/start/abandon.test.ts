import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp } from '../../../../electron/core/api/http.ts';
import type { ServiceClient } from '../../../../electron/core/api/service-client.ts';
import { createBuiltInService } from '../../../../electron/core/connections/built-in-service.ts';
import { BUILT_IN_ID, createConnections } from '../../../../electron/core/connections/connections.ts';
import { libraryPaths } from '../../../../electron/core/library/paths.ts';
import { createOutputProbe } from '../../../../electron/core/library/probe-output.ts';
import { abandonGenerations } from '../../../../electron/core/queue/abandoned/abandon.ts';
import { createClockWatch } from '../../../../electron/core/queue/parts/clock-watch.ts';
import { createLearnedSpeeds } from '../../../../electron/core/queue/parts/learned-speeds.ts';
import { createQuarantine } from '../../../../electron/core/queue/parts/quarantine.ts';
import type { QueueContext } from '../../../../electron/core/queue/parts/queue-context.ts';
import { claimWriter, createPauseSwitch } from '../../../../electron/core/queue/parts/queue-context.ts';
import { createRunRecords } from '../../../../electron/core/queue/parts/run-records.ts';
import { createSemaphore } from '../../../../electron/core/queue/parts/semaphore.ts';
import { createTransitions } from '../../../../electron/core/queue/parts/transitions.ts';
import { openStore } from '../../../../electron/core/store/open-store.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { testPorts, testSettings } from '../../../harness/desk/desk-ports.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';
import { keptLog } from '../../../harness/service/test-service.ts';

/** The queue's own parts on the data folder of a desk that is closed, without a runner. */
function openContext(dataDirectory: string) {
  const log = keptLog();
  const ports = testPorts({ log });
  const settings = testSettings(dataDirectory, { concurrency: 1 });
  const paths = libraryPaths(dataDirectory);
  const store = openStore(paths.database, settings.migrationsDirectory, nodeFiles);
  const http = createHttp(ports.clock, ports.network);
  const builtIn = createBuiltInService(ports, settings);
  const context: QueueContext = {
    ports,
    settings,
    store,
    outputs: createOutputProbe(ports),
    paths,
    http,
    transitions: createTransitions(store, ports.clock),
    connections: createConnections(ports, store, http, builtIn),
    runs: createRunRecords(),
    pause: createPauseSwitch(store, settings),
    speeds: createLearnedSpeeds(store),
    time: createClockWatch(ports.clock),
    quarantine: createQuarantine(ports.clock, store, settings),
    downloads: createSemaphore(() => 1),
    writer: claimWriter(store, 'test'),
    engine: { request: () => Promise.reject(new CleartakeError('unexpected')), stop: async () => undefined },
  };
  let closed: Promise<void> | null = null;
  const close = () => {
    context.time.stop();
    closed ??= builtIn.stop().then(async () => {
      await http.close();
      store.close();
    });
    return closed;
  };
  onTestFinished(close);
  return { context, log, close };
}

/** A long recording whose desk was closed while the built-in service was at work on it. */
async function jobLeftAtWork(models: readonly ModelId[], seconds = 60) {
  const folder = temporaryFolder();
  const dataDirectory = path.join(folder, 'data');
  writeTone(path.join(folder, 'take.wav'), { seconds });
  const desk = openTestDesk(dataDirectory);
  const { jobIds } = await desk.client.queue.add({
    paths: [path.join(folder, 'take.wav')],
    preset: presetFor(models, path.join(folder, 'out')),
    start: true,
    connectionId: BUILT_IN_ID,
  });
  const jobId = jobIds[0] ?? '';
  const isAtWork = (state: string | undefined) => state === 'processing' || state === 'queued';
  await waitForJob(
    desk.client,
    jobId,
    (job) => job.generations[0]?.state === 'processing' && job.generations.every(({ state }) => isAtWork(state)),
  );
  await desk.close();
  return { folder, dataDirectory, jobId, ...openContext(dataDirectory) };
}

function cancelJob({ transitions }: QueueContext, jobId: string): void {
  transitions.job(jobId, { kind: 'cancel' });
  transitions.job(jobId, { kind: 'stopped' });
}

const statesOf = ({ store }: QueueContext, jobId: string) =>
  store.generations.ofJob(jobId).map(({ state }) => (state.kind === 'failed' ? state.error.code : state.kind));

/** Answers to cancelling as `cancel` gives them; everything else goes to the service as it is. */
function withCancelling(context: QueueContext, cancel: ServiceClient['cancelGeneration']): QueueContext {
  const client: QueueContext['connections']['client'] = async (id) => ({
    ...(await context.connections.client(id)),
    cancelGeneration: cancel,
  });
  return { ...context, connections: { ...context.connections, client } };
}

test("the built-in service cancels a cancelled job's work, and a retry starts it again", { tags: 'long' }, async () => {
  const scene = await jobLeftAtWork(['service-2', 'service-3.5']);
  const { context, dataDirectory, jobId } = scene;
  cancelJob(context, jobId);
  const before = context.store.generations.ofJob(jobId);
  await abandonGenerations(context, jobId);
  expect(statesOf(context, jobId)).toEqual(['cancelled', 'cancelled']);
  expect(context.store.ledger.held()).toBe(0);
  for (const { id, chargedAt } of before) {
    expect(chargedAt).toBeNull();
    expect(context.store.ledger.ofGeneration(id).map(({ kind }) => kind)).toEqual(['hold', 'release']);
  }
  const client = await context.connections.client(BUILT_IN_ID);
  const listed = await client.listGenerations(before[0]?.projectId ?? '');
  expect(listed.map(({ status }) => status)).toEqual(['failed', 'failed']);
  await abandonGenerations(context, jobId);
  await scene.close();

  const desk = openTestDesk(dataDirectory);
  await desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(desk.client, jobId, isDone, 240_000);
  expect(readdirSync(path.join(scene.folder, 'out')).sort()).toEqual([
    'take (service-2).wav',
    'take (service-3.5).wav',
  ]);
  const old = before.map(({ remoteId }) => remoteId);
  for (const { remoteId } of desk.store.generations.ofJob(jobId)) expect(old).not.toContain(remoteId);
});

test('it never throws: work that the service keeps stays in progress and is logged', { tags: 'long' }, async () => {
  const { context, log, jobId } = await jobLeftAtWork(['service-2']);
  // A job that is at work loses nothing.
  await abandonGenerations(context, jobId);
  expect(statesOf(context, jobId)).toEqual(['processing']);

  cancelJob(context, jobId);
  const over = withCancelling(context, () => Promise.reject(new CleartakeError('notCompleteYet')));
  await abandonGenerations(over, jobId);
  expect(statesOf(context, jobId)).toEqual(['processing']);
  expect(log.lines.some((line) => line.startsWith('A generation was not cancelled'))).toBe(true);

  // The person retries the job while the service is being asked: what runs then is not the cancelled job's anymore.
  const retried = withCancelling(context, async () => {
    context.transitions.job(jobId, { kind: 'retry' });
  });
  await abandonGenerations(retried, jobId);
  expect(statesOf(context, jobId)).toEqual(['processing']);

  cancelJob(context, jobId);
  const client = () => Promise.reject(new CleartakeError('processStartFailed'));
  await abandonGenerations({ ...context, connections: { ...context.connections, client } }, jobId);
  expect(statesOf(context, jobId)).toEqual(['processing']);
  expect(log.lines.some((line) => line.startsWith('A cancelled job may continue'))).toBe(true);
  await abandonGenerations(context, 'no such job');
});

test('work that the service forgot is recorded as cancelled', { tags: 'long' }, async () => {
  const { context, jobId } = await jobLeftAtWork(['service-2']);
  cancelJob(context, jobId);
  const forgotten = withCancelling(context, () => Promise.reject(new CleartakeError('projectUnknown')));
  await abandonGenerations(forgotten, jobId);
  expect(statesOf(context, jobId)).toEqual(['cancelled']);
});

test('other services are never asked to cancel: they finish and bill what they began', async () => {
  const { service, desk, begin } = await openStage();
  let asked = 0;
  service.override(LOCAL_PATHS.cancelGeneration, () => {
    asked += 1;
    return { status: 200, body: {} };
  });
  service.override('/v1/get_generation_progress', () => ({ status: 200, body: { status: 'processing' } }));
  const jobId = await begin();
  await waitForJob(desk.client, jobId, (job) => job.generations[0]?.state === 'processing');
  await desk.close();
  const { context } = openContext(desk.dataDirectory);
  cancelJob(context, jobId);
  await abandonGenerations(context, jobId);
  expect(asked).toBe(0);
  expect(statesOf(context, jobId)).toEqual(['processing']);
  expect(context.store.ledger.held()).toBeGreaterThan(0);
});
