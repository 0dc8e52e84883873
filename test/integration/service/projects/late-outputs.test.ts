import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../../electron/audio/engine.ts';
import { spawnNodeHelper } from '../../../../electron/hosts/common/processes/node-helpers.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { generateWav } from '../../../harness/service/generated-media.ts';
import { movableClock, startService, temporaryFolder } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const START = DEFAULT_PATHS.startGeneration['service-2'];
const LONG_MS = 60_000;

async function restoreOne(seconds: number) {
  const service = await startService({ spawn: spawnNodeHelper });
  const medium = generateWav({ seconds, sampleRate: 16_000, channels: 1 });
  const { apiProjectId } = await service.uploadedProject(medium);
  const { body } = await service.post(START, { apiProjectId, sampling: { preset: 'podcast' } });
  const ids = { apiProjectId, generationId: body.generationId as string };
  expect(await service.settled(ids, undefined, LONG_MS)).toMatchObject({ status: 'complete' });
  const files = () => readdirSync(path.join(service.dataDirectory, 'media', apiProjectId, ids.generationId)).sort();
  const ask = (downloadType: string) => service.post(DEFAULT_PATHS.generationDownload, { ...ids, downloadType });
  return { service, medium, ids, files, ask };
}

test('of a short recording mp3 and flac are made when somebody asks, once, and as they would have been made at first', {
  tags: 'long',
}, async () => {
  const { ask, files, medium } = await restoreOne(3);
  expect(files()).toEqual(['audio']);
  const answers = await Promise.all(['mp3', 'flac', 'mp3'].map(ask));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(files()).toEqual(['audio', 'flac', 'mp3']);
  const [mp3, flac] = await Promise.all(
    answers.map(async ({ body }) => Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer())),
  );

  const folder = await temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at('medium.wav'), medium);
  const outputs = [
    { path: at('mp3'), format: 'mp3' },
    { path: at('flac'), format: 'flac' },
  ] as const;
  const task = { input: at('medium.wav'), model: 'service-2', preset: 'podcast', outputs } as const;
  await createEngine().restore(task, () => undefined);
  expect(mp3?.equals(readFileSync(at('mp3')))).toBe(true);
  expect(flac?.equals(readFileSync(at('flac')))).toBe(true);
});

test('an unknown type is refused, a deleted project answers 404, and nothing is made', { tags: 'long' }, async () => {
  const { ask, files, ids, service } = await restoreOne(1);
  expect((await ask('ogg')).status).toBe(400);
  expect(files()).toEqual(['audio']);
  const deleted = await service.post(LOCAL_PATHS.deleteProject, { apiProjectId: ids.apiProjectId });
  expect(deleted.status).toBe(200);
  expect((await ask('mp3')).status).toBe(404);
});

test('of a longer recording all types are there when it is complete', { tags: 'long' }, async () => {
  const { files } = await restoreOne(21);
  expect(files()).toEqual(['audio', 'flac', 'mp3']);
});

test('an engine that hangs while it makes an output is ended, and the next output is made', async () => {
  const clock = movableClock();
  let restorations = 0;
  const engine = createFakeEngine(() => ({ kind: ++restorations === 2 ? 'hang' : 'copy' }), undefined, 3);
  const service = await startService({ spawn: engine.spawn, clock });
  const { apiProjectId } = await service.uploadedProject('samples');
  const { body } = await service.post(START, { apiProjectId });
  expect(await service.settled(body)).toMatchObject({ status: 'complete' });
  const ask = (downloadType: string) =>
    service.post(DEFAULT_PATHS.generationDownload, { apiProjectId, generationId: body.generationId, downloadType });
  const [hanging, waiting] = [ask('mp3'), ask('flac')];
  await until(() => restorations === 2);
  await until(() => {
    clock.move(30_000);
    return restorations === 3;
  });
  expect((await hanging).status).toBe(500);
  expect((await waiting).status).toBe(200);
});
