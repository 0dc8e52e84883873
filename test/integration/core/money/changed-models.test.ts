import { expect, test, vi } from 'vitest';
import { START_CHECKPOINTS } from '../../../../electron/core/checkpoints.ts';
import type { DeskPorts } from '../../../../electron/core/ports.ts';
import { openTestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

const COST = 76 * PRICE;
const THREE = { models: ['service-3.5' as const] };
const BOTH = { models: ['service-2' as const, 'service-3.5' as const] };
const isWaiting = (job: { state: { kind: string } }) => job.state.kind === 'waiting';

/** An engine that takes no time, and a recording that was started with service-2. */
async function openStarted(ports: Partial<DeskPorts> = {}, before?: (stage: Stage) => Promise<unknown>) {
  const stage = await openStage({ spawn: createFakeEngine().spawn, ...ports });
  await before?.(stage);
  const jobId = await stage.begin();
  const { client, store } = stage.desk;
  return {
    ...stage,
    client,
    jobId,
    change: (changes: typeof BOTH | typeof THREE) => client.queue.change({ jobIds: [jobId], changes }),
    rows: () => store.generations.ofJob(jobId).map(({ agreed, amount, model }) => ({ agreed, amount, model })),
    started: () => stage.service.generations.map(({ modelKey }) => modelKey),
  };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

const capOf = (day: number | null) => async (stage: Stage) => {
  const { connectionId, desk } = stage;
  await desk.client.connections.setCaps({ connectionId, caps: { day, month: null } });
};

test('what waits at a cap is changed: it costs what its new models cost, and only they are started', {
  tags: 'long',
}, async () => {
  const stage = await openStarted({}, capOf(COST - 1));
  await waitForJob(stage.client, stage.jobId, isWaiting);
  expect(await stage.change(BOTH)).toEqual({ changed: 1 });
  expect(stage.rows().map(({ agreed, amount }) => [agreed, amount])).toEqual([
    [null, COST],
    [COST, COST],
  ]);
  expect(await stage.change(THREE)).toEqual({ changed: 1 });
  expect(await stage.change(THREE)).toEqual({ changed: 0 });
  // There is still no room for it.
  await waitForJob(stage.client, stage.jobId, isWaiting);
  await capOf(COST)(stage);
  const done = await waitForJob(stage.client, stage.jobId, isDone);
  expect(done.generations.map(({ model }) => model)).toEqual(['service-3.5']);
  expect(done.own).toMatchObject(THREE);
  expect(stage.started()).toEqual(['service-3.5']);
  expect(ledgerOf(stage, stage.jobId)).toEqual([
    ['hold', COST],
    ['charge', COST],
    ['release', COST],
  ]);
});

test('what is queued behind a pause starts with the settings it was given meanwhile, also after a restart', async () => {
  const stage = await openStarted({}, ({ desk }) => desk.client.queue.pauseAll());
  const changes = { ...BOTH, samplingPreset: 'gentle' };
  expect(await stage.client.queue.change({ jobIds: [stage.jobId], changes })).toEqual({ changed: 1 });
  const { startedWith } = await stage.client.listening.takes({ jobId: stage.jobId });
  expect(startedWith).toMatchObject({ presetName: null, settings: changes });
  await stage.desk.close();
  const again = openTestDesk(stage.desk.dataDirectory, {}, { spawn: createFakeEngine().spawn });
  await again.client.connections.setKey({ connectionId: stage.connectionId, key: SCRIPTED_KEY });
  await again.client.queue.resumeAll();
  await waitForJob(again.client, stage.jobId, isDone);
  expect(stage.started()).toEqual(['service-2', 'service-3.5']);
  expect(stage.service.startRequests.map(({ body }) => body.sampling)).toEqual(Array(2).fill({ preset: 'gentle' }));
});

test('from the first step of a start on, nothing is changed, whenever the change arrives', async () => {
  const outcomes: Promise<{ changed: number }>[] = [];
  let ask: (() => Promise<{ changed: number }>) | null = null;
  const points = new Set<string>(START_CHECKPOINTS);
  const pass = (point: string) => {
    if (points.delete(point) && ask !== null) outcomes.push(ask());
  };
  const stage = await openStarted({ pass }, async (opened) => {
    ask = async () => {
      const { jobs } = await opened.desk.client.queue.list({ offset: 0, limit: 1 });
      return opened.desk.client.queue.change({ jobIds: jobs.map(({ id }) => id), changes: THREE });
    };
  });
  await waitForJob(stage.client, stage.jobId, isDone);
  const changed = await Promise.all(outcomes);
  expect(changed.length).toBeGreaterThanOrEqual(8);
  expect(changed.every((one) => one.changed === 0)).toBe(true);
  expect(stage.started()).toEqual(['service-2']);
  expect(stage.rows().map(({ model }) => model)).toEqual(['service-2']);
});

test('a start of unknown outcome is never dropped, however often the models are changed', {
  tags: 'long',
}, async () => {
  let hides = true;
  const stage = await openStarted({}, async ({ service }) => {
    service.startFaults.push({ kind: 'drop-after' });
    service.override('/v1/list_project_generations', () =>
      hides && service.generations.length > 0 ? { status: 503, body: { error: 'busy' } } : null,
    );
  });
  await vi.waitFor(() => expect(stage.desk.store.generations.inState('unknown')).toHaveLength(1), { timeout: 20_000 });
  expect(await stage.change(THREE)).toEqual({ changed: 0 });
  expect(await stage.change(BOTH)).toEqual({ changed: 0 });
  hides = false;
  await waitForJob(stage.client, stage.jobId, isDone);
  expect(stage.started()).toEqual(['service-2']);
});

test('what was refused stays on record: its model stays, and another one is added', { tags: 'long' }, async () => {
  const refused = { kind: 'answer', status: 402, body: { error: 'Payment failed', code: 'paymentFailed' } } as const;
  const stage = await openStarted({}, async ({ service }) => service.startFaults.push(refused));
  await waitForJob(stage.client, stage.jobId, isWaiting);
  expect(await stage.change(THREE)).toEqual({ changed: 0 });
  expect(await stage.change(BOTH)).toEqual({ changed: 1 });
  await stage.client.queue.resume({ jobIds: [stage.jobId] });
  await waitForJob(stage.client, stage.jobId, isDone);
  expect(stage.started()).toEqual(['service-2', 'service-3.5']);
});
