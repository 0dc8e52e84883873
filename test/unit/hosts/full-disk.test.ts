import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { explainDisk } from '../../../electron/hosts/common/data-folder-lock.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';

const noSpace = Object.assign(new Error('ENOSPC: no space left on device, mkdir'), { code: 'ENOSPC' });

test('a disk that is full when the desk opens is said to be full, and which folder it is about', () => {
  const full = new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  for (const failure of [noSpace, full, new CleartakeError('databaseFailed', { cause: full })]) {
    const explained = explainDisk('/home/me/data', failure);
    expect(explained).toMatchObject({ code: 'diskFull', cause: failure });
    expect((explained as CleartakeError).userMessage).toMatch(/no space left for the data folder, \/home\/me\/data\./);
  }
});

test('other failures stay what they are', () => {
  const others = [
    new Error('no'),
    new CleartakeError('dataFolderBusy'),
    new CleartakeError('databaseFailed', { cause: new Database.SqliteError('malformed', 'SQLITE_CORRUPT') }),
  ];
  for (const failure of others) expect(explainDisk('/home/me/data', failure)).toBe(failure);
});
