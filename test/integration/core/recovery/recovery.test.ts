import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createBackups } from '../../../../electron/core/recovery/backups/backups.ts';
import { openOrRecover } from '../../../../electron/core/recovery/open-or-recover.ts';
import { readNotices } from '../../../../electron/core/store/tables/preferences.ts';
import { silentLog } from '../../../../electron/platform/log.ts';
import { findWalFault } from '../../../../electron/platform/store-files/wal-check.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { NOBODY, runCli, whyNotNobody } from '../../../harness/cli/run-cli.ts';
import { testPorts } from '../../../harness/desk/desk-ports.ts';
import { JOURNAL, MIGRATIONS, writeReleasedStore } from '../../../harness/store/released-store.ts';

const open = (database: string) => openOrRecover({ database, migrations: MIGRATIONS, ports: testPorts() });

/** A store that a kill left behind: what was written last is in its log alone. */
function killedStore(): string {
  const live = path.join(temporaryFolder(), 'cleartake.sqlite');
  writeReleasedStore(live, JOURNAL.length);
  open(live).close();
  const raw = new Database(live);
  raw.pragma('wal_autocheckpoint = 0');
  for (let count = 0; count < 20; count++)
    raw.exec(`update setting set value = '${count}' where name = 'queue-paused'`);
  const left = path.join(temporaryFolder(), 'data', 'cleartake.sqlite');
  mkdirSync(path.dirname(left));
  for (const ending of ['', '-wal', '-shm']) copyFileSync(`${live}${ending}`, `${left}${ending}`);
  copyFileSync(live.replace('.sqlite', '.starts'), left.replace('.sqlite', '.starts'));
  raw.close();
  return left;
}

test('a store left by a kill opens as it is, whatever remains of its index', () => {
  for (const withIndex of [true, false]) {
    const database = killedStore();
    if (!withIndex) rmSync(`${database}-shm`);
    const store = open(database);
    expect(store.settings.get('queue-paused')).toBe(19);
    expect(readNotices(store)).toEqual([]);
    store.close();
  }
});

test('damage in a log is detected before SQLite skips it', () => {
  const database = killedStore();
  const whole = readFileSync(`${database}-wal`);
  const doubts = (bytes: Buffer) => {
    writeFileSync(`${database}-wal`, bytes);
    return findWalFault(database, 0);
  };
  const flipped = (at: number) => Buffer.from(whole).fill((whole[at] ?? 0) ^ 1, at, at + 1);
  expect(doubts(whole)).toBeNull();
  expect(doubts(flipped(9))).toBe('the header of its log is damaged');
  expect(doubts(flipped(5000))).toBe('its log is damaged before its end');
  // After a power cut that is how a log ends whose last commits were not flushed yet.
  expect(findWalFault(database, Number.MAX_SAFE_INTEGER)).toBeNull();
  expect(doubts(whole.subarray(0, whole.length - 4200))).toBe('its log ends too early');
  expect(doubts(Buffer.alloc(0))).toBe('its log is empty');
  rmSync(`${database}-wal`);
  expect(findWalFault(database, 0)).toBe('its log is missing');
  // An index of another life of the machine proves nothing.
  expect(findWalFault(database, Number.MAX_SAFE_INTEGER)).toBeNull();
});

test('a self-contradictory row counts as damage even in an intact database', () => {
  const database = killedStore();
  const raw = new Database(database);
  raw.exec(`update generation set state = '{"kind":"stored","remoteId":"g2"}' where id = 'gen-done'`);
  raw.close();
  const before = readFileSync(database);
  const store = open(database);
  expect(readNotices(store)).toMatchObject([{ kind: 'rebuilt' }]);
  store.close();
  const room = path.join(path.dirname(database), 'damaged');
  const [kept = ''] = readdirSync(room);
  expect(readFileSync(path.join(room, kept, 'cleartake.sqlite'))).toEqual(before);
});

test('a missing store beside its journal is lost, not new', () => {
  const database = killedStore();
  for (const ending of ['', '-wal', '-shm']) rmSync(`${database}${ending}`);
  const store = open(database);
  expect(readNotices(store)).toMatchObject([{ kind: 'rebuilt', sentence: expect.stringContaining('was gone.') }]);
  store.close();
  const fresh = open(path.join(temporaryFolder(), 'cleartake.sqlite'));
  expect(readNotices(fresh)).toEqual([]);
  fresh.close();
});

test('readers report damage and change nothing; the next writer continues from the backup and reports it', {
  tags: 'long',
  timeout: 180_000,
}, async () => {
  const database = killedStore();
  const data = path.dirname(database);
  const store = open(database);
  await createBackups({ database, store, clock: systemClock, log: silentLog, spawn: testPorts().spawn }).close();
  store.close();
  writeFileSync(database, 'damage');
  for (const ending of ['-wal', '-shm']) rmSync(`${database}${ending}`, { force: true });
  const read = await runCli(['status', '--data-dir', data]);
  expect(read).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('history on this computer is damaged'),
  });
  expect(readFileSync(database, 'utf8')).toBe('damage');
  const resumed = await runCli(['resume', '--data-dir', data]);
  expect(resumed.stderr).toContain('continues from the backup of');
  expect(resumed.stderr).toContain(path.join(data, 'damaged'));
  expect((await runCli(['resume', '--data-dir', data])).stderr).not.toContain('backup');
});

test('a store with a log can be read in a read-only folder', async ({ skip }) => {
  const whyNot = whyNotNobody();
  if (whyNot !== null) skip(whyNot);
  const database = killedStore();
  rmSync(`${database}-shm`);
  const data = path.dirname(database);
  chmodSync(path.dirname(data), 0o755);
  for (const name of readdirSync(data)) chmodSync(path.join(data, name), 0o444);
  chmodSync(data, 0o555);
  const read = await runCli(['history', '--data-dir', data, '--json'], { uid: NOBODY });
  expect(read).toMatchObject({ status: 0, stderr: '' });
  expect(read.stdout.trim().split('\n')).toHaveLength(2);
  expect(statSync(data).mode & 0o777).toBe(0o555);
  expect(readdirSync(data).sort()).toEqual(['cleartake.sqlite', 'cleartake.sqlite-wal', 'cleartake.starts']);
}, 60_000);
