import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { readNotices } from '../../../electron/core/store/preferences.ts';
import { createMemoryVault } from '../../../electron/core/vault/vault.ts';
import { createFakeEngine } from '../../fakes/fake-engine.ts';
import { openTestDesk, waitForJob } from './open-test-desk.ts';
import { openStage } from './scripted-stage.ts';

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
  const old = { generationId: 'old', modelKey: 'service-2', status: 'complete' };
  stage.service.override(LISTING, () => ({ status: 200, body: { generations: looks++ === 0 ? [old] : [] } }));
  stage.service.startFaults.push({ kind: 'drop-before' });
  const jobId = await stage.begin(['service-2', 'service-3.5']);
  await waitForJob(stage.desk.client, jobId, (job) => job.state.kind === 'needs-you');
  await stage.desk.close();
  const data = stage.desk.dataDirectory;
  return { data, jobId, open: () => openTestDesk(data, {}, ports) };
}

test('a recovery passes over a job of which a start waits for the person', async () => {
  const { data, jobId, open } = await stageThatAsks();
  rmSync(path.join(data, 'cleartake.starts'));
  const { store } = open();
  expect(readNotices(store)).toMatchObject([{ kind: 'recovered' }]);
  expect(store.jobs.get(jobId).stateKind).toBe('needs-you');
  expect(store.generations.ofJob(jobId).map((one) => one.stateKind)).toEqual(['needs-you', 'ready']);
});

test('a job that cannot be brought into order keeps the others from nothing', async () => {
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
