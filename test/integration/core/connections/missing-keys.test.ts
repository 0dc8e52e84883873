import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk, presetFor, type TestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { scriptedService, writeTakes } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';
import { createFastClock } from '../../../harness/time/fast-clock.ts';

const WRONG_KEY = 'another-key-0123456789';
const PROGRESS = '/v1/get_generation_progress';
const SPEED = 20;
const isDone = (job: { state: { kind: string } }) => job.state.kind === 'done';

/** More than a minute of the desk's clock: what is asked every minute was asked. */
const overAMinute = () => systemClock.sleep(65_000 / SPEED);

/** A service, a folder of recordings, and desks that somebody sits at: each opens without the keys of the one before. */
async function openPlace(count: number) {
  const service = await scriptedService();
  const folder = temporaryFolder();
  writeTakes(path.join(folder, 'in'), count);
  const ports = { clock: createFastClock(SPEED), spawn: createFakeEngine().spawn };
  return {
    service,
    open: (patient = true) => openTestDesk(path.join(folder, 'data'), { patient }, ports),
    addTo: async ({ client }: TestDesk, connectionId: string) => {
      const preset = presetFor(['service-2'], path.join(folder, 'out'));
      const added = await client.queue.add({ paths: [path.join(folder, 'in')], preset, start: true, connectionId });
      return [...added.jobIds];
    },
    connect: async ({ client }: TestDesk, key: string) => {
      const prices = { 'service-2': 1000, 'service-3.5': 1000 };
      const details = { name: 'Studio', baseUrl: service.baseUrl, headerStyle: 'bearer' as const, prices, key };
      return (await client.connections.add(details)).id;
    },
  };
}

const heldFor = ({ store }: TestDesk, code: string) =>
  store.jobs
    .page(0, 100)
    .filter(({ state }) => state.kind === 'waiting' && state.until === null && state.reason.code === code);

async function parkedOf({ client }: TestDesk): Promise<string | undefined> {
  const { connections } = await client.connections.list();
  return connections.find(({ name }) => name === 'Studio')?.parked?.code;
}

async function allDone({ client }: TestDesk, jobIds: readonly string[]): Promise<void> {
  for (const id of jobIds) await waitForJob(client, id, isDone, 40_000);
}

test('work waits, without failing, for a key lost in a restart, and continues when it is entered', async () => {
  const { service, open, addTo, connect } = await openPlace(4);
  service.override(PROGRESS, () => ({ status: 200, body: { status: 'processing' } }));
  const first = open();
  const connectionId = await connect(first, SCRIPTED_KEY);
  const jobIds = await addTo(first, connectionId);
  await vi.waitFor(() => expect(service.generations.length).toBeGreaterThan(0), { timeout: 30_000 });
  await first.close();
  const begun = service.generations.length;

  const desk = open();
  await vi.waitFor(() => expect(heldFor(desk, 'keyMissing')).toHaveLength(4), { timeout: 20_000 });
  expect(await parkedOf(desk)).toBe('keyMissing');
  // A person's word makes no key of nothing.
  await desk.client.queue.resume({ jobIds });
  await vi.waitFor(() => expect(heldFor(desk, 'keyMissing')).toHaveLength(4), { timeout: 20_000 });
  expect([service.refused, service.generations.length]).toEqual([[], begun]);

  service.override(PROGRESS, () => null);
  await desk.client.connections.setKey({ connectionId, key: SCRIPTED_KEY });
  await allDone(desk, jobIds);
  expect(await parkedOf(desk)).toBeUndefined();
  expect([service.startRequests.length, service.generations.length]).toEqual([4, 4]);
});

test('a refused key is not sent again; a new one is tried with one call, and all jobs continue when it works', {
  tags: 'long',
}, async () => {
  const { service, open, addTo, connect } = await openPlace(8);
  const desk = open();
  const connectionId = await connect(desk, WRONG_KEY);
  const jobIds = await addTo(desk, connectionId);
  const allHeld = () => vi.waitFor(() => expect(heldFor(desk, 'keyRefused')).toHaveLength(8), { timeout: 20_000 });
  await allHeld();
  expect(await parkedOf(desk)).toBe('keyRefused');
  const refused = service.refused.length;
  // No more than were on their way when the first was refused.
  expect(refused).toBeLessThanOrEqual(4);
  await overAMinute();
  expect(service.refused).toHaveLength(refused);

  await desk.client.connections.setKey({ connectionId, key: `${WRONG_KEY}0` });
  await vi.waitFor(() => expect(service.refused).toHaveLength(refused + 1), { timeout: 10_000 });
  await systemClock.sleep(300);
  await allHeld();
  expect(service.refused.slice(refused)).toEqual(['/v1/list_projects']);

  await desk.client.connections.setKey({ connectionId, key: SCRIPTED_KEY });
  await allDone(desk, jobIds);
  expect(service.refused).toHaveLength(refused + 1);
  expect(service.generations).toHaveLength(8);
});

test('a key refused in the middle of a job fails no model: the second waits for the key', async () => {
  const { service, open, connect } = await openPlace(1);
  const desk = open();
  const connectionId = await connect(desk, SCRIPTED_KEY);
  service.startFaults.push(null, { kind: 'answer', status: 401, body: { error: 'No' } });
  const preset = presetFor(['service-2', 'service-3.5'], path.join(desk.dataDirectory, '../out'));
  const paths = [path.join(desk.dataDirectory, '../in')];
  const { jobIds } = await desk.client.queue.add({ paths, preset, start: true, connectionId });
  await vi.waitFor(() => expect(heldFor(desk, 'keyRefused')).toHaveLength(1), { timeout: 20_000 });
  await desk.client.queue.resume({ jobIds: [...jobIds] });
  await allDone(desk, jobIds);
  expect(service.generations.map(({ modelKey }) => modelKey)).toEqual(['service-2', 'service-3.5']);
});

test('a late refusal of the old key does not block jobs that have a new one', async () => {
  const { service, open, addTo, connect } = await openPlace(1);
  const desk = open();
  const connectionId = await connect(desk, SCRIPTED_KEY);
  let refusals = 0;
  service.override(PROGRESS, () => {
    if (++refusals > 1) return null;
    void desk.client.connections.setKey({ connectionId, key: SCRIPTED_KEY });
    return { status: 401, body: { error: 'No' } };
  });
  const jobIds = await addTo(desk, connectionId);
  await allDone(desk, jobIds);
  expect(refusals).toBeGreaterThan(1);
});

test('the key of an interrupted run also works for the desk, and so does the one after a wrong one', async () => {
  const { service, open, addTo } = await openPlace(2);
  service.override(PROGRESS, () => ({ status: 200, body: { status: 'processing' } }));
  const run = open(false);
  const connectionId = await run.desk.adHocConnection(service.baseUrl, SCRIPTED_KEY);
  const jobIds = await addTo(run, connectionId);
  await vi.waitFor(() => expect(service.generations).toHaveLength(2), { timeout: 30_000 });
  await run.close();

  const desk = open();
  await vi.waitFor(() => expect(heldFor(desk, 'keyMissing')).toHaveLength(2), { timeout: 20_000 });
  await desk.client.connections.setKey({ connectionId, key: WRONG_KEY });
  await vi.waitFor(() => expect(heldFor(desk, 'keyRefused')).toHaveLength(2), { timeout: 20_000 });
  service.override(PROGRESS, () => null);
  await desk.client.connections.setKey({ connectionId, key: SCRIPTED_KEY });
  await allDone(desk, jobIds);
  expect(service.generations).toHaveLength(2);
});

test('a command continues what a desk left waiting for a key: it holds without the key and succeeds with it', async () => {
  const { service, open, addTo } = await openPlace(3);
  service.override(PROGRESS, () => ({ status: 200, body: { status: 'processing' } }));
  const run = open(false);
  const jobIds = await addTo(run, await run.desk.adHocConnection(service.baseUrl, SCRIPTED_KEY));
  await vi.waitFor(() => expect(service.generations).toHaveLength(3), { timeout: 30_000 });
  await run.close();
  const desk = open();
  await vi.waitFor(() => expect(heldFor(desk, 'keyMissing')).toHaveLength(3), { timeout: 20_000 });
  await desk.close();

  service.override(PROGRESS, () => null);
  const command = open(false);
  await vi.waitFor(() => expect(heldFor(command, 'keyMissing')).toHaveLength(3), { timeout: 20_000 });
  await await command.desk.recognizeKey(SCRIPTED_KEY);
  await allDone(command, jobIds);
  expect(service.startRequests).toHaveLength(3);
});
