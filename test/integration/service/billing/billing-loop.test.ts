import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { BankAnswer } from '../../../../electron/service/rules/billing/settlement.ts';
import type { BillingStore } from '../../../../electron/service/store/billing-port.ts';
import { createBillingLoop } from '../../../../electron/service/work/billing/billing-loop.ts';
import type { Withdrawal } from '../../../../electron/service/work/billing/payments.ts';
import { createBoundedPayments } from '../../../../electron/service/work/billing/payments.ts';
import { BOOK_BEGINS, BOOK_USER } from '../../../harness/money/book.ts';
import {
  accountIn,
  allInvoices,
  openSqliteAccount,
  type SqliteAccount,
} from '../../../harness/money/sqlite-account.ts';
import { keptLog, MIGRATIONS, movableClock, temporaryFolder } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const DAY_MS = 86_400_000;
const NEIGHBOR = 'usr_2';

/** Uses `amount` micro-USD: an invoice from 1 USD. */
async function useUp(account: SqliteAccount, amount: number): Promise<void> {
  await account.apply({ kind: 'method', label: 'Card' });
  await account.apply({ kind: 'upgrade' });
  await account.apply({ kind: 'start', seconds: 60, pricePerSecond: amount / 60 });
  await account.apply({ kind: 'complete', which: account.started() - 1, seconds: 60 });
}

/** Two accounts, their books kept by a loop over a bank that a test makes up. */
async function setUp(bank: (withdrawal: Withdrawal) => Promise<BankAnswer>, change: Partial<BillingStore> = {}) {
  const first = await openSqliteAccount(`${await temporaryFolder()}/service.sqlite`, MIGRATIONS);
  const second = await accountIn(first.store, NEIGHBOR);
  const base = movableClock();
  const clock = { ...base, now: () => BOOK_BEGINS + Math.round(base.monotonic()) };
  const machine = movableClock();
  const asked: string[] = [];
  const payments = createBoundedPayments(
    {
      withdraw: (withdrawal) => {
        asked.push(withdrawal.idempotencyKey);
        return bank(withdrawal);
      },
    },
    machine,
  );
  const log = keptLog();
  const store = { billing: { ...first.store.billing, ...change } };
  const loop = createBillingLoop({ store, payments, clock, log });
  const stop = async () => {
    payments.stop();
    await loop.stop();
  };
  onTestFinished(async () => {
    await stop();
    await first.store.close();
  });
  const unpaid = async (userId: string) => (await first.store.billing.unpaidInvoices(userId)).length;
  const logged = (text: string) => log.lines.filter((line) => line.includes(text)).length;
  return { first, second, move: base.move, machine, asked, loop, stop, unpaid, logged };
}

const hangs = () => new Promise<never>(() => undefined);

test('a hanging bank delays no other account and is asked again with the same key', async () => {
  let hanging = true;
  const parts = await setUp(({ userId }) => (hanging && userId === BOOK_USER ? hangs() : Promise.resolve('paid')));
  const { first, second, asked, unpaid, logged } = parts;
  await useUp(first, 60_000_000);
  await useUp(second, 60_000_000);
  parts.loop.start();
  await until(async () => (await unpaid(NEIGHBOR)) === 0);
  expect([asked.length, await unpaid(BOOK_USER)]).toEqual([2, 1]);
  parts.machine.move(29_000);
  expect(logged('not answered')).toBe(0);
  parts.machine.move(1_000);
  await until(async () => logged('not answered') === 1);
  hanging = false;
  parts.move(60_000);
  await until(async () => (await unpaid(BOOK_USER)) === 0);
  expect(asked.slice(2)).toEqual([asked[0]]);
});

test('a service can stop while a bank hangs', async () => {
  const parts = await setUp(hangs);
  await useUp(parts.first, 60_000_000);
  parts.loop.start();
  await until(async () => parts.asked.length === 1);
  // Long before the bank is given up.
  const waiting = systemClock.sleep(10_000).then(() => 'still waiting');
  expect(await Promise.race([parts.stop().then(() => 'ended'), waiting])).toBe('ended');
  expect(parts.logged('not answered')).toBe(0);
  expect(await parts.unpaid(BOOK_USER)).toBe(1);
});

test('an unanswered withdrawal waits a minute, whatever ends in between', async () => {
  const parts = await setUp(() => Promise.reject(new Error('no answer')));
  await useUp(parts.first, 60_000_000);
  parts.loop.start();
  await until(async () => parts.logged('not answered') === 1);
  for (let wake = 0; wake < 5; wake++) {
    parts.loop.wake();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(parts.asked.length).toBe(1);
  parts.move(60_000);
  await until(async () => parts.asked.length === 2);
});

test('open months are searched for once, not after every generation', async () => {
  let looks = 0;
  let rounds = 0;
  let source: BillingStore | null = null;
  const parts = await setUp(() => Promise.resolve('paid'), {
    openMonths: async (...page) => {
      looks++;
      return source?.openMonths(...page) ?? [];
    },
    dueInvoices: async (...rest) => {
      rounds++;
      return source?.dueInvoices(...rest) ?? [];
    },
  });
  source = parts.first.store.billing;
  parts.loop.start();
  for (let round = 1; round <= 5; round++) {
    await until(async () => rounds === round);
    parts.loop.wake();
  }
  await until(async () => rounds === 6);
  expect(looks).toBe(1);
  // In the next month what was used before is invoiced.
  await useUp(parts.first, 600_000);
  parts.move(20 * DAY_MS);
  await until(async () => (await allInvoices(parts.first.store.billing, BOOK_USER)).length === 1);
  expect(looks).toBeGreaterThan(1);
});

test("an account whose month can't be closed keeps no other from its invoice", async () => {
  let source: BillingStore | null = null;
  const parts = await setUp(() => Promise.resolve('paid'), {
    closeMonth: async (userId, now) => {
      if (userId === BOOK_USER) throw new Error('damaged');
      await source?.closeMonth(userId, now);
    },
  });
  source = parts.first.store.billing;
  await useUp(parts.first, 600_000);
  await useUp(parts.second, 600_000);
  parts.move(20 * DAY_MS);
  parts.loop.start();
  await until(async () => (await allInvoices(parts.first.store.billing, NEIGHBOR)).length === 1);
  expect(parts.logged('could not be closed')).toBe(1);
  expect(await allInvoices(parts.first.store.billing, BOOK_USER)).toEqual([]);
});

test('a withdrawal declined under a clock far ahead is due again when the clock is right', async () => {
  const { first } = await setUp(hangs);
  const { billing } = first.store;
  await useUp(first, 60_000_000);
  await first.apply({ kind: 'pass', milliseconds: 400 * DAY_MS });
  expect(await first.apply({ kind: 'withdraw', which: 0, pays: false, dies: false })).toBe('declined');
  expect(await billing.dueInvoices(first.now(), DAY_MS)).toEqual([]);
  await first.apply({ kind: 'pass', milliseconds: -400 * DAY_MS });
  expect((await billing.dueInvoices(first.now(), DAY_MS)).map(({ number }) => number)).toEqual([1]);
  await first.apply({ kind: 'withdraw', which: 0, pays: false, dies: false });
  expect(await billing.dueInvoices(first.now(), DAY_MS)).toEqual([]);
});
