import { copyFileSync, globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openCommandDesk } from '../../../electron/hosts/cli/access/open-desk.ts';
import { downloadCommand } from '../../../electron/hosts/cli/commands/restoring/download.ts';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restoring/restore.ts';
import { resumeCommand } from '../../../electron/hosts/cli/commands/restoring/resume.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the same command again downloads what was paid, then uses history, and pays again when told to', {
  tags: 'long',
}, async () => {
  const service = await scriptedService();
  const folder = temporaryFolder();
  const file = path.join(folder, 'take.wav');
  writeTone(file, { seconds: 1 });
  let isBroken = true;
  service.override('/v1/get_generation_download', () => (isBroken ? { status: 403, body: { error: 'no' } } : null));
  const words = { type: 'audio', price: { 'service-2': 500 }, dataDir: path.join(folder, 'data') } as const;
  const restore = (out: string, again = false) => {
    const options = { ...words, out: path.join(folder, out), baseUrl: service.baseUrl, again };
    return runHere(() => restoreCommand([file], options), SCRIPTED_KEY);
  };
  expect((await restore('one')).status).toBe(1);
  isBroken = false;
  const fromHistory = 'take.wav: service-2 from history, not paid again\n';
  for (const out of ['two', 'three']) {
    const restored = await restore(out);
    expect(restored).toMatchObject({ status: 0, stderr: expect.stringContaining(fromHistory) });
    expect(restored.stdout).toBe(`${path.join(folder, out, 'take (service-2).wav')}\n`);
  }
  expect(service.generations).toHaveLength(1);
  const again = await restore('four', true);
  expect(again.stderr).not.toContain('from history');
  expect(service.generations).toHaveLength(2);

  // Other settings would be paid for again: nothing is, without the flag.
  const other = { ...words, type: 'mp3', out: path.join(folder, 'five'), baseUrl: service.baseUrl } as const;
  const left = await runHere(() => restoreCommand([file], other), SCRIPTED_KEY);
  expect(left).toMatchObject({ status: 3, stdout: '' });
  expect(left.stderr).toMatch(
    /Restored with Service 2\.0 on .* for 0\.03 USD, with other settings\. .*nothing\. Left out; `--again`/,
  );
  const told = await runHere(() => restoreCommand([file], { ...other, json: true }), SCRIPTED_KEY);
  expect(told.stdout.split('\n').filter((line) => line.includes('"paid-before"'))).toEqual([
    expect.stringContaining(`"path":${JSON.stringify(file)},"model":"service-2","reason":"settings"`),
  ]);
  expect(service.generations).toHaveLength(2);
});

test('a paid result that was refused is fetched by name, path or id, at no charge, in the type that is asked for', {
  tags: 'long',
}, async () => {
  const service = await scriptedService({ key: null });
  const folder = temporaryFolder();
  const file = path.join(folder, 'take.wav');
  writeTone(file, { seconds: 1 });
  const dataDir = path.join(folder, 'data');
  const asked: unknown[] = [];
  let given: readonly string[] = [];
  service.override('/v1/get_generation_download', ({ downloadType }) => {
    asked.push(downloadType);
    return given.includes(String(downloadType)) ? null : { status: 400, body: { error: 'No such type' } };
  });
  const words = { type: 'audio', price: { 'service-2': 500 }, baseUrl: service.baseUrl, dataDir } as const;
  const restore = () => restoreCommand([file], { ...words, out: path.join(folder, 'out') });
  const refused = await runHere(restore, SCRIPTED_KEY);
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('`cleartake download RECORDING` later, which costs nothing'),
  });

  const download = (recording: string, type?: 'audio' | 'mp3') =>
    // The key was replaced meanwhile.
    runHere(
      () => downloadCommand(recording, { dataDir, ...(type === undefined ? {} : { type }) }),
      'replaced-key-0123456789',
    );
  given = ['mp3'];
  expect(await download('take.wav', 'audio')).toMatchObject({ status: 1 });
  const fetched = await download(file);
  expect(fetched.status).toBe(0);
  expect(fetched.stdout).toContain(path.join(folder, 'out'));
  expect(await download('take.wav')).toMatchObject({ status: 0, stderr: expect.stringContaining('on this computer') });
  expect((await download('nobody.wav')).status).toBe(2);
  expect(asked).toEqual(expect.arrayContaining(['audio', 'mp3']));
  expect([service.generations.length, service.startRequests.length, service.uploads.length]).toEqual([1, 1, 1]);
});

test.each([true, false])(
  'what failed sends nothing twice once it was restored and the result is lost: fetched again %s',
  { tags: 'long' },
  async (isThere) => {
    const service = await scriptedService();
    const folder = temporaryFolder();
    const file = path.join(folder, 'take.wav');
    writeTone(file, { seconds: 1 });
    const dataDir = path.join(folder, 'data');
    const words = { type: 'audio', price: { 'service-2': 500 }, baseUrl: service.baseUrl, dataDir } as const;
    const restore = () =>
      runHere(() => restoreCommand([file], { ...words, out: path.join(folder, 'out') }), SCRIPTED_KEY);
    service.failNext('/v1/create_project', 400, 1);
    expect(await restore()).toMatchObject({ status: 1 });
    expect(await restore()).toMatchObject({ status: 0 });
    for (const lost of globSync([`${dataDir}/**/*.{wav,flac}`, `${folder}/out/*`])) rmSync(lost, { force: true });
    if (!isThere) service.override('/v1/get_generation_download', () => ({ status: 404, body: { error: 'gone' } }));
    const resumed = await runHere(() => resumeCommand({ failed: true, dataDir }), SCRIPTED_KEY);
    expect(resumed, resumed.stderr).toMatchObject({ status: isThere ? 0 : 1 });
    if (!isThere) expect(resumed.stderr).toContain('Run `cleartake restore --again`');
    expect([service.generations.length, service.startRequests.length]).toEqual([1, 1]);
  },
);

test('what a wrong key left costs nothing after a copy of it was restored with the right one', {
  tags: 'long',
}, async () => {
  const service = await scriptedService();
  const folder = temporaryFolder();
  const [file, copy] = [path.join(folder, 'take.wav'), path.join(folder, 'copy.wav')];
  writeTone(file, { seconds: 1 });
  copyFileSync(file, copy);
  const [dataDir, out] = [path.join(folder, 'data'), path.join(folder, 'out')];
  const words = { type: 'audio', price: { 'service-2': 500 }, baseUrl: service.baseUrl, dataDir, out } as const;
  const wrong = await runHere(() => restoreCommand([file], words), 'wrong-key-0123456789');
  expect([service.generations.length, service.uploads.length]).toEqual([0, 0]);
  const right = await runHere(() => restoreCommand([copy], words), SCRIPTED_KEY);
  expect(right, right.stderr).toMatchObject({ status: 0, stderr: expect.stringContaining('0.03 USD charged') });
  const resumed = await runHere(() => resumeCommand({ failed: true, dataDir }), SCRIPTED_KEY);
  expect(service.generations.map(({ modelKey }) => modelKey)).toEqual(['service-2']);
  expect(resumed, resumed.stderr).toMatchObject({ status: 0, stdout: `${path.join(out, 'take (service-2).wav')}\n` });
  expect(resumed.stderr).not.toMatch(/charged/);
  expect([service.startRequests.length, service.uploads.length, wrong.status]).toEqual([1, 1, 3]);
});

test('a copy of what an interrupted command was restoring is left to `resume`, which finishes both and pays once', {
  tags: 'long',
}, async () => {
  const service = await scriptedService();
  const folder = temporaryFolder();
  const [file, copy, dataDir, out] = ['take.wav', 'copy.wav', 'data', 'out'].map((name) => path.join(folder, name)) as [
    ...[string, string, string, string],
  ];
  writeTone(file, { seconds: 1 });
  copyFileSync(file, copy);
  let isBusy = true;
  const busy = { status: 200, body: { progress: { status: 'processing', progress: 0.5 } } };
  service.override('/v1/get_generation_progress', () => (isBusy ? busy : null));
  const desk = await openCommandDesk({ dataDirectory: dataDir, leavesEarlierWork: true });
  const connectionId = await desk.host.adHocConnection(service.baseUrl, SCRIPTED_KEY, { prices: { 'service-2': 500 } });
  const preset = {
    ...DEFAULT_BATCH_PRESET,
    models: ['service-2' as const],
    output: { kind: 'folder' as const, path: out },
  };
  await desk.client.queue.add({ paths: [file], preset, start: true, connectionId });
  await expect.poll(() => service.startRequests.length, { timeout: 20_000 }).toBe(1);
  await desk.close();

  const words = { type: 'audio', price: { 'service-2': 500 }, baseUrl: service.baseUrl, dataDir, out } as const;
  const restored = await runHere(() => restoreCommand([copy], words), SCRIPTED_KEY);
  expect(restored, restored.stderr).toMatchObject({ status: 3, stdout: '' });
  expect(restored.stderr).toContain('Run `cleartake resume --failed` to finish it and have the result here too.');
  isBusy = false;
  const resumed = await runHere(() => resumeCommand({ failed: true, dataDir }), SCRIPTED_KEY);
  expect(resumed, resumed.stderr).toMatchObject({ status: 0 });
  expect(globSync(`${out}/*.wav`)).toHaveLength(2);
  expect([service.generations.length, service.startRequests.length, service.uploads.length]).toEqual([1, 1, 1]);
});
