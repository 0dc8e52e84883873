import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { explainUnwritten, openDatabase } from '../../../electron/platform/sqlite.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** What `work` throws. */
function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (failure) {
    return failure;
  }
  throw new Error('Nothing was thrown');
}

test('a database without room says that the disk is full', () => {
  const { raw, close } = openDatabase({ path: path.join(temporaryFolder(), 'full.sqlite'), schema: {} });
  onTestFinished(close);
  raw.exec('CREATE TABLE kept (bytes BLOB)');
  raw.pragma(`max_page_count = ${Number(raw.pragma('page_count', { simple: true })) + 4}`);
  const failure = thrownBy(() => void raw.prepare('INSERT INTO kept VALUES (zeroblob(1000000))').run());
  expect(explainUnwritten(failure)).toMatchObject({ code: 'diskFull', retryable: true });
});

test('a write that the system refuses otherwise is waited for too; damage and mistakes stay what they are', () => {
  expect(explainUnwritten(new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE'))).toMatchObject({
    code: 'storeUnwritable',
    retryable: true,
  });
  for (const code of ['SQLITE_IOERR_SHORT_READ', 'SQLITE_CORRUPT', 'SQLITE_CONSTRAINT', 'SQLITE_BUSY']) {
    const failure = new Database.SqliteError('as it is', code);
    expect(explainUnwritten(failure)).toBe(failure);
  }
  const other = new Error('as it is');
  expect(explainUnwritten(other)).toBe(other);
});
