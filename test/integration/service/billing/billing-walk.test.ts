import { expect, test } from 'vitest';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { makeUser } from '../../../harness/service/accounts.ts';
import {
  BILLED_SECONDS,
  booksOf,
  COST,
  PRICES,
  START,
  startCustomer,
  USD,
} from '../../../harness/service/billing-account.ts';
import { movableClock } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MONTH_MS = 31 * DAY_MS;

test('from a start to a paid invoice: held, charged, a threshold, withdrawn', { tags: 'long' }, async () => {
  const customer = await startCustomer();
  const { portal, service } = customer;
  const first = await customer.generate();
  expect(first.status).toBe('complete');
  expect(await customer.account()).toMatchObject({
    unbilled: COST,
    held: 0,
    spentThisMonth: COST,
    usage: { lifetime: COST, month: COST, billableSeconds: BILLED_SECONDS },
    nextThreshold: USD,
    paymentHold: false,
  });
  expect((await portal('invoices/list')).body.invoices).toEqual([]);

  await customer.generate();
  await until(async () => (await portal('invoices/list')).body.invoices[0]?.status === 'paid');
  const [{ invoiceId }] = (await portal('invoices/list')).body.invoices;
  const { body } = await portal('invoices/get', { invoiceId });
  expect(body.invoice).toMatchObject({
    number: 1,
    reason: 'threshold',
    usage: 2 * COST,
    credit: 0,
    carriedIn: 0,
    carriedOut: 0,
    total: 2 * COST,
    lines: [
      {
        modelKey: 'service-2',
        generations: 2,
        billableSeconds: 2 * BILLED_SECONDS,
        pricePerSecond: PRICES['service-2'],
        amount: 2 * COST,
      },
    ],
  });
  expect(await customer.account()).toMatchObject({ unbilled: 0, nextThreshold: 10 * USD });
  const books = await booksOf(customer);
  expect(books).toMatchObject({ total: 0, worst: 0 });
  expect(books.sums).toMatchObject({ bank: 2 * COST, revenue: -2 * COST, unbilled: 0, receivable: 0, held: 0 });
  const usage = (await portal('usage/list', { limit: 1 })).body;
  expect(usage.usage).toHaveLength(1);
  expect((await portal('usage/list', { limit: 1, before: usage.next })).body).toMatchObject({
    usage: [{ generationId: first.generationId, amount: COST, billableSeconds: BILLED_SECONDS }],
    next: null,
  });
  const audit = await service.post('/portal/audit/list', {}, customer.adminKey);
  const actions = audit.body.entries.map(({ action }: { action: string }) => action);
  expect(actions.slice(0, 2)).toEqual(['billing.invoice.paid', 'billing.invoice.issued']);
});

test('a declined withdrawal blocks starts with 402 paymentFailed until the invoice is paid', async () => {
  const customer = await startCustomer({ rehearsal: true });
  const { portal, service } = customer;
  const decline = (declinePayments: boolean) =>
    service.post('/portal/rehearsal', { declinePayments }, service.adminKey);
  const apiProjectId = await customer.project();
  await decline(true);
  await customer.generate();
  await customer.generate();
  await until(async () => (await customer.account()).paymentHold);
  const blocked = await customer.start(apiProjectId);
  expect([blocked.status, blocked.body.code]).toEqual([402, 'paymentFailed']);

  const [{ invoiceId, status }] = (await portal('invoices/list')).body.invoices;
  expect(status).toBe('declined');
  const declined = await portal('invoices/pay', { invoiceId });
  expect([declined.status, declined.body.code]).toEqual([402, 'paymentFailed']);
  expect(declined.body.billing).toEqual({ ...blocked.body.billing, invoiceId, amount: 2 * COST });
  expect((await customer.start(apiProjectId)).status).toBe(402);

  await decline(false);
  const paid = await portal('invoices/pay', { invoiceId });
  expect([paid.status, paid.body.invoice.status]).toEqual([200, 'paid']);
  const again = await portal('invoices/pay', { invoiceId });
  expect(again.body.invoice).toEqual({ ...paid.body.invoice, pageUrl: again.body.invoice.pageUrl });
  expect((await customer.start(apiProjectId)).status).toBe(200);
  expect((await booksOf(customer)).sums).toMatchObject({ bank: 2 * COST, receivable: 0 });
});

test.each(['invoices/pay', 'payment_method'])(
  'a downgrade whose final invoice was declined is carried out once that is paid by %s',
  async (call) => {
    const customer = await startCustomer({ rehearsal: true });
    const { portal, service } = customer;
    const decline = (declinePayments: boolean) =>
      service.post('/portal/rehearsal', { declinePayments }, service.adminKey);
    await customer.generate();
    await decline(true);
    const refused = await portal('downgrade');
    expect([refused.status, refused.body.code]).toEqual([402, 'paymentFailed']);
    expect(await customer.account()).toMatchObject({ tier: 'developer', downgradeAskedAt: expect.any(String) });
    const [{ invoiceId, reason }] = (await portal('invoices/list')).body.invoices;
    expect(reason).toBe('final');
    await decline(false);
    const body = call === 'invoices/pay' ? { invoiceId } : { paymentMethod: { label: 'Card' } };
    expect((await portal(call, body)).status).toBe(200);
    expect(await customer.account()).toMatchObject({ tier: 'free', downgradeAskedAt: null, paymentHold: false });
  },
);

test('adding a payment method pays what could not be withdrawn before', async () => {
  const customer = await startCustomer({}, { paymentMethod: false });
  await customer.generate();
  await customer.generate();
  await until(async () => (await customer.account()).paymentHold);
  const { body } = await customer.portal('payment_method', { paymentMethod: { label: 'Card' } });
  expect(body).toMatchObject({ paymentHold: false, paymentMethod: { label: 'Card' } });
  expect((await booksOf(customer)).sums).toMatchObject({ bank: 2 * COST, receivable: 0 });
});

test('a declined withdrawal is tried again once, after a day', async () => {
  const clock = movableClock();
  const customer = await startCustomer({ rehearsal: true, clock });
  const rehearse = (body: object) => customer.service.post('/portal/rehearsal', body, customer.service.adminKey);
  const declines = async () => {
    const { body } = await customer.service.post('/portal/audit/list', {}, customer.adminKey);
    return body.entries.filter(({ action }: { action: string }) => action === 'billing.invoice.declined').length;
  };
  await rehearse({ declinePayments: true });
  await customer.generate();
  await customer.generate();
  await until(async () => (await declines()) === 1);
  await rehearse({ moveClockMs: DAY_MS - 60_000 });
  await customer.generate().catch(() => undefined);
  expect(await declines()).toBe(1);
  await rehearse({ moveClockMs: 60_000 });
  await until(async () => (await declines()) === 2);
  await rehearse({ declinePayments: false, moveClockMs: DAY_MS });
  await until(async () => !(await customer.account()).paymentHold);
});

test('of fifty starts at the same time a spend limit for ten lets exactly ten through', async () => {
  const engine = createFakeEngine(() => ({ kind: 'hang' }));
  const customer = await startCustomer({ spawn: engine.spawn });
  await customer.portal('spend_limit', { limit: 10 * COST + COST - 1 });
  const apiProjectId = await customer.project();
  const answers = await Promise.all(Array.from({ length: 50 }, () => customer.start(apiProjectId)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = answers.filter(({ status }) => status === 402);
  expect(refused).toHaveLength(40);
  expect(refused[0]?.body).toMatchObject({
    code: 'spendLimitExceeded',
    billing: { spendLimit: 11 * COST - 1, spent: 0, held: 10 * COST, needed: COST },
  });
  expect((await customer.account()).held).toBe(10 * COST);
  // One count served them all; the other process restores.
  expect(engine.started()).toBe(2);

  const { generations } = (
    await customer.service.post('/v1/list_project_generations', { apiProjectId }, customer.apiKey)
  ).body;
  for (const { generationId } of generations) {
    await customer.service.post('/portal/generations/cancel', { generationId, apiProjectId }, customer.apiKey);
  }
  expect(await customer.account()).toMatchObject({ held: 0, unbilled: 0, spentThisMonth: 0 });
  expect((await booksOf(customer)).sums).toMatchObject({ held: 0, reserved: 0 });
});

test('a generation that fails or is cancelled costs nothing', async () => {
  const engine = createFakeEngine((_process, text) =>
    text === 'samples' ? { kind: 'refuse', code: 'mediaNoSound' } : { kind: 'hang' },
  );
  const customer = await startCustomer({ spawn: engine.spawn });
  const nothing = { held: 0, unbilled: 0, usage: { lifetime: 0, billableSeconds: 0 } };
  expect((await customer.generate()).status).toBe('failed');
  expect(await customer.account()).toMatchObject(nothing);

  const { apiProjectId } = await customer.service.uploadedProject('other', 'take.wav', customer.apiKey);
  const { generationId } = (await customer.start(apiProjectId)).body;
  expect((await customer.account()).held).toBe(COST);
  const cancelled = await customer.service.post(
    '/portal/generations/cancel',
    { apiProjectId, generationId },
    customer.apiKey,
  );
  expect(cancelled.body).toMatchObject({ status: 'failed', errorDetails: { code: 'cancelled' } });
  expect(await customer.account()).toMatchObject(nothing);
});

test('a finished month is invoiced once, however far the clock moves and however often the service restarts', async () => {
  const clock = movableClock();
  const customer = await startCustomer({ clock });
  await customer.generate();
  expect((await customer.portal('invoices/list')).body.invoices).toHaveLength(0);
  clock.move(4 * MONTH_MS);
  await until(async () => (await customer.portal('invoices/list')).body.invoices[0]?.status === 'paid');
  expect(await customer.account()).toMatchObject({ spentThisMonth: 0, usage: { lifetime: COST, month: 0 } });
  await customer.generate();
  clock.move(2 * MONTH_MS);
  await until(async () => (await customer.portal('invoices/list')).body.invoices[0]?.number === 2);
  const { invoices } = (await customer.portal('invoices/list')).body;
  expect(invoices.map(({ reason }: { reason: string }) => reason)).toEqual(['threshold', 'month-end']);
  expect(new Set(invoices.map(({ month }: { month: string }) => month)).size).toBe(2);
});

test('a free account needs a payment method to upgrade, gets its credit once, and pays with it first', async () => {
  const customer = await startCustomer({}, { tier: 'free', paymentMethod: false });
  const { portal } = customer;
  const apiProjectId = await customer.project();
  const free = await customer.start(apiProjectId);
  expect([free.status, free.body.code]).toEqual([403, 'paidPlanRequired']);
  for (const [call, body] of [
    ['spend_limit', { limit: 1 }],
    ['alerts', { amounts: [1] }],
  ] as const) {
    const refused = await portal(call, body);
    expect([refused.status, refused.body.code]).toEqual([409, 'developerTierRequired']);
  }
  const bare = await portal('upgrade');
  expect([bare.status, bare.body.code]).toEqual([402, 'paymentMethodRequired']);
  await portal('payment_method', { paymentMethod: { label: 'Card' } });
  expect((await portal('upgrade')).body).toMatchObject({ tier: 'developer', credit: 5 * USD, unbilled: 0 });
  expect((await customer.start(apiProjectId)).status).toBe(200);
  await until(async () => (await customer.account()).unbilled === COST);

  const left = await portal('downgrade');
  expect(left.body).toMatchObject({ tier: 'free', unbilled: 0, credit: 5 * USD - COST });
  const [final] = (await portal('invoices/list')).body.invoices;
  expect(final).toMatchObject({ reason: 'final', total: 0, credit: COST, status: 'paid' });
  expect((await portal('upgrade')).body).toMatchObject({ tier: 'developer', credit: 5 * USD - COST });
  expect((await portal('upgrade')).status).toBe(200);
  expect((await customer.account()).credit).toBe(5 * USD - COST);
});

test('the final invoice has to be paid before the tier changes', async () => {
  const customer = await startCustomer({ rehearsal: true });
  const { portal } = customer;
  const rehearse = (body: object) => customer.service.post('/portal/rehearsal', body, customer.service.adminKey);
  await customer.generate();
  await rehearse({ declinePayments: true });
  const refused = await portal('downgrade');
  expect([refused.status, refused.body.code]).toEqual([402, 'paymentFailed']);
  expect(await customer.account()).toMatchObject({ tier: 'developer', paymentHold: true, unbilled: 0 });
  await rehearse({ declinePayments: false });
  expect((await portal('downgrade')).body).toMatchObject({ tier: 'free', paymentHold: false });
  const { invoices } = (await portal('invoices/list')).body;
  expect(invoices).toMatchObject([{ reason: 'final', total: COST, status: 'paid' }]);
  expect((await portal('downgrade')).body.tier).toBe('free');
  expect((await customer.start(await customer.project())).body.code).toBe('paidPlanRequired');
});

test('alerts are recorded when a month reaches them, and only the operator can put accounts on hold', async () => {
  const customer = await startCustomer();
  const { portal, service, userId } = customer;
  await portal('alerts', { amounts: [COST - 1, 2 * COST, COST - 1] });
  await customer.generate();
  const reached = (await customer.account()).alerts.map(
    (alert: { reachedAt: string | null }) => alert.reachedAt !== null,
  );
  expect(reached).toEqual([true, false]);
  const later = (await portal('alerts', { amounts: [COST, COST + 1] })).body.alerts;
  expect(later.map(({ reachedAt }: { reachedAt: string | null }) => reachedAt !== null)).toEqual([true, false]);

  expect((await portal('hold', { hold: true })).status).toBe(403);
  const hold = (held: boolean) => service.post('/portal/billing/hold', { userId, hold: held }, service.adminKey);
  const apiProjectId = await customer.project();
  expect((await hold(true)).body.paymentHold).toBe(true);
  expect((await customer.start(apiProjectId)).body.code).toBe('paymentFailed');
  expect((await hold(false)).body.paymentHold).toBe(false);
  expect((await customer.start(await customer.project())).status).toBe(200);
});

test('no account sees the money of another', async () => {
  const customer = await startCustomer();
  await customer.generate();
  await customer.generate();
  await until(async () => (await customer.portal('invoices/list')).body.invoices.length === 1);
  const [{ invoiceId }] = (await customer.portal('invoices/list')).body.invoices;
  const { service, userId } = customer;
  const stranger = (await makeUser(service, 'Eve')).admin.key;
  const call = (name: string, body: object, key: string) => service.post(`/portal/billing/${name}`, body, key);
  for (const name of ['account', 'invoices/list', 'ledger/list', 'usage/list', 'upgrade', 'downgrade']) {
    expect((await call(name, { userId }, stranger)).status).toBe(404);
    expect((await call(name, { userId }, customer.apiKey)).status).toBe(403);
  }
  for (const name of ['invoices/get', 'invoices/pay']) {
    expect((await call(name, { invoiceId }, stranger)).status).toBe(404);
    expect((await call(name, { invoiceId: 'inv_none' }, customer.adminKey)).status).toBe(404);
    expect((await call(name, { invoiceId }, service.adminKey)).status).toBe(200);
  }
  expect((await call('account', { userId }, service.adminKey)).body.userId).toBe(userId);
});

test('a price of zero measures nothing and holds nothing', async () => {
  const engine = createFakeEngine();
  const customer = await startCustomer({
    spawn: engine.spawn,
    configuration: { prices: { 'service-2': 0, 'service-3.5': 0 } },
  });
  await customer.portal('spend_limit', { limit: 0 });
  const { body } = await customer.start(await customer.project(), START);
  expect((await customer.service.settled(body, customer.apiKey)).status).toBe('complete');
  expect(engine.started()).toBe(1);
  expect((await customer.portal('ledger/list')).body.entries).toEqual([]);
  expect((await customer.account()).usage).toEqual({ lifetime: 0, month: 0, billableSeconds: BILLED_SECONDS });
});
