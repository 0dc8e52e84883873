import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, type TestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { scriptedService } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import type { ServiceSettings } from '../../../harness/remote/scripted-service.ts';
import { createFastClock } from '../../../harness/time/fast-clock.ts';

const [FIRST, SECOND, STRANGE] = ['first-key-0123456789', 'second-key-0123456789', 'strange-key-0123456789'];
const PROGRESS = '/v1/get_generation_progress';
const PRICES = { prices: { 'service-2': 1000, 'service-3.5': 1000 } };
const isDone = (job: { state: { kind: string } }) => job.state.kind === 'done';

/** Two accounts at one address, whose keys may be replaced. */
async function openAddress() {
  let accounts: Readonly<Record<string, string>> = { [FIRST]: 'studio', [STRANGE]: 'guest' };
  const owners = new Map<unknown, string>();
  const seen: string[] = [];
  const refuse: ServiceSettings['refuse'] = ({ key }, { apiProjectId }) => {
    seen.push(key);
    const account = accounts[key];
    if (account === undefined) return { status: 401, body: { error: 'Missing or invalid API key' } };
    const isStrange = apiProjectId !== undefined && owners.get(apiProjectId) !== account;
    return isStrange ? { status: 404, body: { error: 'no such project' } } : null;
  };
  const reshape: ServiceSettings['reshape'] = ({ key, path: called }, answer) => {
    const { project } = answer.body as { readonly project?: { readonly apiProjectId: string } };
    if (called === '/v1/create_project') owners.set(project?.apiProjectId, accounts[key] ?? '');
    return answer;
  };
  const service = await scriptedService({ key: null, refuse, reshape });
  return {
    service,
    seen,
    /** The key of the studio's account is replaced. */
    rotate: () => {
      accounts = { [SECOND]: 'studio', [STRANGE]: 'guest' };
    },
    isOver: (isOver: boolean) =>
      service.override(PROGRESS, () => (isOver ? null : { status: 200, body: { status: 'processing' } })),
  };
}

/** A command that was stopped after its start was paid. Later commands on the same data folder don't have its key. */
async function strandedStart() {
  const address = await openAddress();
  const folder = temporaryFolder();
  const take = path.join(folder, 'take.wav');
  writeTone(take, { seconds: 1 });
  const open = (leavesEarlierWork = false) =>
    openTestDesk(
      path.join(folder, 'data'),
      { patient: false, leavesEarlierWork },
      { clock: createFastClock(20), spawn: createFakeEngine().spawn },
    );
  const add = async ({ client }: TestDesk, connectionId: string, paths = [take]) => {
    const preset = presetFor(['service-2'], path.join(folder, 'out'));
    return await client.queue.add({ paths, preset, start: true, connectionId });
  };
  address.isOver(false);
  const run = open();
  const connectionId = await run.desk.adHocConnection(address.service.baseUrl, FIRST, PRICES);
  const [jobId = ''] = (await add(run, connectionId)).jobIds;
  await vi.waitFor(() => expect(address.service.generations).toHaveLength(1), { timeout: 8000 });
  await run.close();
  address.isOver(true);
  return { ...address, add, connectionId, folder, jobId, open, take };
}

const kindOf = ({ store }: TestDesk, jobId: string) => store.jobs.get(jobId).state.kind;
const refused = { code: 'otherAccount' };

/** What the ledger of the only start says. */
function booksOf({ store }: TestDesk, jobId: string) {
  const [generation] = store.generations.ofJob(jobId);
  const kinds = store.ledger.ofGeneration(generation?.id ?? '').map(({ kind }) => kind);
  return { kinds, held: store.ledger.held() };
}

test('a run with the new key of the same account finishes what was paid for, and its hold becomes the charge', async () => {
  const { jobId, open, rotate, service } = await strandedStart();
  rotate();
  const desk = open();
  await vi.waitFor(() => expect(kindOf(desk, jobId)).toBe('waiting'), { timeout: 8000 });
  await desk.desk.recognizeKey(SECOND);
  await waitForJob(desk.client, jobId, isDone, 8000);
  expect(service.startRequests).toHaveLength(1);
  expect(booksOf(desk, jobId)).toEqual({ kinds: ['hold', 'charge', 'release'], held: 0 });
});

test('restoring again with the new key is the same connection, and pays nothing', async () => {
  const { add, connectionId, jobId, open, rotate, service } = await strandedStart();
  rotate();
  const desk = open(true);
  const spelled = `${service.baseUrl.replace('http', 'HTTP')}/`;
  expect(await desk.desk.adHocConnection(spelled, SECOND, PRICES)).toBe(connectionId);
  const { jobIds, skipped } = await add(desk, connectionId);
  expect([jobIds, skipped.map(({ kind }) => kind)]).toEqual([[], ['in-queue']]);
  await desk.close();
  const next = open();
  await next.desk.recognizeKey(SECOND);
  await waitForJob(next.client, jobId, isDone, 8000);
  expect(service.startRequests).toHaveLength(1);
});

test('a key that is set for the stranded work finishes it and stays, as one of a connection that was added', async () => {
  const { connectionId, jobId, open, rotate, service } = await strandedStart();
  rotate();
  const desk = open();
  await vi.waitFor(() => expect(kindOf(desk, jobId)).toBe('waiting'), { timeout: 8000 });
  await desk.client.connections.setKey({ connectionId, key: SECOND });
  await waitForJob(desk.client, jobId, isDone, 8000);
  const { connections } = await desk.client.connections.list();
  expect(connections.find(({ id }) => id === connectionId)).toMatchObject({ kind: 'remote', hasKey: true });
  expect(desk.store.connections.get(connectionId)?.kind).toBe('remote');
  expect(await desk.desk.adHocConnection(service.baseUrl, SECOND)).toBe(connectionId);
  expect(service.startRequests).toHaveLength(1);
});

test('a key of another account starts nothing until the person says so; then each account keeps its own work', async () => {
  const { add, connectionId, folder, jobId, open, service } = await strandedStart();
  const desk = open();
  await expect(desk.desk.recognizeKey(STRANGE)).rejects.toMatchObject(refused);
  await expect(desk.desk.adHocConnection(service.baseUrl, STRANGE)).rejects.toMatchObject(refused);
  await expect(desk.client.connections.setKey({ connectionId, key: STRANGE })).rejects.toMatchObject({ data: refused });
  expect([service.startRequests.length, service.projects.length]).toEqual([1, 1]);
  expect(kindOf(desk, jobId)).toBe('waiting');

  const guest = await desk.desk.adHocConnection(service.baseUrl, STRANGE, { ...PRICES, isOtherAccount: true });
  expect(guest).not.toBe(connectionId);
  const other = path.join(folder, 'other.wav');
  writeTone(other, { seconds: 1, frequency: 300 });
  const [jobOfGuest = ''] = (await add(desk, guest, [other])).jobIds;
  await waitForJob(desk.client, jobOfGuest, isDone, 8000);
  expect(await desk.desk.adHocConnection(service.baseUrl, STRANGE)).toBe(guest);
  expect(kindOf(desk, jobId)).toBe('waiting');

  await desk.desk.recognizeKey(FIRST);
  await waitForJob(desk.client, jobId, isDone, 8000);
  expect(service.startRequests).toHaveLength(2);
});

test('a data folder with two connections of one address finishes the work of both with the present key', async () => {
  const { add, connectionId, folder, jobId, open, rotate, service } = await strandedStart();
  const between = open(true);
  const second = await between.desk.adHocConnection(service.baseUrl, STRANGE, { ...PRICES, isOtherAccount: true });
  await between.close();
  rotate();
  const desk = open();
  await desk.desk.recognizeKey(SECOND);
  await waitForJob(desk.client, jobId, isDone, 8000);
  const other = path.join(folder, 'other.wav');
  writeTone(other, { seconds: 1, frequency: 300 });
  const [later = ''] = (await add(desk, second, [other])).jobIds;
  await vi.waitFor(() => expect(kindOf(desk, later)).toBe('waiting'), { timeout: 8000 });
  expect(desk.store.connections.list().map(({ id }) => id)).toEqual(expect.arrayContaining([connectionId, second]));
  expect(service.startRequests).toHaveLength(1);
});

test('a new key goes to no address that it may not be meant for, unless the run names one', async () => {
  const { add, folder, jobId, open, rotate, seen, service } = await strandedStart();
  const elsewhere = await openAddress();
  elsewhere.isOver(false);
  const both = open(true);
  const other = path.join(folder, 'other.wav');
  writeTone(other, { seconds: 1, frequency: 300 });
  await add(both, await both.desk.adHocConnection(elsewhere.service.baseUrl, FIRST, PRICES), [other]);
  await vi.waitFor(() => expect(elsewhere.service.generations).toHaveLength(1), { timeout: 8000 });
  await both.close();
  rotate();

  const desk = open();
  await desk.desk.recognizeKey(SECOND);
  expect([...seen, ...elsewhere.seen]).not.toContain(SECOND);
  await desk.desk.recognizeKey(SECOND, service.baseUrl);
  await waitForJob(desk.client, jobId, isDone, 8000);
  expect(elsewhere.seen).not.toContain(SECOND);
});

test('a key that is refused in the middle of a command’s batch fails nothing: all wait, and the next command finishes', async () => {
  const { add, folder, open, rotate, service } = await strandedStart();
  const names = ['one', 'two', 'three', 'four'].map((name) => path.join(folder, `${name}.wav`));
  for (const [index, file] of names.entries()) writeTone(file, { seconds: 1, frequency: 400 + 20 * index });
  const command = open(true);
  service.override(PROGRESS, () => {
    rotate();
    return null;
  });
  const { jobIds } = await add(command, await command.desk.adHocConnection(service.baseUrl, FIRST), names);
  const states = (desk: TestDesk) => jobIds.map((id) => kindOf(desk, id)).filter((kind) => kind !== 'done');
  await vi.waitFor(() => expect(new Set(states(command))).toEqual(new Set(['waiting'])), { timeout: 8000 });
  await command.close();

  const next = open();
  await next.desk.recognizeKey(SECOND);
  for (const id of jobIds) await waitForJob(next.client, id, isDone, 8000);
  expect(service.startRequests).toHaveLength(5);
});
