import { execFileSync } from 'node:child_process';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { answeringFiles, createAsker } from '../../../electron/platform/files/answering.ts';
import { renamePatiently } from '../../../electron/platform/files/atomic-files.ts';
import { toDataError, toOutputError, toSourceError } from '../../../electron/platform/files/file-errors.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import { makeFolder, makeFolderSync } from '../../../electron/platform/files/make-folder.ts';
import { explainDataFailure } from '../../../electron/platform/store-files/data-errors.ts';
import { asFinal, CleartakeError, inTerminal, toErrorRecord } from '../../../shared/domain/errors.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { createVirtualClock } from '../../harness/time/virtual-clock.ts';

const errno = (code: string, place?: string) =>
  Object.assign(new Error(`${code}: it failed`), { code, ...(place === undefined ? {} : { path: place }) });

test.each([
  ['EIO', 'diskFailed', 'The disk of /media/card/a.wav couldn’t be read or written.'],
  ['ESTALE', 'shareLost', 'The connection to the network drive of /media/card/a.wav is lost.'],
  ['ENOTCONN', 'shareLost', 'The connection to the network drive of /media/card/a.wav is lost.'],
  ['EROFS', 'diskReadOnly', 'The disk of /media/card/a.wav is read-only.'],
  ['EBUSY', 'fileInUse', 'Another program is using /media/card/a.wav.'],
  ['ENOSPC', 'diskFull', 'There is no space left on the disk of /media/card/a.wav.'],
  ['EMFILE', 'tooManyFiles', 'This computer lets Cleartake open no more files.'],
] as const)('%s is the same whatever the file was for, is waited for, and names the place', (code, ours, words) => {
  for (const explain of [toSourceError, toOutputError, toDataError]) {
    const error = explain(errno(code, '/media/card/a.wav')) as CleartakeError;
    expect(error).toMatchObject({ code: ours, retryable: true });
    expect(error.userMessage).toContain(words);
    expect(error.userMessage).toContain('continues automatically');
    // Once nothing is tried anymore, nothing of that is promised.
    const given = asFinal(toErrorRecord(error));
    expect(given.userMessage).not.toContain('automatically');
    expect(inTerminal(given)).toContain('resume --failed');
  }
});

test('what may not be written is the output folder or the data folder, as the case is', () => {
  expect(toOutputError(errno('EACCES'))).toMatchObject({ code: 'outputUnwritable' });
  expect(toDataError(errno('EACCES'))).toMatchObject({ code: 'storeUnwritable' });
});

test('a socket that times out is no lost drive', () => {
  const timedOut = errno('ETIMEDOUT');
  expect(toDataError(timedOut)).toBe(timedOut);
});

test('what SQLite says of a disk is about the data folder', () => {
  const folder = temporaryFolder();
  for (const code of ['SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC']) {
    const failure = new CleartakeError('databaseFailed', { cause: new Database.SqliteError('it failed', code) });
    const error = explainDataFailure(folder, failure) as CleartakeError;
    expect(error.code).toBe('storeUnwritable');
    expect(error.userMessage).toContain(folder);
  }
  const damage = new CleartakeError('databaseFailed', {
    cause: new Database.SqliteError('malformed', 'SQLITE_CORRUPT'),
  });
  expect(explainDataFailure(folder, damage)).toBe(damage);
});

test('a file that a scanner holds is renamed once it lets go, and not for longer than a minute', async () => {
  let time = 0;
  let tries = 0;
  const clock = {
    monotonic: () => time,
    sleep: async (wait: number) => {
      time += wait;
    },
  };
  const held = (until: number) => async () => {
    tries += 1;
    if (time < until) throw errno('EPERM');
  };
  await renamePatiently('a', 'b', held(40_000), clock);
  expect([time >= 40_000, time <= 50_000, tries < 25]).toEqual([true, true, true]);
  time = 0;
  await expect(renamePatiently('a', '/out/b', held(1e9), clock)).rejects.toMatchObject({ code: 'fileInUse' });
  expect(time).toBeLessThanOrEqual(60_000);
  await expect(renamePatiently('a', 'b', () => Promise.reject(errno('ENOSPC')), clock)).rejects.toMatchObject({
    code: 'ENOSPC',
  });
});

test('a folder that takes no entries is refused at once', async () => {
  if (process.platform !== 'linux') return;
  await expect(makeFolder('/proc/cleartake/one/two')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(() => makeFolderSync('/proc/cleartake/one/two')).toThrow('ENOENT');
  const folder = path.join(temporaryFolder(), 'one', 'two');
  await Promise.all([makeFolder(folder), makeFolder(folder)]);
  makeFolderSync(folder);
});

test('a named pipe is refused at once, however it is read', async () => {
  if (process.platform === 'win32') return;
  const pipe = path.join(temporaryFolder(), 'pipe.wav');
  execFileSync('mkfifo', [pipe]);
  await expect(nodeFiles.hash(pipe)).rejects.toMatchObject({ code: 'sourceNotAFile' });
  await expect(nodeFiles.read(pipe)[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'sourceNotAFile' });
});

test('a place that never answers is given up after 30 seconds, asked by one call alone, and others go on', async () => {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const come = Promise.withResolvers<void>();
  const files = answeringFiles(
    {
      ...nodeFiles,
      facts: async (file) => {
        asked.push(file);
        if (file.startsWith('/hung/')) await come.promise;
        return { kind: 'file' as const, bytes: 1, modifiedAt: 0 };
      },
    },
    createAsker(clock),
  );
  const first = files.facts('/hung/a.wav').catch((failure: unknown) => failure);
  const second = files.facts('/hung/b.wav').catch((failure: unknown) => failure);
  expect(await files.facts('/here/c.wav')).toMatchObject({ bytes: 1 });
  await clock.advance(30_000);
  expect([await first, await second]).toMatchObject([{ code: 'placeSilent' }, { code: 'placeSilent' }]);
  expect(((await first) as CleartakeError).userMessage).toContain('/hung hasn’t answered for 30 seconds.');
  await expect(files.facts('/hung/d.wav')).rejects.toMatchObject({ code: 'placeSilent' });
  expect(asked).toEqual(['/hung/a.wav', '/here/c.wav']);
  come.resolve();
  await come.promise;
  await new Promise(setImmediate);
  expect(await files.facts('/hung/e.wav')).toMatchObject({ bytes: 1 });
});
