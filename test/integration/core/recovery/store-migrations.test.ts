import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openOrRecover } from '../../../../electron/core/recovery/open-or-recover.ts';
import { openStore } from '../../../../electron/core/store/open-store.ts';
import { openToRead } from '../../../../electron/core/store/open-to-read.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { findDamage } from '../../../../electron/platform/sqlite.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { testPorts } from '../../../harness/desk/desk-ports.ts';
import { contentOf, JOURNAL, MIGRATIONS, writeReleasedStore } from '../../../harness/store/released-store.ts';

const PROCESS = path.resolve(import.meta.dirname, '../../../harness/store/migrating-process.ts');
const place = () => path.join(temporaryFolder(), 'cleartake.sqlite');
const open = (database: string) => openOrRecover({ database, migrations: MIGRATIONS, ports: testPorts() });
const earlier = JOURNAL.map((_, at) => at + 1).slice(0, -1);

test('there is an earlier version to migrate from', () => {
  expect(earlier.length).toBeGreaterThan(0);
});

test.each(earlier)('a store of version %i keeps every row, and has what a new one has', (versions) => {
  const database = place();
  writeReleasedStore(database, versions);
  const before = contentOf(database);
  const store = open(database);
  expect(store.jobs.find('done')).toMatchObject({ priority: 0, projectId: 'p-done', recoveredAt: null });
  expect(store.generations.inState('unknown').map(({ connectionId }) => connectionId)).toEqual(['c']);
  expect(store.settings.get('queue-paused')).toBe(false);
  expect(store.ledger.held()).toBe(60_000);
  expect(store.costs.sums.by('show', {})).toMatchObject([{ key: '/takes/', generations: 1, charged: 60_000 }]);
  expect(store.costs.ledger.page({}, null, 10).lines).toHaveLength(6);
  expect(Object.fromEntries(store.costs.prices().map(({ model, price }) => [model, price]))).toEqual({
    'service-2': 1000,
    'service-3.5': null,
  });
  expect(store.jobs.page(0, 10).map((job) => job.id)).toEqual(['done', 'open']);
  store.close();
  const after = new Map(contentOf(database).rows);
  for (const [table, rows] of before.rows) {
    // Positions are given room between them: their order is what stays.
    const kept = rows.map((row) => ({
      ...(row as object),
      ...(table === 'job' ? { position: expect.any(Number) } : {}),
    }));
    const isLonger = table === '__drizzle_migrations' || table === 'setting';
    if (!isLonger) expect(after.get(table)).toMatchObject(kept);
  }
  const fresh = place();
  open(fresh).close();
  const made = (file: string) => contentOf(file).made.map(({ name }) => name);
  expect(made(database)).toEqual(made(fresh));
  expect(findDamage(database)).toBeNull();
});

test.each(earlier)('a store of version %i is backed up before it is migrated', (versions) => {
  const database = place();
  writeReleasedStore(database, versions);
  const before = contentOf(database);
  open(database).close();
  const room = path.join(path.dirname(database), 'backups');
  const [backup = ''] = readdirSync(room);
  expect(backup).toContain('migration');
  expect(contentOf(path.join(room, backup)).rows).toEqual(before.rows);
});

test('a migration that fails half way changes nothing', () => {
  const database = place();
  writeReleasedStore(database, 1);
  const before = contentOf(database);
  const broken = path.join(temporaryFolder(), 'migrations');
  cpSync(MIGRATIONS, broken, { recursive: true });
  const last = path.join(broken, `${JOURNAL.at(-1)?.tag}.sql`);
  writeFileSync(last, `${readFileSync(last, 'utf8')}--> statement-breakpoint\nALTER TABLE nowhere ADD x integer;`);
  expect(() => openStore(database, broken, nodeFiles)).toThrow();
  expect(contentOf(database)).toEqual(before);
});

test('a kill during a migration leaves either the old version or the new one', { tags: 'long' }, async () => {
  for (const wait of [0, 2, 6]) {
    const database = place();
    writeReleasedStore(database, 1);
    const old = contentOf(database).made.length;
    const child = spawn(process.execPath, [PROCESS, database, MIGRATIONS], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, wait));
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    expect(findDamage(database)).toBeNull();
    const applied = new Database(database, { readonly: true });
    const count = applied.prepare('select count(*) from __drizzle_migrations').pluck().get();
    applied.close();
    expect([1, JOURNAL.length]).toContain(count);
    if (count === 1) expect(contentOf(database).made).toHaveLength(old);
    const store = open(database);
    expect(store.jobs.find('open')?.priority).toBe(0);
    store.close();
  }
});

test('a store from a newer version is refused with a message, and no byte of it changes', () => {
  const database = place();
  writeReleasedStore(database, JOURNAL.length);
  const raw = new Database(database);
  raw.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)').run('later', 9_999_999_999_999);
  raw.close();
  const before = readFileSync(database);
  const refusal = { code: 'databaseFailed', userMessage: expect.stringContaining('newer Cleartake') };
  expect(() => open(database)).toThrow(expect.objectContaining(refusal));
  expect(() => openToRead(database, MIGRATIONS)).toThrow(expect.objectContaining(refusal));
  expect(readFileSync(database)).toEqual(before);
  expect(existsSync(path.join(path.dirname(database), 'damaged'))).toBe(false);
});

test('a reader sees an earlier version as the migrations would make it, and changes nothing', () => {
  const database = place();
  writeReleasedStore(database, 1);
  const before = readFileSync(database);
  const store = openToRead(database, MIGRATIONS);
  expect(store?.history.page(null, 10)).toHaveLength(2);
  expect(store?.jobs.find('done')?.priority).toBe(0);
  store?.close();
  expect(readFileSync(database)).toEqual(before);
});
