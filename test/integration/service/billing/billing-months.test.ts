import { expect, test } from 'vitest';
import { monthBegins, monthOf } from '../../../../electron/service/rules/billing/calendar.ts';
import { BOOK_USER } from '../../../harness/money/book.ts';
import { openSqliteAccount } from '../../../harness/money/sqlite-account.ts';
import { makeKey, makeUser } from '../../../harness/service/accounts.ts';
import { COST, type Customer, customerOf, startCustomer } from '../../../harness/service/billing-account.ts';
import { MIGRATIONS, movableClock, startService, temporaryFolder } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const MONTH_MS = 31 * 24 * 60 * 60 * 1000;

async function secondCustomer(first: Customer): Promise<Customer> {
  const { service, dataDirectory } = first;
  const { userId, admin } = await makeUser(service, 'Grace');
  const child = await makeKey(service, { userId, scopes: ['read', 'write'] });
  const customer = customerOf(service, dataDirectory, userId, admin.key, child.key);
  await customer.portal('payment_method', { paymentMethod: { label: 'Card' } });
  return customer;
}

const invoicesOf = async (customer: Customer) => (await customer.portal('invoices/list')).body.invoices;

test('a month that ended while the service was off is invoiced when it starts, once and for each account', async () => {
  const clock = movableClock();
  const first = await startCustomer({ clock });
  const second = await secondCustomer(first);
  await first.generate();
  await second.generate();
  await first.service.close();
  clock.move(2 * MONTH_MS);
  for (let start = 0; start < 2; start++) {
    const service = await startService({ clock, dataDirectory: first.dataDirectory });
    for (const { userId, adminKey, apiKey } of [first, second]) {
      const customer = customerOf(service, first.dataDirectory, userId, adminKey, apiKey);
      await until(async () => (await invoicesOf(customer))[0]?.status === 'paid');
      const [invoice, ...others] = await invoicesOf(customer);
      expect(others).toEqual([]);
      expect(invoice).toMatchObject({ reason: 'month-end', total: COST, number: 1 });
      const { body } = await service.post('/portal/audit/list', {}, adminKey);
      const [paid, issued] = body.entries;
      expect(paid).toMatchObject({ action: 'billing.invoice.paid', actorKeyId: null, target: invoice.invoiceId });
      expect(issued).toMatchObject({ action: 'billing.invoice.issued', actorKeyId: null, target: invoice.invoiceId });
    }
    await service.close();
  }
});

test('a month that is closed on the way of a change is closed by the service, not by who makes the change', async () => {
  const account = await openSqliteAccount(`${await temporaryFolder()}/service.sqlite`, MIGRATIONS);
  await account.apply({ kind: 'method', label: 'Card' });
  await account.apply({ kind: 'upgrade' });
  await account.apply({ kind: 'start', seconds: 60, pricePerSecond: 10_000 });
  await account.apply({ kind: 'complete', which: 0, seconds: 60 });
  await account.apply({ kind: 'pass', milliseconds: MONTH_MS });
  await account.apply({ kind: 'alerts', amounts: [1] });
  const [set, issued] = (await account.store.audit.list(BOOK_USER, { limit: 2, before: null })) ?? [];
  expect([set?.action, set?.actorKeyId]).toEqual(['billing.alerts.set', 'key_1']);
  expect([issued?.action, issued?.actorKeyId]).toEqual(['billing.invoice.issued', null]);
  await account.store.close();
});

test('the spend limit starts again each month', async () => {
  const clock = movableClock();
  const customer = await startCustomer({ clock });
  await customer.portal('spend_limit', { limit: COST });
  await customer.generate();
  const project = await customer.project();
  expect((await customer.start(project)).body).toMatchObject({ code: 'spendLimitExceeded', billing: { spent: COST } });
  clock.move(monthBegins(monthOf(clock.now()) + 1) - clock.now());
  expect((await customer.start(project)).status).toBe(200);
});

test.each(['4242 4242 4242 4242', 'Visa 4242-4242-4242', 'Karte ٤٢٤٢٤٢٤٢٤٢٤٢'])(
  'the number of a card is no label of a payment method: %s',
  async (label) => {
    const customer = await startCustomer({}, { paymentMethod: false });
    const { status, body } = await customer.portal('payment_method', { paymentMethod: { label } });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toContain(label);
    expect((await customer.account()).paymentMethod).toBeNull();
    expect((await customer.portal('payment_method', { paymentMethod: { label: 'Visa 4242, 12/2030' } })).status).toBe(
      200,
    );
  },
);

test('the audit log has what an admin key changes, with the key that did it', async () => {
  const customer = await startCustomer();
  const { service, portal, userId } = customer;
  await portal('country', { billingCountry: 'IN' });
  await portal('spend_limit', { limit: 5 });
  await portal('alerts', { amounts: [1, 2] });
  await service.post('/portal/billing/payment_method', { userId, paymentMethod: null }, service.adminKey);
  const { body } = await service.post('/portal/audit/list', { limit: 4 }, customer.adminKey);
  expect(body.entries.map(({ action, details }: { action: string; details: object }) => [action, details])).toEqual([
    ['billing.payment_method.removed', {}],
    ['billing.alerts.set', { amounts: [1, 2] }],
    ['billing.spend_limit.set', { limit: 5 }],
    ['billing.country.set', { billingCountry: 'IN' }],
  ]);
  const { keys } = (await service.post('/v1/api_keys/list', {}, customer.adminKey)).body;
  const actors = body.entries.map(({ actorKeyId }: { actorKeyId: string }) => actorKeyId);
  const own = keys.map(({ keyId }: { keyId: string }) => keyId);
  expect(actors.map((keyId: string) => own.includes(keyId))).toEqual([false, true, true, true]);
  expect((await customer.account()).nextThreshold).toBe(1_000_000);
});
