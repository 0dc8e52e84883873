import path from 'node:path';
import { expect, test } from 'vitest';
import type { ForeignProject, LookEvent } from '../../../../shared/contract/care.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { giveBack, isDone, ledgerOf, openStage, type Stage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';

/** A service with one project of this desk, and as many that were made elsewhere, with a generation each. */
async function stageWithForeign(count: number) {
  const stage = await openStage({ spawn: createFakeEngine().spawn });
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  for (let index = 0; index < count; index++) {
    const apiProjectId = `elsewhere-${index}`;
    stage.service.projects.push({ apiProjectId, job: '', recording: `interview ${index}.wav` });
    stage.service.generations.push({ generationId: `made-${index}`, apiProjectId, modelKey: 'service-3.5', polls: 5 });
  }
  await giveBack(stage, path.join(stage.folder, 'take.wav'));
  return stage;
}

async function lookAll({ connectionId, desk }: Stage): Promise<LookEvent[]> {
  const events: LookEvent[] = [];
  for await (const event of await desk.client.care.lookAtService({ connectionId })) events.push(event);
  return events;
}

const foundIn = (events: readonly LookEvent[]): ForeignProject[] => events.flatMap(({ found }) => found ?? []);
/** What the service was asked to make. */
const made = ({ service }: Stage) => [
  service.startRequests.length,
  service.projects.length,
  service.generations.length,
];

test('what only the service knows is found, brought in and downloaded; nothing is started, created or paid', {
  tags: 'long',
}, async () => {
  const stage = await stageWithForeign(2);
  const { client, store } = stage.desk;
  const before = made(stage);
  const events = await lookAll(stage);
  expect(events.at(-1)).toMatchObject({ looked: 2, of: 2, known: 1 });
  expect(foundIn(events)).toEqual([
    {
      projectId: 'elsewhere-0',
      name: 'interview 0.wav',
      generations: [{ model: 'service-3.5', status: 'processing' }],
    },
    {
      projectId: 'elsewhere-1',
      name: 'interview 1.wav',
      generations: [{ model: 'service-3.5', status: 'processing' }],
    },
  ]);
  const { connectionId } = stage;
  const bring = (projectIds: string[], download: boolean) =>
    client.care.bringIn({ connectionId, projectIds, download });
  expect(await bring(['elsewhere-0', 'unheard-of'], true)).toEqual({ recordings: 1 });
  expect(await bring(['elsewhere-1'], false)).toEqual({ recordings: 1 });
  expect(await bring(['elsewhere-0', 'elsewhere-1'], true)).toEqual({ recordings: 0 });
  const { jobs } = await client.queue.list({ offset: 0, limit: 10 });
  const jobOf = (name: string) => jobs.find((job) => job.name === name)?.id ?? '';
  await waitForJob(client, jobOf('interview 0.wav'), isDone);
  // The other one waits until it is wanted.
  const second = jobOf('interview 1.wav');
  expect(store.jobs.get(second)).toMatchObject({ stateKind: 'paused', projectId: 'elsewhere-1' });
  await client.queue.resume({ jobIds: [second] });
  await waitForJob(client, second, isDone);
  expect(store.generations.ofJob(second)).toMatchObject([{ stateKind: 'stored', remoteId: 'made-1', amount: null }]);
  expect(ledgerOf(stage, second).every(([, amount]) => amount === null)).toBe(true);
  expect(made(stage)).toEqual(before);
  expect(foundIn(await lookAll(stage))).toEqual([]);
});

test('a look goes on after rate limits and dropped calls; one that is left keeps what was brought in', {
  tags: 'long',
}, async () => {
  const stage = await stageWithForeign(3);
  const { client, store } = stage.desk;
  const { connectionId } = stage;
  let calls = 0;
  stage.service.override('/v1/list_project_generations', () => {
    calls += 1;
    if (calls === 1) return { status: 429, body: { error: 'slow down' }, headers: { 'retry-after': '0' } };
    return calls === 3 ? { status: 503, body: { error: 'not now' } } : null;
  });
  const events = await client.care.lookAtService({ connectionId });
  for await (const { found } of events) if (found !== null) break;
  expect(await client.care.bringIn({ connectionId, projectIds: ['elsewhere-0'], download: false })).toEqual({
    recordings: 1,
  });
  expect(foundIn(await lookAll(stage)).map(({ projectId }) => projectId)).toEqual(['elsewhere-1', 'elsewhere-2']);
  expect(store.recoveredJobs.latestOfProject('elsewhere-0')).toBeDefined();
  // A service that can't be asked at all says so, and nothing changes.
  stage.service.override('/v1/list_projects', () => ({ status: 403, body: { error: 'no' } }));
  await expect(lookAll(stage)).rejects.toMatchObject({ code: 'REFUSED' });
});
