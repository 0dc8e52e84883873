import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openServiceDatabase } from '../../../../electron/service/store/sqlite/database.ts';
import { MIGRATIONS, temporaryFolder } from '../../../harness/service/test-service.ts';

async function openNames() {
  const database = openServiceDatabase(path.join(await temporaryFolder(), 'service.sqlite'), MIGRATIONS);
  onTestFinished(database.close);
  const { raw, cache } = database;
  raw.exec("insert into users (user_id, name, tier, created_at) values ('usr_1', 'before', 'free', 0)");
  const select = raw.prepare("select name from users where user_id = 'usr_1'").pluck();
  let reads = 0;
  const name = () =>
    cache.read('name', () => {
      reads += 1;
      return select.get();
    });
  const rename = (to: string) => raw.prepare('update users set name = ?').run(to);
  return { database, name, rename, reads: () => reads };
}

test('a row is read once until something is written, whoever wrote it', async () => {
  const { database, name, rename, reads } = await openNames();
  expect([name(), name(), name()]).toEqual(['before', 'before', 'before']);
  expect(reads()).toBe(1);
  rename('by a statement');
  expect(name()).toBe('by a statement');
  database.transaction(() => rename('by a transaction'));
  expect(name()).toBe('by a transaction');
  expect(reads()).toBe(3);
});

test('what was read inside a transaction that is rolled back never was', async () => {
  const { database, name, rename } = await openNames();
  expect(name()).toBe('before');
  const inside = () =>
    database.transaction(() => {
      rename('never');
      expect(name()).toBe('never');
      throw new Error('rolled back');
    });
  expect(inside).toThrow('rolled back');
  expect(name()).toBe('before');
});

test('however many rows are asked for, each is the right one', async () => {
  const { database } = await openNames();
  for (let round = 0; round < 2; round++) {
    for (let row = 0; row < 12_000; row++) {
      const found = database.cache.read(`row ${row}`, () => row);
      if (found !== row) throw new Error(`${found} was given for ${row}`);
    }
  }
});
