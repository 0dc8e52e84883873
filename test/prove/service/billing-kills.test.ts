import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type RawDatabase } from '../../../electron/platform/sqlite.ts';
import * as schema from '../../../electron/service/store/sqlite/schema/all.ts';
import { findWrongs, lostAnswers } from '../../harness/money/check-books.ts';
import { workAndDie } from '../../harness/money/kills.ts';
import { QUICK_FOLDER } from '../../harness/money/passing-account.ts';
import { allInvoices, openSqliteAccount } from '../../harness/money/sqlite-account.ts';
import { MIGRATIONS } from '../../harness/service/test-service.ts';
import { depth } from '../depth.ts';

const KILLS = depth(4, 12);

/** A kill is no power cut: what was written stays, on a disk or in memory. */
async function quickFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(QUICK_FOLDER, 'cleartake-kills-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function withBooks<Result>(file: string, look: (raw: RawDatabase) => Result): Result {
  const database = openDatabase({ path: file, schema });
  try {
    return look(database.raw);
  } finally {
    database.close();
  }
}

test(`${KILLS} kills in the middle of charges, invoices and withdrawals leave books that are in order`, {
  tags: 'long',
  retry: 0,
  timeout: 300_000,
}, async () => {
  const file = path.join(await quickFolder(), 'service.sqlite');
  for (let kill = 1; kill <= KILLS; kill++) {
    await workAndDie(file, MIGRATIONS, kill);
    expect(withBooks(file, findWrongs)).toEqual([]);
  }
  const size = withBooks(file, (raw) => raw.prepare<[], number>('select count(*) from ledger_entries').pluck().get());
  expect(size).toBeGreaterThan(KILLS * 5);
  const paid = withBooks(file, (raw) =>
    raw.prepare<[], number>("select count(*) from invoices where status = 'paid'").pluck().get(),
  );
  expect(paid).toBeGreaterThan(depth(1, 5));
  const finals = withBooks(file, (raw) =>
    raw.prepare<[], number>("select count(*) from invoices where reason = 'final'").pluck().get(),
  );
  expect(finals).toBeGreaterThan(0);

  // A payment whose answer was lost is asked for again, and not paid again.
  const account = await openSqliteAccount(file, MIGRATIONS);
  await account.apply({ kind: 'close-months' });
  await account.apply({ kind: 'method', label: 'Card' });
  const invoices = await allInvoices(account.store.billing, 'usr_1');
  for (let round = 0; round < 2; round++) {
    for (let which = 0; which < invoices.length; which++) {
      await account.apply({ kind: 'withdraw', which, pays: true, dies: false });
    }
  }
  expect((await account.store.billing.unpaidInvoices('usr_1')).length).toBe(0);
  await account.store.close();
  expect(withBooks(file, findWrongs)).toEqual([]);
  expect(withBooks(file, lostAnswers)).toBe(0);
});

test('the check of the books finds errors', async () => {
  const file = path.join(await quickFolder(), 'service.sqlite');
  const account = await openSqliteAccount(file, MIGRATIONS);
  await account.apply({ kind: 'method', label: 'Card' });
  await account.apply({ kind: 'upgrade' });
  for (let which = 0; which < 3; which++) {
    await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 200_000 });
    await account.apply({ kind: 'complete', which, seconds: 60 });
    await account.apply({ kind: 'withdraw', which: 0, pays: true, dies: false });
  }
  await account.store.close();
  const wrongAfter = (...statements: string[]) =>
    withBooks(file, (raw) => {
      raw.pragma('foreign_keys = OFF');
      raw.exec('begin');
      const triggers = raw.prepare<[], string>("select name from sqlite_master where type = 'trigger'").pluck().all();
      for (const name of triggers) raw.exec(`drop trigger "${name}"`);
      for (const statement of statements) raw.exec(statement);
      const wrongs = findWrongs(raw);
      raw.exec('rollback');
      return wrongs;
    });
  expect(wrongAfter()).toEqual([]);
  expect(wrongAfter("update ledger_postings set amount = amount + 1 where account = 'bank'")).toContain(
    'an entry does not balance',
  );
  expect(wrongAfter('update ledger_postings set balance = balance + 1')).toEqual([
    'a balance is not the sum of its postings',
  ]);
  expect(wrongAfter("delete from ledger_entries where kind = 'payment'")).toContain(
    'a paid invoice has no payment, or a payment no paid invoice',
  );
  expect(wrongAfter('update usage set amount = amount + 1')).toContain('money was lost or made');
  expect(
    wrongAfter(
      "insert into bank_withdrawals select 'again', invoice_id, user_id, amount, outcome, 0 from bank_withdrawals limit 1",
    ),
  ).toContain('the bank paid an invoice twice');
});
