import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { readNotices } from '../../../../electron/core/store/tables/preferences.ts';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { openStage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

const LISTING = '/v1/list_project_generations';

/** Everything real but the engine; the key outlives the desk. */
function portsForTwo() {
  return { spawn: createFakeEngine().spawn, vault: createMemoryVault() };
}

/** A job of two models, the first of which waits for the person. */
async function stageThatAsks() {
  const ports = portsForTwo();
  const stage = await openStage(ports);
  let looks = 0;
  const old = { generationId: 'old', modelKey: 'service-2', status: 'failed' };
  stage.service.override(LISTING, () => ({ status: 200, body: { generations: looks++ === 0 ? [old] : [] } }));
  stage.service.startFaults.push({ kind: 'drop-before' });
  const jobId = await stage.begin(['service-2', 'service-3.5']);
  await waitForJob(stage.desk.client, jobId, (job) => job.state.kind === 'needs-you');
  await stage.desk.close();
  const data = stage.desk.dataDirectory;
  return { data, jobId, open: () => openTestDesk(data, {}, ports) };
}

test('recovery skips a job with a start that waits for the person', async () => {
  const { data, jobId, open } = await stageThatAsks();
  rmSync(path.join(data, 'cleartake.starts'));
  const { store } = open();
  expect(readNotices(store)).toMatchObject([{ kind: 'recovered' }]);
  expect(store.jobs.get(jobId).stateKind).toBe('needs-you');
  expect(store.generations.ofJob(jobId).map((one) => one.stateKind)).toEqual(['needs-you', 'ready']);
});

test('a job that cannot be recovered does not hold up the others', async () => {
  const { data, jobId, open } = await stageThatAsks();
  const raw = new Database(path.join(data, 'cleartake.sqlite'));
  raw.exec(`create trigger stubborn before insert on start_attempt begin select raise(abort, 'no more of them'); end;
    update generation set state = '{"kind":"ready"}', state_kind = 'ready';
    update job set state = '{"kind":"ready"}', state_kind = 'ready'`);
  raw.close();
  rmSync(path.join(data, 'cleartake.starts'));
  const { store } = open();
  expect(readNotices(store)).toMatchObject([{ kind: 'recovered' }]);
  expect(store.jobs.get(jobId).recoveredAt).not.toBeNull();
});

/** A paid job of two models of which only the journal knows: it was added after the only backup, and the database is damaged. */
async function lostWork() {
  const ports = portsForTwo();
  const { desk, folder, service } = await openStage(ports);
  const data = desk.dataDirectory;
  await desk.close();
  const [backups, older] = [path.join(data, 'backups'), path.join(folder, 'backups')];
  cpSync(backups, older, { recursive: true });
  const second = openTestDesk(data, {}, ports);
  const { connections } = await second.client.connections.list();
  const connectionId = connections.find((one) => one.name === 'Scripted')?.id ?? '';
  const { jobIds } = await second.client.queue.add({
    paths: [path.join(folder, 'take.wav')],
    preset: presetFor(['service-2', 'service-3.5'], path.join(folder, 'out')),
    start: true,
    connectionId,
  });
  await waitForJob(second.client, jobIds[0] ?? '', (job) => job.state.kind === 'done');
  await second.close();
  rmSync(backups, { recursive: true });
  cpSync(older, backups, { recursive: true });
  writeFileSync(path.join(data, 'cleartake.sqlite'), 'damage');
  return { connectionId, data, ports, service };
}

test.each(['the project', 'one generation after the other'] as const)(
  'a lost start comes back although the service lists %s only a while later, and calls the models otherwise',
  { tags: 'long' },
  async (late) => {
    const { data, ports, service } = await lostWork();
    const paid = service.generations.map((one) => one.generationId);
    const project = { apiProjectId: service.generations[0]?.apiProjectId, originalFileName: 'take.wav' };
    let looks = 0;
    service.override('/v1/list_projects', () => {
      looks += 1;
      return { status: 200, body: { projects: late === 'the project' ? [] : [project] } };
    });
    service.override(LISTING, () => {
      if (late === 'the project' && looks < 2) return { status: 404, body: { error: 'no such project' } };
      const shown = service.generations.slice(0, late === 'the project' ? 2 : looks - 1);
      const generations = shown.map((one) => ({ ...one, modelKey: `their ${one.modelKey}`, status: 'complete' }));
      return { status: 200, body: { generations } };
    });
    const { store } = openTestDesk(data, { startQuarantineMs: { builtIn: 300, remote: 60_000 } }, ports);
    const stored = () => store.generations.inState('stored');
    await vi.waitFor(() => expect(stored().map((one) => one.remoteId)).toEqual(expect.arrayContaining(paid)), 10_000);
    expect(new Set(stored().map((one) => one.model))).toEqual(new Set(['service-2', 'service-3.5']));
    expect(service.startRequests).toHaveLength(2);
  },
);

test('an unlisted lost start is searched for until its absence is proof, and no longer', { tags: 'long' }, async () => {
  const { data, ports, service } = await lostWork();
  const looks: number[] = [];
  service.override('/v1/list_projects', () => {
    looks.push(Date.now());
    return { status: 200, body: { projects: [] } };
  });
  service.override(LISTING, () => ({ status: 200, body: { generations: [] } }));
  const opened = Date.now();
  openTestDesk(data, { abandonedEveryMs: 50, startQuarantineMs: { builtIn: 300, remote: 700 } }, ports);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const last = looks.at(-1) ?? 0;
  expect(last - opened).toBeGreaterThanOrEqual(700);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(looks.at(-1)).toBe(last);
});
