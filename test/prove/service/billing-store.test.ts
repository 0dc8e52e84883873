import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../electron/platform/sqlite.ts';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import { invoiceNames } from '../../../electron/service/rules/billing/invoices.ts';
import type { InvoiceSummary } from '../../../electron/service/store/billing-port.ts';
import * as schema from '../../../electron/service/store/sqlite/schema/all.ts';
import type { Withdrawal } from '../../../electron/service/work/billing/payments.ts';
import { withdrawInvoice } from '../../../electron/service/work/billing/withdrawals.ts';
import { applyCommand, BOOK_USER, type Book, bookGenerationName, openBook } from '../../harness/money/book.ts';
import { anyLife, type MoneyCommand, twoLives } from '../../harness/money/commands.ts';
import { openPassingAccounts, type PassingAccounts } from '../../harness/money/passing-account.ts';
import { readAccount, readBook } from '../../harness/money/read-account.ts';
import { allInvoices, openSqliteAccount, type SqliteAccount } from '../../harness/money/sqlite-account.ts';
import { MIGRATIONS, temporaryFolder } from '../../harness/service/test-service.ts';
import { depth } from '../depth.ts';

const RUNS = depth(40, 250);

let accounts: PassingAccounts;
beforeAll(async () => {
  accounts = await openPassingAccounts(MIGRATIONS);
});
afterAll(() => accounts.close());

test('two accounts in one store behave like their books, whatever happens to the other', { tags: 'long' }, async () => {
  await fc.assert(
    fc.asyncProperty(twoLives(), async (turns) => {
      await accounts.use(async (...both) => {
        const books = both.map(({ userId }) => openBook(userId, invoiceNames(userId)));
        for (const [who, command] of turns) {
          expect(await both[who].apply(command)).toBe(applyCommand(books[who] as Book, command));
        }
        for (const [who, book] of books.entries()) {
          expect(await readAccount(both[who] as SqliteAccount)).toEqual(readBook(book));
        }
      });
    }),
    { numRuns: RUNS },
  );
});

test('repeated events change nothing in the store', { tags: 'long', timeout: 180_000 }, async () => {
  const again = new Set<MoneyCommand['kind']>(['complete', 'fail', 'close-months', 'upgrade', 'withdraw']);
  await fc.assert(
    fc.asyncProperty(anyLife(24), async (commands) => {
      await accounts.use(async (account) => {
        for (const command of commands) {
          await account.apply(command);
          if (!again.has(command.kind)) continue;
          const before = await readAccount(account);
          // What was declined may be tried again, and that is told as new.
          if (command.kind === 'withdraw' && before.invoices.some(({ status }) => status !== 'paid')) continue;
          for (let time = 0; time < 2; time++) await account.apply(command);
          expect(await readAccount(account)).toEqual(before);
        }
      });
    }),
    { numRuns: depth(10, 50) },
  );
});

test('ten simultaneous withdrawals of an invoice get one answer, recorded once', async () => {
  await accounts.use(async ({ store, apply, now }) => {
    await apply({ kind: 'method', label: 'Card' });
    await apply({ kind: 'upgrade' });
    await apply({ kind: 'start', seconds: 60, pricePerSecond: 1_000_000 });
    await apply({ kind: 'complete', which: 0, seconds: 60 });
    const asked = new Map<string, number>();
    const parts = (answer: 'paid' | 'declined') => ({
      store,
      clock: { ...systemClock, now },
      payments: {
        withdraw: async ({ idempotencyKey }: Withdrawal) => {
          asked.set(idempotencyKey, (asked.get(idempotencyKey) ?? 0) + 1);
          await new Promise((resolve) => setImmediate(resolve));
          return answer;
        },
      },
    });
    const [open] = await allInvoices(store.billing, BOOK_USER);
    if (open === undefined) throw new Error('There is no invoice');
    const together = (invoice: InvoiceSummary, answer: 'paid' | 'declined') =>
      Promise.all(Array.from({ length: 10 }, () => withdrawInvoice(parts(answer), invoice, null)));

    const declined = await together(open, 'declined');
    expect(declined.map(({ status, declines }) => [status, declines])).toEqual(Array(10).fill(['declined', 1]));
    const paid = await together(declined[0] ?? open, 'paid');
    expect(paid.map(({ status, declines }) => [status, declines])).toEqual(Array(10).fill(['paid', 1]));
    // An answer to the first withdrawal that comes late changes nothing.
    expect((await together(open, 'declined')).every(({ status }) => status === 'paid')).toBe(true);
    expect([...asked]).toEqual([
      [`${open.invoiceId}:0`, 20],
      [`${open.invoiceId}:1`, 10],
    ]);
    const actions = (await store.audit.list(BOOK_USER, { limit: 100, before: null }))?.map(({ action }) => action);
    expect(actions?.filter((action) => action === 'billing.invoice.declined')).toHaveLength(1);
    expect(actions?.filter((action) => action === 'billing.invoice.paid')).toHaveLength(1);
    const { state } = await store.billing.account(BOOK_USER, now());
    expect([state.balances.receivable, state.balances.bank, state.paymentHold]).toEqual([
      0,
      60_000_000 - 5_000_000,
      false,
    ]);
  });
});

test('a page of the ledger, of the meter and of the invoices ends where the next begins', async () => {
  await accounts.use(async (account, neighbor) => {
    await account.apply({ kind: 'method', label: 'Card' });
    await account.apply({ kind: 'upgrade' });
    for (let which = 0; which < 7; which++) {
      await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 100 });
      await account.apply({ kind: 'complete', which, seconds: 60 });
    }
    const { billing } = account.store;
    const whole = await billing.listUsage(BOOK_USER, { limit: 100, before: null });
    const first = await billing.listUsage(BOOK_USER, { limit: 3, before: null });
    const rest = await billing.listUsage(BOOK_USER, { limit: 100, before: first?.at(-1)?.generationId ?? '' });
    expect([...(first ?? []), ...(rest ?? [])]).toEqual(whole);
    expect(whole?.[0]?.generationId).toBe(bookGenerationName(6));
    const entries = await billing.listLedger(BOOK_USER, { limit: 100, before: null });
    const older = await billing.listLedger(BOOK_USER, { limit: 100, before: String(entries?.[4]?.sequence) });
    expect(older).toEqual(entries?.slice(5));
    for (let which = 7; which < 11; which++) {
      await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 1_000_000 * 3 ** (which - 7) });
      await account.apply({ kind: 'complete', which, seconds: 60 });
    }
    const invoices = await billing.listInvoices(BOOK_USER, { limit: 100, before: null });
    const [newest, ...earlier] = invoices ?? [];
    expect(earlier.length).toBeGreaterThan(1);
    expect(newest).not.toHaveProperty('lines');
    const page = { limit: 2, before: newest?.invoiceId ?? '' };
    expect(await billing.listInvoices(BOOK_USER, page)).toEqual(earlier.slice(0, 2));
    expect(await billing.listInvoices(neighbor.userId, page)).toBeNull();
    expect(await billing.listUsage(BOOK_USER, { limit: 1, before: 'gen_none' })).toBeNull();
    expect(await billing.listLedger(BOOK_USER, { limit: 1, before: 'none' })).toBeNull();
  });
});

test.each([
  ['update ledger_entries set month = 1', /append-only/],
  ['delete from ledger_entries', /append-only/],
  ['update ledger_postings set amount = amount + 1', /append-only/],
  ['delete from ledger_postings', /append-only/],
  [
    'insert or replace into ledger_postings select sequence, account, user_id, month, 1, 1 from ledger_postings',
    /append-only|not the sum/,
  ],
  [
    "insert into ledger_postings select sequence, 'bank', user_id, month, 5, 99 from ledger_postings where account = 'held' limit 1",
    /not the sum/,
  ],
  ['update usage set amount = 0', /append-only/],
  ['delete from usage', /append-only/],
  ['update generation_quotes set price_per_second = 0', /append-only/],
  ['update bank_withdrawals set amount = 0', /append-only/],
  ['delete from invoices', /never removed/],
  ['update invoices set total = 0', /never changes/],
  ["update invoices set status = 'open'", /never changes/],
  [
    "insert into ledger_entries select 999, user_id, 'release', reference, month, 0 from ledger_entries where kind = 'charge' limit 1",
    /append-only/,
  ],
  [
    "insert or replace into ledger_entries select 999, user_id, 'release', reference, month, 0 from ledger_entries where kind = 'charge'",
    /append-only/,
  ],
  [
    `insert or replace into invoices select invoice_id, user_id, number, reason, month, issued_at, lines, usage,
      carried_in, credit, carried_out, 500000, 'open', declines, answered_at, null from invoices`,
    /issued once/,
  ],
  [
    `insert or replace into invoices select 'inv_other', user_id, number, reason, month, issued_at, '[]',
      0, 0, 0, 0, 0, 'paid', 0, null, 0 from invoices`,
    /issued once/,
  ],
  [
    `insert or replace into usage (rowid, generation_id, user_id, key_id, model, billable_seconds, price_per_second,
      amount, recorded_at) select rowid, 'gen_other', user_id, key_id, model, 60, 1, 60, 0 from usage`,
    /append-only/,
  ],
  [
    `insert or replace into generation_quotes (rowid, generation_id, billable_seconds, price_per_second)
      select rowid, 'gen_other', 60, 1 from generation_quotes`,
    /append-only/,
  ],
  ['insert or replace into reached_alerts select user_id, amount, month, 5 from reached_alerts', /append-only/],
  [
    `insert or replace into reached_alerts (rowid, user_id, amount, month, reached_at)
      select rowid, user_id, amount + 1, month, 5 from reached_alerts`,
    /append-only/,
  ],
  [
    `insert or replace into bank_withdrawals (rowid, idempotency_key, invoice_id, user_id, amount, outcome, created_at)
      select rowid, 'other', invoice_id, user_id, 1, outcome, 0 from bank_withdrawals`,
    /append-only/,
  ],
  [
    `insert or replace into ledger_postings (rowid, sequence, account, user_id, month, amount, balance)
      select rowid, sequence, 'held', user_id, month, 0, 0 from ledger_postings where account = 'promotion'`,
    /append-only/,
  ],
])('the books refuse: %s', async (sql, refusal) => {
  const path = `${await temporaryFolder()}/service.sqlite`;
  const account = await openSqliteAccount(path, MIGRATIONS);
  await account.apply({ kind: 'method', label: 'Card' });
  await account.apply({ kind: 'upgrade' });
  await account.apply({ kind: 'alerts', amounts: [1] });
  await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 1_000_000 });
  await account.apply({ kind: 'complete', which: 0, seconds: 60 });
  await account.apply({ kind: 'withdraw', which: 0, pays: true, dies: false });
  await account.store.close();
  const database = openDatabase({ path, schema });
  try {
    database.raw.pragma('foreign_keys = OFF');
    // Also on connections that have not asked for triggers where a REPLACE removes.
    for (const recursive of ['ON', 'OFF']) {
      database.raw.pragma(`recursive_triggers = ${recursive}`);
      expect(() => database.raw.exec(sql)).toThrow(refusal);
    }
  } finally {
    database.close();
  }
});

test('what a REPLACE removes passes no trigger that keeps it', () => {
  const database = openDatabase({ path: ':memory:', schema });
  database.raw.exec(`create table kept (id integer primary key, other unique);
    create trigger kept_stay before delete on kept begin select raise(abort, 'kept'); end;
    insert into kept values (1, 'a')`);
  expect(() => database.raw.exec("insert or replace into kept values (2, 'a')")).toThrow(/kept/);
  database.close();
});
