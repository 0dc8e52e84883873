import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { errorOfCall } from '../../../../electron/hosts/common/call-errors.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage, PRICE } from '../../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';

const LISTING = '/v1/list_project_generations';
const DAY = 86_400_000;

const sentence = (failure: unknown) => errorOfCall(failure).userMessage;

/** A desk with one cancelled job whose start was paid, its answer lost, its listing out of order. */
async function openLost() {
  let setBy = 0;
  const stage = await openStage({ clock: { ...systemClock, now: () => systemClock.now() + setBy } });
  const { desk, service } = stage;
  const failure = { status: 500, body: { error: 'no list' } };
  let isInOrder = false;
  service.override(LISTING, () => (isInOrder || service.startRequests.length === 0 ? null : failure));
  service.startFaults.push({ kind: 'drop-after' });
  const jobId = await stage.begin();
  const stateOf = () => desk.store.generations.ofJob(jobId)[0]?.stateKind;
  await vi.waitFor(() => expect(stateOf()).toBe('unknown'), { timeout: 30_000 });
  await desk.client.queue.cancel({ jobIds: [jobId] });
  const { connections } = await desk.client.connections.list();
  const connectionId = connections.find(({ kind }) => kind === 'remote')?.id ?? '';
  return {
    ...stage,
    jobId,
    stateOf,
    remove: () => desk.client.connections.remove({ connectionId }).then(() => 'done', sentence),
    move: (baseUrl: string) => desk.client.connections.update({ connectionId, baseUrl }).then(() => 'done', sentence),
    setKey: () => desk.client.connections.setKey({ connectionId, key: SCRIPTED_KEY }),
    mend: () => {
      isInOrder = true;
    },
    pass: (milliseconds: number) => {
      setBy += milliseconds;
    },
  };
}

test("a connection can't be removed or moved while a cancelled start is uncertain, but its key may change", async () => {
  const { desk, jobId, stateOf, remove, move, setKey, mend } = await openLost();
  const said = expect.stringMatching(/don’t know yet whether 1 restoration .*: “take\.wav”\. Nothing was changed/);
  expect([await remove(), await move('https://elsewhere.test')]).toEqual([said, said]);
  await setKey();
  mend();
  await vi.waitFor(() => expect(stateOf()).toBe('complete'), { timeout: 30_000 });
  expect(desk.store.ledger.held()).toBe(0);

  const unfetched = expect.stringMatching(/1 paid result .* downloaded yet: “take\.wav”\. .*Retry/);
  expect([await remove(), await move('https://elsewhere.test')]).toEqual([unfetched, unfetched]);
  await desk.client.queue.remove({ jobIds: [jobId] });
  expect(await remove()).toBe('done');
});

test("a connection with recordings waiting for Start can't be removed; jobs of a removed one say so", async () => {
  const { desk, folder, service } = await openStage();
  const { client } = desk;
  const connectionId = (await client.connections.list()).connections.find(({ kind }) => kind === 'remote')?.id ?? '';
  const remove = () => client.connections.remove({ connectionId }).then(() => 'done', sentence);
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const paths = [path.join(folder, 'take.wav')];
  const { jobIds } = await client.queue.add({ paths, preset, start: false, connectionId });
  expect(await remove()).toMatch(/aren’t started yet .* Remove them/);
  const starts = [{ kind: 'answer', status: 400, body: { error: 'No' } } as const];
  service.startFaults.push(...starts);
  await client.queue.start({ jobIds: [...jobIds] });
  const isFailed = ({ state }: JobView) => state.kind === 'failed';
  await waitForJob(client, jobIds[0] ?? '', isFailed);
  expect(await remove()).toBe('done');
  await client.queue.retry({ jobIds: [...jobIds] });
  const gone = ({ state }: JobView) => state.kind === 'failed' && state.error.code === 'connectionRemoved';
  await waitForJob(client, jobIds[0] ?? '', gone);
});

test("a retry downloads a failed job's paid results, and then the connection can be removed", {
  tags: 'long',
}, async () => {
  const { desk, service, jobId, stateOf, remove, mend } = await openLost();
  mend();
  await vi.waitFor(() => expect(stateOf()).toBe('complete'), { timeout: 30_000 });
  await desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(desk.client, jobId, isDone);
  expect(await remove()).toBe('done');
  expect(service.startRequests).toHaveLength(1);
});

test('after a day without an answer the connection can be removed, and its hold counts as spent', async () => {
  const stage = await openLost();
  const { desk, jobId, remove, move, pass } = stage;
  pass(2 * DAY);
  expect(await move('https://elsewhere.test')).toMatch(/1 restoration .* started/);
  expect(await remove()).toBe('done');
  expect(ledgerOf(stage, jobId).map(([kind, amount]) => `${kind} ${amount}`)).toEqual(
    ['hold', 'charge', 'release'].map((kind) => `${kind} ${60 * PRICE}`),
  );
  expect(desk.store.generations.abandoned()).toEqual([]);
});
