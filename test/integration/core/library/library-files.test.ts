import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  cleanExcerpts,
  cleanManagedCopies,
  receiveRecording,
} from '../../../../electron/core/library/managed-copies.ts';
import { moveToFreeName } from '../../../../electron/platform/files/atomic-files.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';
import { createQuickClock } from '../../../harness/time/quick-clock.ts';

test('without hard links a name is reserved, then replaced by the whole file; an existing file stays', async () => {
  const folder = temporaryFolder();
  const temporary = path.join(folder, '.part');
  writeFileSync(temporary, 'restored');
  writeFileSync(path.join(folder, 'taken.wav'), 'not ours');
  expect(await moveToFreeName(temporary, path.join(folder, 'taken.wav'))).toBe(false);
  expect(await moveToFreeName(temporary, path.join(folder, 'free.wav'))).toBe(true);
  expect(readFileSync(path.join(folder, 'taken.wav'), 'utf8')).toBe('not ours');
  expect(readFileSync(path.join(folder, 'free.wav'), 'utf8')).toBe('restored');
  expect(readdirSync(folder).sort()).toEqual(['free.wav', 'taken.wav']);
});

test('unreferenced copies are removed after a day, interrupted uploads at once, and all others stay', async () => {
  const managed = temporaryFolder();
  const now = Date.now();
  for (const [name, file, ageDays] of [
    ['named', 'take.wav', 3],
    ['forgotten', 'take.wav', 3],
    ['fresh', 'take.wav', 0],
    ['interrupted', '.upload.part', 1],
  ] as const) {
    mkdirSync(path.join(managed, name));
    writeFileSync(path.join(managed, name, file), 'x');
    const at = now / 1000 - ageDays * 86_400 - 10;
    utimesSync(path.join(managed, name, file), at, at);
    utimesSync(path.join(managed, name), at, at);
  }
  await cleanManagedCopies(managed, [path.join(managed, 'named/take.wav')], now);
  expect(readdirSync(managed).sort()).toEqual(['fresh', 'named']);
});

test('minutes that were cut for no job are removed after a day, and all others stay', async () => {
  const excerpts = temporaryFolder();
  const now = Date.now();
  for (const [name, ageDays] of [
    ['job', 3],
    ['forgotten', 3],
    ['fresh', 0],
  ] as const) {
    mkdirSync(path.join(excerpts, name));
    const at = now / 1000 - ageDays * 86_400 - 10;
    utimesSync(path.join(excerpts, name), at, at);
  }
  await cleanExcerpts(excerpts, (id) => id === 'job', now);
  expect(readdirSync(excerpts).sort()).toEqual(['fresh', 'job']);
  await cleanExcerpts(path.join(excerpts, 'nowhere'), () => false, now);
});

test('history and library are readable by their owner only, even in an existing open folder', async ({ skip }) => {
  skip(process.platform === 'win32', 'rights are of another kind there');
  const data = path.join(temporaryFolder(), 'data');
  const modeOf = (name: string) => statSync(path.join(data, name)).mode & 0o777;
  mkdirSync(path.join(data, 'library'), { recursive: true });
  for (const folder of [data, path.join(data, 'library')]) chmodSync(folder, 0o755);
  const first = openTestDesk(data);
  expect(['', 'library', 'cleartake.sqlite'].map(modeOf)).toEqual([0o755, 0o700, 0o600]);
  expect(['cleartake.sqlite-wal', 'cleartake.sqlite-shm'].map(modeOf)).toEqual([0o600, 0o600]);
  await first.close();
  chmodSync(path.join(data, 'library'), 0o755);
  chmodSync(path.join(data, 'cleartake.sqlite'), 0o644);
  openTestDesk(data);
  expect(['library', 'cleartake.sqlite', 'cleartake.sqlite-wal'].map(modeOf)).toEqual([0o700, 0o600, 0o600]);
});

test('a copy without enough disk space is not started or is stopped, and leaves nothing behind', async () => {
  const managed = path.join(temporaryFolder(), 'managed');
  const megabyte = 2 ** 20;
  let free = 100 * megabyte;
  let taken = 0;
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        taken += 1;
        free -= megabyte;
        if (taken > 80) controller.close();
        else controller.enqueue(new Uint8Array(megabyte));
      },
    });
  const receive = (bytes: number | null) =>
    receiveRecording({ ...nodeFiles, freeBytes: async () => free }, managed, {
      id: 'one',
      name: 'a.wav',
      body: body(),
      bytes,
    });
  await expect(receive(200 * megabyte)).rejects.toMatchObject({ code: 'diskFull' });
  expect(taken).toBeLessThan(3);
  await expect(receive(null)).rejects.toMatchObject({ code: 'diskFull' });
  expect(taken).toBeLessThan(50);
  expect(readdirSync(managed)).toEqual([]);
  [free, taken] = [300 * megabyte, 0];
  expect(await receive(80 * megabyte)).toContain('a.wav');
});

test('a managed copy is deleted with a job that was never started, once that cannot be undone anymore', async () => {
  const clock = createQuickClock();
  onTestFinished(clock.stop);
  const { client, desk } = openTestDesk(path.join(temporaryFolder(), 'data'), {}, { clock });
  const copy = await desk.receiveUpload('take.wav', new Blob(['no sound']).stream(), null);
  const { jobIds } = await client.queue.add({ paths: [copy], start: false });
  expect(await client.queue.remove({ jobIds })).toEqual({ changed: 1 });
  expect(existsSync(copy)).toBe(true);
  clock.move(61_000);
  await vi.waitFor(() => expect(existsSync(path.dirname(copy))).toBe(false));
});
