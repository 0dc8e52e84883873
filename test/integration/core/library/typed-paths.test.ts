import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ANY_PATH } from '../../../../electron/core/calls/path-policy.ts';
import { createDeskClient } from '../../../../electron/hosts/common/desk-client.ts';
import { createGivenPaths } from '../../../../electron/hosts/common/given-paths.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage } from '../../../harness/desk/scripted-stage.ts';

test('typed paths add recordings and folders of them where they lie, and nothing else is read', async () => {
  const { connectionId, desk, folder } = await openStage();
  const season = path.join(folder, 'season');
  mkdirSync(season);
  const at = (name: string) => path.join(season, name);
  for (const name of ['one.wav', 'two.wav']) writeTone(at(name), { seconds: 1 });
  writeFileSync(at('notes.txt'), '/etc/hostname\n/a/secret of mine.wav');
  writeFileSync(at('list.m3u'), '/a/secret of mine.wav');
  writeFileSync(at('id_ed25519'), 'a key');
  writeFileSync(at('source.ts'), 'export {};');
  symlinkSync(at('id_ed25519'), path.join(folder, 'linked.wav'));
  const page = createDeskClient(desk.desk.pageRouter({ ...ANY_PATH, mayAdd: () => false }));
  const add = (...lines: string[]) => page.queue.addTyped({ text: lines.join('\n'), start: false });

  const others = ['notes.txt', 'list.m3u', 'id_ed25519', 'source.ts', '../linked.wav'].map(at);
  const refused = await add(...others, 'relative.wav');
  expect(refused.jobIds).toEqual([]);
  expect(refused.skipped.map(({ kind }) => kind).sort()).toEqual([
    'not-a-path',
    ...others.map(() => 'not-a-recording'),
  ]);
  expect(JSON.stringify(refused)).not.toContain('secret of mine');

  const added = await add(`"${at('one.wav')}"`, season, at('gone.wav'));
  expect(added.jobIds).toHaveLength(2);
  expect(added.skipped.find((one) => one.path === at('gone.wav'))).toMatchObject({ kind: 'missing' });
  const { jobs } = await page.queue.list({ offset: 0, limit: 10 });
  expect(jobs.map(({ name }) => name).sort()).toEqual(['one.wav', 'two.wav']);

  // Not copied, so results go next to the originals.
  const preset = await page.system.preset();
  await page.system.setPreset({ ...preset, output: { kind: 'beside-source' }, namingTemplate: '{name} clean' });
  await page.queue.moveToConnection({ jobIds: added.jobIds, connectionId });
  await page.queue.start({});
  for (const jobId of added.jobIds) await waitForJob(page, jobId, isDone);
  expect(readdirSync(season).filter((name) => name.includes('clean'))).toEqual(['one clean.wav', 'two clean.wav']);

  // The same in a window, where the system's dialog asks instead.
  const window = createDeskClient(desk.desk.pageRouter(createGivenPaths()));
  await expect(window.queue.addTyped({ text: at('one.wav'), start: false })).rejects.toMatchObject({
    data: { code: 'pathNotGiven' },
  });
});
