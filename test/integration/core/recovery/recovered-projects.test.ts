import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { spawnNodeHelper } from '../../../../electron/hosts/common/processes/node-helpers.ts';
import type { SpawnHelper } from '../../../../electron/platform/processes/helper-process.ts';
import { openTestDesk, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

/** A job that waits for its first project in a store whose journal is lost: nobody can say what was started since. */
async function recoveredJob(models: readonly ('service-2' | 'service-3.5')[], spawn = createFakeEngine().spawn) {
  const ports = { spawn, vault: createMemoryVault() };
  const { begin, desk, service } = await openStage(ports);
  await desk.client.queue.pauseAll();
  const jobId = await begin(models);
  await desk.close();
  rmSync(path.join(desk.dataDirectory, 'cleartake.starts'));
  async function goOn(quarantineMs = 300) {
    const startQuarantineMs = { builtIn: 300, remote: quarantineMs };
    const reopened = openTestDesk(desk.dataDirectory, { startQuarantineMs }, ports);
    await reopened.client.queue.resumeAll();
    await waitForJob(reopened.client, jobId, isDone);
    return reopened.store;
  }
  /** A project on the account that no row knows. */
  function list(generation: { generationId: string; modelKey: string }, project: object, isListed = () => true) {
    service.generations.push({ ...generation, apiProjectId: 'found', polls: 5 });
    const projects = [{ apiProjectId: 'found', originalFileName: 'take.wav', ...project }];
    service.override('/v1/list_projects', () => ({ status: 200, body: { projects: isListed() ? projects : [] } }));
  }
  const startedOn = () => service.startRequests.map(({ body, path }) => [body.apiProjectId, path.slice(4, 15)]);
  return { goOn, jobId, list, startedOn };
}

test.each([
  ['of which the wanted model is not listed', { generationId: 'theirs', modelKey: 'service-3.5' }, {}],
  ['that says whose it is', { generationId: 'theirs', modelKey: 'service-2' }, { params: { job: 'another' } }],
] as const)(
  'a stranger’s project of the same file name %s is not taken for the job’s',
  { tags: 'long' },
  async (_, theirs, project) => {
    const { goOn, jobId, list, startedOn } = await recoveredJob(['service-2']);
    list(theirs, project);
    const store = await goOn();
    expect(startedOn()).toEqual([['project-1', 'service-2.0']]);
    expect(store.generations.ofJob(jobId)).toMatchObject([{ projectId: 'project-1' }]);
  },
);

test.each([
  ['by its name', {}],
  ['by what the service gives back of it', { originalFileName: 'renamed', params: { job: 'ours' } }],
] as const)(
  'on a project that is the job’s %s nothing is started, and what is there is not paid again',
  { tags: 'long' },
  async (_, how) => {
    const { goOn, jobId, list, startedOn } = await recoveredJob(['service-2', 'service-3.5']);
    list({ generationId: 'paid', modelKey: 'service-2' }, 'params' in how ? { ...how, params: { job: jobId } } : how);
    const store = await goOn();
    expect(startedOn()).toEqual([['project-1', 'service-3.5']]);
    expect(store.generations.ofJob(jobId)).toMatchObject([
      { remoteId: 'paid', projectId: 'found', stateKind: 'stored' },
      { projectId: 'project-1', stateKind: 'stored' },
    ]);
  },
);

test('recovery waits for a late project and ends when every service was asked', { tags: 'long' }, async () => {
  const engine = createFakeEngine();
  // The built-in service is asked too.
  const spawn: SpawnHelper = (entry, env) => (entry === 'engine' ? engine.spawn : spawnNodeHelper)(entry, env);
  const { goOn, jobId, list, startedOn } = await recoveredJob(['service-2'], spawn);
  let looks = 0;
  list({ generationId: 'paid', modelKey: 'service-2' }, {}, () => ++looks > 2);
  const store = await goOn(3000);
  expect(startedOn()).toEqual([]);
  expect(store.generations.ofJob(jobId)).toMatchObject([{ remoteId: 'paid', projectId: 'found' }]);
  await vi.waitFor(() => expect(store.settings.get('recovery')).toBeUndefined(), 10_000);
  expect(store.jobs.get(jobId).recoveredAt).toBeNull();
});
