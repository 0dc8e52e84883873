import { expect, test } from 'vitest';
import { LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { BOOK_USER } from '../../../harness/money/book.ts';
import { allInvoices, openSqliteAccount } from '../../../harness/money/sqlite-account.ts';
import { COST, startCustomer } from '../../../harness/service/billing-account.ts';
import { MIGRATIONS, temporaryFolder } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

/** An account of its own that owes what one generation of 6 USD leaves after the credit. */
async function owingAccount() {
  const account = await openSqliteAccount(`${await temporaryFolder()}/service.sqlite`, MIGRATIONS);
  await account.apply({ kind: 'method', label: 'Card' });
  await account.apply({ kind: 'upgrade' });
  await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 100_000 });
  await account.apply({ kind: 'complete', which: 0, seconds: 60 });
  const invoices = async () =>
    (await allInvoices(account.store.billing, BOOK_USER)).map(({ reason, status }) => [reason, status]);
  return { account, invoices };
}

test('a refused downgrade makes no empty invoice, however often it is tried', async () => {
  const { account, invoices } = await owingAccount();
  for (let time = 0; time < 4; time++) expect(await account.apply({ kind: 'downgrade', pays: false })).toBe('unpaid');
  expect(await invoices()).toEqual([['threshold', 'declined']]);
  expect(await account.apply({ kind: 'downgrade', pays: true })).toBe('downgraded');
  expect(await invoices()).toEqual([['threshold', 'paid']]);
  await account.store.close();
});

test('two simultaneous downgrades pay older invoices first and make one final invoice', async () => {
  const { account, invoices } = await owingAccount();
  await account.apply({ kind: 'hold', hold: false });
  await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 10_000 });
  await account.apply({ kind: 'complete', which: 1, seconds: 60 });
  const both = [1, 2].map(() => account.apply({ kind: 'downgrade', pays: true }));
  expect(await Promise.all(both)).toEqual(['downgraded', 'downgraded']);
  expect(await invoices()).toEqual([
    ['final', 'paid'],
    ['threshold', 'paid'],
  ]);
  await account.store.close();
});

test('a final invoice is the last: a downgrade waits while a generation still has a hold', async () => {
  const customer = await startCustomer({ spawn: createFakeEngine(() => ({ kind: 'hang' })).spawn });
  const { portal, apiKey, service } = customer;
  const project = await customer.project();
  const { body: started } = await customer.start(project);
  await until(async () => (await customer.account()).held === COST);
  const asked = await portal('downgrade');
  expect([asked.status, asked.body.tier, asked.body.downgradeAskedAt]).toEqual([
    200,
    'developer',
    expect.stringMatching(/^20/),
  ]);
  expect((await customer.start(project)).body.code).toBe('paidPlanRequired');
  expect((await portal('invoices/list')).body.invoices).toEqual([]);
  const { generationId } = started;
  expect(
    (await service.post(LOCAL_PATHS.cancelGeneration, { apiProjectId: project, generationId }, apiKey)).status,
  ).toBe(200);
  await until(async () => (await customer.account()).tier === 'free');
  expect(await customer.account()).toMatchObject({ held: 0, downgradeAskedAt: null });
  expect((await portal('invoices/list')).body.invoices).toEqual([]);
});

test("a replaced card is charged instead of repeating the old card's refusal", async () => {
  const { account } = await owingAccount();
  // The bank said no, and nobody was left to write it down.
  await account.apply({ kind: 'withdraw', which: 0, pays: false, dies: true });
  await account.apply({ kind: 'method', label: 'Good card' });
  expect(await account.apply({ kind: 'withdraw', which: 0, pays: true, dies: false, byHand: true })).toBe('paid');
  const { billing, audit } = account.store;
  expect((await billing.account(BOOK_USER, account.now())).state.paymentHold).toBe(false);
  const [invoice] = await allInvoices(billing, BOOK_USER);
  expect([invoice?.status, invoice?.declines]).toEqual(['paid', 1]);
  const actions = (await audit.list(BOOK_USER, { limit: 2, before: null }))?.map(({ action }) => action);
  expect(actions).toEqual(['billing.invoice.paid', 'billing.invoice.declined']);
  await account.store.close();
});

test('a card that is still declined is tried once on request', async () => {
  const { account } = await owingAccount();
  expect(await account.apply({ kind: 'withdraw', which: 0, pays: false, dies: false, byHand: true })).toBe('declined');
  const [invoice] = await allInvoices(account.store.billing, BOOK_USER);
  expect(invoice?.declines).toBe(1);
  await account.store.close();
});
