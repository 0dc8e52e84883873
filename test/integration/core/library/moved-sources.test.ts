import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createDeskClient } from '../../../../electron/hosts/common/desk-client.ts';
import { createGivenPaths } from '../../../../electron/hosts/common/given-paths.ts';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import type { FindEvent } from '../../../../shared/contract/listening/sources.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';

async function find(client: DeskClient, jobId: string, paths: string[]): Promise<FindEvent | undefined> {
  const events: FindEvent[] = [];
  for await (const event of await client.sources.find({ jobId, paths })) events.push(event);
  return events.at(-1);
}

test('a moved source is found by its content; all its jobs go on with it, also one that had failed without it', {
  tags: 'long',
}, async () => {
  const { begin, connectionId, desk, folder } = await openStage();
  const { client } = desk;
  const source = path.join(folder, 'take.wav');
  const jobId = await begin();
  await waitForJob(client, jobId, isDone);
  const preset = presetFor(['service-3.5'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [source], preset, start: false, connectionId });
  const later = jobIds[0] ?? '';
  await waitForJob(client, later, ({ durationSeconds }) => durationSeconds !== null);
  expect(await client.sources.missing({ jobIds: [jobId, later] })).toEqual({ jobIds: [] });

  mkdirSync(path.join(folder, 'archive', '2026'), { recursive: true });
  const moved = path.join(folder, 'archive', '2026', 'Ann, cut.wav');
  renameSync(source, moved);
  expect((await client.sources.missing({ jobIds: [jobId, later] })).jobIds.sort()).toEqual([jobId, later].sort());
  expect((await client.listening.takes({ jobId })).takes[0]).toMatchObject({ playable: false });
  await client.queue.start({ jobIds });
  const failed = await waitForJob(client, later, ({ state }) => state.kind === 'failed');
  expect(failed.state).toMatchObject({ error: { code: 'sourceMissing' } });

  writeTone(path.join(folder, 'archive', 'longer.wav'), { seconds: 3 });
  writeTone(path.join(folder, 'archive', 'alike.wav'), { seconds: 2, frequency: 330 });
  const inArchive = (name: string) => [path.join(folder, 'archive', name)];
  expect(await find(client, jobId, inArchive('longer.wav'))).toEqual({ kind: 'different', by: 'size' });
  expect(await find(client, jobId, inArchive('alike.wav'))).toEqual({ kind: 'different', by: 'content' });
  const inside = (name: string) => [path.join(folder, name)];
  mkdirSync(path.join(folder, 'elsewhere'));
  expect(await find(client, jobId, inside('elsewhere'))).toEqual({ kind: 'none', files: 0 });
  expect(await find(client, jobId, inside('archive'))).toEqual({ kind: 'found', path: moved, jobs: 2, resumed: 1 });

  const [original] = (await client.listening.takes({ jobId })).takes;
  expect(original).toMatchObject({ playable: true, fileName: 'take.wav' });
  await waitForJob(client, later, isDone);
  expect(await client.sources.missing({ jobIds: [jobId, later] })).toEqual({ jobIds: [] });
});

test('a page looks only where the person chose; a recording that was never read needs a path that may be added', async () => {
  const { connectionId, desk, folder } = await openStage();
  const source = path.join(folder, 'take.wav');
  const { jobIds } = await desk.client.queue.add({ paths: [source], start: false, connectionId });
  const jobId = jobIds[0] ?? '';
  const given = createGivenPaths();
  given.giveRecordings([folder]);
  const page = createDeskClient(desk.desk.pageRouter(given));
  const refusal = (code: string) => ({ data: { code } });
  await expect(find(page, jobId, ['/etc'])).rejects.toMatchObject(refusal('pathNotGiven'));
  await expect(find(page, jobId, [source])).rejects.toMatchObject(refusal('pathNotGiven'));
  const looksAnywhere = createDeskClient(
    desk.desk.pageRouter({ ...given, mayAdd: () => false, mayLookIn: () => true }),
  );
  await expect(find(looksAnywhere, jobId, [folder])).rejects.toMatchObject(refusal('pathNotGiven'));
  expect(await find(page, jobId, [folder])).toMatchObject({ kind: 'found', path: source });
  await expect(find(page, 'none', [folder])).rejects.toMatchObject(refusal('notFound'));
});
