import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openStoreForReading } from '../../../electron/core/store/open-store.ts';
import { watchCommand } from '../../../electron/hosts/cli/commands/restoring/watch.ts';
import { mountMemory } from '../../fixtures/memory-disk.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { startCli } from '../../harness/cli/run-cli.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { filesBelow, putTone } from '../../harness/desk/watching.ts';
import { until } from '../../harness/until.ts';
import { depth } from '../depth.ts';

const MANY = depth(24, 500);
const SOON = { CLEARTAKE_WATCH_STABLE_S: '0.3' };

test('a folder is watched through a kill: each recording is restored once, into its mirrored place', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const [incoming, out, data] = ['incoming', 'out', 'data'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(incoming);
  const words = ['watch', incoming, '--out', out, '--data-dir', data, '--json'];
  const outputs = () => (existsSync(out) ? filesBelow(out).filter((name) => !name.startsWith('.')) : []);

  const first = startCli(words, { environment: SOON });
  let told = '';
  first.child.stdout?.on('data', (text: string) => {
    told += text;
  });
  putTone(incoming, 'day 1/a.wav', 220);
  putTone(incoming, 'b.wav', 230);
  await until(() => told.includes('"state":"generating"'));
  first.child.kill('SIGKILL');
  expect((await first.result).events[0]).toEqual({ event: 'watching', folder: incoming });

  renameSync(path.join(incoming, 'b.wav'), path.join(incoming, 'c.wav'));
  const second = startCli(words, { environment: SOON });
  second.child.stdout?.on('data', (text: string) => {
    told += text;
  });
  await copySlowly(path.join(incoming, 'day 2/d.wav'));
  await until(() => outputs().length >= 3);

  // A disk that is gone for a while.
  renameSync(incoming, path.join(folder, 'away'));
  await until(() => told.includes('"event":"not-there"'));
  putTone(path.join(folder, 'away'), 'e.wav', 250);
  renameSync(path.join(folder, 'away'), incoming);
  await until(() => outputs().length >= 4);
  copyFileSync(path.join(out, 'day 2/d (service-2).wav'), path.join(incoming, 'result.wav'));
  copyFileSync(path.join(incoming, 'day 2/d.wav'), path.join(incoming, 'copy.wav'));
  await until(() => {
    const store = openStoreForReading(path.join(data, 'cleartake.sqlite'));
    const seen = ['result.wav', 'copy.wav'].map((name) => store.watchedFiles.get(incoming, name)?.outcome);
    store.close();
    return seen.join() === 'own-result,same-content';
  });
  second.child.kill('SIGINT');
  const { events, status } = await second.result;
  expect(status).toBe(0);
  expect(events.at(-1)).toMatchObject({ event: 'stopped', failed: 0 });
  expect(outputs()).toHaveLength(4);
  expect(outputs()).toEqual(expect.arrayContaining(['day 1/a (service-2).wav', 'day 2/d (service-2).wav']));

  const store = openStoreForReading(path.join(data, 'cleartake.sqlite'));
  expect(store.jobs.count()).toBe(4);
  expect(store.generations.inState('stored')).toHaveLength(4);
  store.close();
});

test('what is put into a folder is restored with the model, format and strength of the command', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const [incoming, out] = [path.join(folder, 'incoming'), path.join(folder, 'out')];
  putTone(incoming, 'a.wav', 220);
  const settings = ['--model', 'service-3.5', '--format', 'flac', '--strength', '0.5', '--loudness', '-16'];
  const words = ['watch', incoming, '--out', out, '--data-dir', path.join(folder, 'data'), ...settings];
  const { child, result } = startCli(words, { environment: SOON });
  await until(() => existsSync(path.join(out, 'a (service-3.5).flac')));
  child.kill('SIGINT');
  expect((await result).status).toBe(0);
  expect(filesBelow(out).filter((name) => !name.startsWith('.'))).toEqual(['a (service-3.5).flac']);
});

test('a recording that was renamed before it was read is restored under its new name, and counts as restored', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const first = watchFrom(folder);
  putTone(first.incoming, 'b.wav', 230);
  await until(() => first.told().includes('"name":"b.wav"'));
  await first.kill();
  renameSync(path.join(first.incoming, 'b.wav'), path.join(first.incoming, 'c.wav'));
  const second = watchFrom(folder);
  await until(() => second.count('done') === 1);
  const { events, status } = await second.stop();
  expect(second.outputs()).toEqual(['c (service-2).wav']);
  expect(events.at(-1)).toEqual({ event: 'stopped', restored: 1, failed: 0 });
  expect(status).toBe(0);
});

/** In eleven parts, with ten pauses. */
async function copySlowly(file: string): Promise<void> {
  mkdirSync(path.dirname(file));
  const source = `${file}.source`;
  writeTone(source, { seconds: 1, frequency: 240 });
  const content = readFileSync(source);
  rmSync(source);
  const part = Math.ceil(content.length / 11);
  for (let at = 0; at < content.length; at += part) {
    writeFileSync(file, content.subarray(at, at + part), { flag: 'a' });
    await sleep(100);
  }
}

/** Starts `cleartake watch` on a folder. @returns what tells it to stop, and what it printed so far */
function watchFrom(folder: string, ...words: string[]) {
  const [incoming, out, data] = ['incoming', 'out', 'data'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(incoming, { recursive: true });
  const { child, result } = startCli(['watch', incoming, '--out', out, '--data-dir', data, '--json', ...words], {
    environment: SOON,
  });
  let told = '';
  child.stdout?.on('data', (text: string) => {
    told += text;
  });
  return {
    ...{ incoming, out },
    told: () => told,
    count: (state: string) => told.split(`"state":"${state}"`).length - 1,
    outputs: () => (existsSync(out) ? filesBelow(out).filter((name) => !/(^|\/)\./.test(name)) : []),
    async kill() {
      child.kill('SIGKILL');
      await result;
    },
    async stop() {
      child.kill('SIGINT');
      return await result;
    },
  };
}

test(`${MANY} files at once are each restored once, under the names that were asked for`, {
  tags: 'long',
  // A minute on a quiet machine; what hangs here hangs again.
  timeout: 500_000,
  retry: 0,
}, async () => {
  const { count, incoming, outputs, stop } = watchFrom(temporaryFolder(), '--name', '{name} clean');
  const names = Array.from({ length: MANY }, (_, index) => `day ${index % 7}/take ${index}`);
  for (const [index, name] of names.entries()) putTone(incoming, `${name}.wav`, 200 + 5 * index);
  await until(() => count('done') + count('failed') + count('in-review') >= MANY, 480_000);
  const { events, status } = await stop();
  expect(status).toBe(0);
  expect(events.at(-1)).toEqual({ event: 'stopped', restored: MANY, failed: 0 });
  expect(outputs()).toEqual(names.map((name) => `${name} clean.wav`).sort());
});

test('on a full disk recordings wait and say so; they continue when there is space, all in one folder if wanted', {
  tags: 'long',
}, async ({ skip }) => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'out'));
  const reason = mountMemory(path.join(folder, 'out'), '80m');
  if (reason !== null) skip(reason);
  // Cleartake leaves 64 MiB free.
  writeFileSync(path.join(folder, 'out/filler'), Buffer.alloc(24 * 1024 * 1024));
  putTone(path.join(folder, 'incoming'), 'a.wav', 220);
  putTone(path.join(folder, 'incoming'), 'day 1/b.wav', 230);
  const { count, out, outputs, stop, told } = watchFrom(folder, '--flat');
  await until(() => count('waiting') >= 2);
  expect(told()).toContain('There is no space left on the disk of ');
  rmSync(path.join(out, 'filler'));
  await until(() => count('done') === 2);
  const { events, status } = await stop();
  expect(status).toBe(0);
  expect(events.at(-1)).toEqual({ event: 'stopped', restored: 2, failed: 0 });
  expect(outputs()).toEqual(['a (service-2).wav', 'b (service-2).wav']);
});

test('what can’t be watched is refused before anything happens', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'a.wav');
  writeFileSync(file, '');
  const refused = async (...folders: string[]) => (await runHere(() => watchCommand(folders, {}))).sentence;
  expect(await refused(file)).toMatch(/is a file\. Name folders/);
  expect(await refused(folder, path.join(folder, 'day 1'))).toMatch(/contains .* name only one of them/);
  expect(await refused(folder, folder)).toMatch(/is named twice/);
});
