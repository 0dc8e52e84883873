import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

const fast = () => openStage({ spawn: createFakeEngine().spawn });
const projectsOf = ({ service }: Awaited<ReturnType<typeof fast>>) =>
  service.generations.map(({ apiProjectId, modelKey }) => [modelKey, apiProjectId]);

test('the other model of a recording that is added once more is made on the project that has it', {
  tags: 'long',
}, async () => {
  const stage = await fast();
  const { client, store } = stage.desk;
  const first = await stage.begin(['service-2']);
  await waitForJob(client, first, isDone);
  // Its answer is lost: the listing has to tell the new start from the earlier one.
  stage.service.startFaults.push({ kind: 'drop-after' });
  const second = await stage.begin(['service-3.5']);
  await waitForJob(client, second, isDone);
  expect(projectsOf(stage)).toEqual([
    ['service-2', 'project-1'],
    ['service-3.5', 'project-1'],
  ]);
  expect(stage.service.uploads).toHaveLength(1);
  expect(ledgerOf(stage, second).map(([kind]) => kind)).toEqual(['hold', 'charge', 'release']);
  // One job at a time has it.
  expect([first, second].map((id) => store.jobs.get(id).projectId)).toEqual([null, 'project-1']);
  await client.queue.addModel({ jobId: first, model: 'service-3.5' });
  const both = await waitForJob(client, first, (job) => isDone(job) && job.generations.length === 2);
  expect(both.generations.map(({ reused }) => reused)).toEqual([false, true]);
  expect(stage.service.startRequests).toHaveLength(2);
});

test('a project that the service no longer knows is left for a new one, once', { tags: 'long' }, async () => {
  const stage = await fast();
  await waitForJob(stage.desk.client, await stage.begin(['service-2']), isDone);
  const unknown = { status: 404, body: { error: 'no such project' } };
  const forgotten = ({ apiProjectId }: Record<string, unknown>) => (apiProjectId === 'project-1' ? unknown : null);
  for (const call of ['/v1/list_project_generations', DEFAULT_PATHS.startGeneration['service-3.5']])
    stage.service.override(call, forgotten);
  await waitForJob(stage.desk.client, await stage.begin(['service-3.5']), isDone);
  expect(projectsOf(stage)).toEqual([
    ['service-2', 'project-1'],
    ['service-3.5', 'project-2'],
  ]);
  expect(stage.service.uploads).toHaveLength(2);
});

test('a project with work under way, and one of another content, are left alone', { tags: 'long' }, async () => {
  const stage = await fast();
  const { client } = stage.desk;
  let isBusy = true;
  const busy = { status: 200, body: { progress: { status: 'processing', progress: 0.5 } } };
  stage.service.override('/v1/get_generation_progress', () => (isBusy ? busy : null));
  const first = await stage.begin(['service-2']);
  await expect.poll(() => stage.service.startRequests.length, { timeout: 20_000 }).toBe(1);
  const copy = path.join(stage.folder, 'copy.wav');
  copyFileSync(path.join(stage.folder, 'take.wav'), copy);
  const add = async (file: string) => {
    const preset = stage.desk.store.jobs.get(first).preset;
    const { jobIds } = await client.queue.add({
      paths: [file],
      preset: { ...preset, models: ['service-3.5'] },
      start: true,
      connectionId: stage.connectionId,
    });
    return jobIds[0] ?? '';
  };
  const second = await add(copy);
  await expect.poll(() => stage.service.startRequests.length, { timeout: 20_000 }).toBe(2);
  isBusy = false;
  for (const jobId of [first, second]) await waitForJob(client, jobId, isDone);
  const other = path.join(stage.folder, 'other.wav');
  writeFileSync(other, 'another recording');
  await waitForJob(client, await add(other), isDone);
  expect(projectsOf(stage).map(([, project]) => project)).toEqual(['project-1', 'project-2', 'project-3']);
});
