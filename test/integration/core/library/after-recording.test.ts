import { appendFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, openStage, type Stage } from '../../../harness/desk/scripted-stage.ts';

const done = (stage: Stage, jobId: string) => waitForJob(stage.desk.client, jobId, isDone);
const recordingOf = ({ desk: { store } }: Stage, jobId: string) =>
  store.recordings.get(store.jobs.get(jobId).recordingId);

test('the file is moved once its output is there, keeps its name where that is free, and comes back', async () => {
  const stage = await openStage();
  const { client } = stage.desk;
  const source = path.join(stage.folder, 'take.wav');
  const content = readFileSync(source);
  const originals = path.join(stage.folder, 'originals');
  await client.system.setPreferences({ afterRecording: 'move', putAwayFolder: originals });
  await nodeFiles.makeFolder(originals);
  writeFileSync(path.join(originals, 'take.wav'), 'another');
  const jobId = await stage.begin();
  await done(stage, jobId);
  expect(readdirSync(path.join(stage.folder, 'out'))).toHaveLength(1);
  expect(existsSync(source)).toBe(false);
  const moved = path.join(originals, readdirSync(originals).find((name) => name !== 'take.wav') ?? '');
  expect(readFileSync(moved)).toEqual(content);
  expect(recordingOf(stage, jobId).path).toBe(moved);
  expect(await client.sources.missing({ jobIds: [jobId] })).toEqual({ jobIds: [] });

  expect(await client.sources.movedAway()).toEqual({ count: 1 });
  writeFileSync(source, 'in its place');
  expect(await client.sources.takeBack()).toEqual({ moved: 0, left: 1 });
  expect(readFileSync(source, 'utf8')).toBe('in its place');
  await nodeFiles.remove(source);
  expect(await client.sources.takeBack()).toEqual({ moved: 1, left: 0 });
  expect(readFileSync(source)).toEqual(content);
  expect(readdirSync(originals)).toEqual(['take.wav']);
  expect(recordingOf(stage, jobId).path).toBe(source);
});

test('a file stays where it is when the folder is its own under another name', async () => {
  const stage = await openStage();
  const source = path.join(stage.folder, 'take.wav');
  const content = readFileSync(source);
  const alias = path.join(stage.folder, 'alias');
  symlinkSync(stage.folder, alias);
  await stage.desk.client.system.setPreferences({ afterRecording: 'move', putAwayFolder: alias });
  await done(stage, await stage.begin());
  expect(readFileSync(source)).toEqual(content);
});

test('on another disk the file is copied and compared before it goes', async () => {
  const otherDisk: typeof nodeFiles.takeFreeName = (from, to) =>
    path.dirname(from) === path.dirname(to)
      ? nodeFiles.takeFreeName(from, to)
      : Promise.reject(Object.assign(new Error('another disk'), { code: 'EXDEV' }));
  const stage = await openStage({ files: { ...nodeFiles, takeFreeName: otherDisk } });
  const originals = path.join(stage.folder, 'originals');
  await stage.desk.client.system.setPreferences({ afterRecording: 'move', putAwayFolder: originals });
  await done(stage, await stage.begin());
  expect(readdirSync(originals)).toEqual(['take.wav']);
  expect(existsSync(path.join(stage.folder, 'take.wav'))).toBe(false);
});

test('a file is deleted, into the trash where there is one, but not when its output was damaged or the file is another by now', async () => {
  const trashed: string[] = [];
  let spoil: (folder: string) => void = () => undefined;
  const stage = await openStage({
    trash: async (file) => void trashed.push(path.basename(file)),
    pass: (point) => {
      if (point === 'export:recorded') spoil(stage.folder);
    },
  });
  const { client } = stage.desk;
  await client.system.setPreferences({ afterRecording: 'delete' });
  spoil = (folder) => {
    const out = path.join(folder, 'out');
    for (const name of readdirSync(out)) writeFileSync(path.join(out, name), 'damaged');
  };
  await done(stage, await stage.begin());
  expect(trashed).toEqual([]);
  spoil = (folder) => appendFileSync(path.join(folder, 'take.wav'), Buffer.alloc(64));
  await done(stage, await stage.begin(['service-3.5']));
  expect(trashed).toEqual([]);
});

test('a file is deleted once its output is there', { tags: 'long' }, async () => {
  const trashed: string[] = [];
  const stage = await openStage({ trash: async (file) => void trashed.push(path.basename(file)) });
  await stage.desk.client.system.setPreferences({ afterRecording: 'delete' });
  await done(stage, await stage.begin());
  expect(trashed).toEqual(['take.wav']);
});

test('a program runs with the recording and its outputs, and its failure changes nothing', async () => {
  const runs: Readonly<Record<string, string>>[] = [];
  const run = async (variables: Readonly<Record<string, string>>) => {
    runs.push(variables);
    expect(existsSync(variables.CLEARTAKE_OUTPUT ?? '')).toBe(true);
    throw new Error('it failed');
  };
  const stage = await openStage({ afterRecording: { program: '/x', run } });
  await stage.desk.client.system.setPreferences({ afterRecording: 'program' });
  await done(stage, await stage.begin());
  const [output = ''] = readdirSync(path.join(stage.folder, 'out'));
  const made = path.join(stage.folder, 'out', output);
  expect(runs).toEqual([
    { CLEARTAKE_SOURCE: path.join(stage.folder, 'take.wav'), CLEARTAKE_OUTPUT: made, CLEARTAKE_OUTPUTS: made },
  ]);
});
