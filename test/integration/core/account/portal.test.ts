/** The account at a real service with prices, read and changed through a real desk. */

import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BUILT_IN_ID } from '../../../../electron/core/connections/connections.ts';
import type { Attention } from '../../../../electron/core/ports.ts';
import { LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { scriptedService, writeTakes } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import { listen } from '../../../harness/remote/listen.ts';
import { SCRIPTED_KEY } from '../../../harness/remote/scripted-service.ts';
import { booksOf, COST, PRICES, startCustomer, USD } from '../../../harness/service/billing-account.ts';
import { keptLog } from '../../../harness/service/test-service.ts';

const RECORDINGS = 10;

const SILENT: Attention = {
  progress: () => undefined,
  badge: () => undefined,
  notice: () => undefined,
  power: () => undefined,
  question: async () => ({ answer: 'quit', remember: false }),
};

async function deskOver(baseUrl: string, key: string, admin: string | null = null) {
  const folder = temporaryFolder();
  const openedPages: string[] = [];
  const ports = { spawn: createFakeEngine().spawn, openPage: (address: string) => void openedPages.push(address) };
  const opened = openTestDesk(path.join(folder, 'data'), { patient: true }, ports);
  const { client } = opened;
  const details = { name: 'Studio', baseUrl, headerStyle: 'bearer' as const, prices: PRICES };
  const { id: connectionId } = await client.connections.add({ ...details, key });
  if (admin !== null) await client.keys.setAdmin({ connectionId, key: admin });
  return { ...opened, folder, connectionId, openedPages };
}

/** The same service, one call of which always fails. @returns its address */
async function failingAfterwards(baseUrl: string, fails: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const asked = { method: 'POST', headers: { authorization, 'content-type': type }, body };
    const { status, text } =
      request.url === fails
        ? { status: 500, text: '{"error":"The account could not be read."}' }
        : await fetch(`${baseUrl}${request.url}`, asked).then(async (one) => ({
            status: one.status,
            text: await one.text(),
          }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  const { close, origin } = await listen(server);
  onTestFinished(close);
  return origin;
}

const sentenceOf = (call: Promise<unknown>) =>
  call.then(
    () => 'nothing was refused',
    (failure) => failure.data?.userMessage ?? String(failure),
  );

test('plan, payment method, limit, alerts, usage, audit log and users are read and changed', async () => {
  const customer = await startCustomer({}, { tier: 'free', paymentMethod: false });
  const opened = await deskOver(customer.service.baseUrl, customer.apiKey, customer.adminKey);
  const { client, connectionId, openedPages } = opened;
  const { portal } = client;
  expect((await portal.account({ connectionId })).account).toMatchObject({
    ...{ tier: 'free', paymentMethod: null, hold: null, spendLimit: null, spentThisMonth: 0 },
  });
  expect(await sentenceOf(portal.setTier({ connectionId, tier: 'developer' }))).toContain('needs a payment method');
  expect(await sentenceOf(portal.setSpendLimit({ connectionId, limit: USD }))).toContain('developer plan');
  expect(await sentenceOf(portal.setPaymentMethod({ connectionId, label: '4242 4242 4242 4242' }))).toContain(
    'never a card number',
  );
  await portal.setPaymentMethod({ connectionId, label: 'Studio card' });
  const { account } = await portal.setTier({ connectionId, tier: 'developer' });
  expect(account).toMatchObject({ tier: 'developer', paymentMethod: { label: 'Studio card' }, credit: 5 * USD });
  await customer.generate();
  await portal.setSpendLimit({ connectionId, limit: 20 * USD });
  const { account: alerted } = await portal.setAlerts({ connectionId, amounts: [COST, 16 * USD] });
  expect(alerted.alerts).toEqual([
    { amount: COST, reachedAt: expect.any(String) },
    { amount: 16 * USD, reachedAt: null },
  ]);
  expect(alerted).toMatchObject({ spentThisMonth: COST, spendLimit: 20 * USD });
  const { usage, next } = await portal.usage({ connectionId });
  expect({ usage, next }).toMatchObject({
    usage: [{ modelKey: 'service-2', amount: COST, billableSeconds: 76 }],
    next: null,
  });

  const first = await portal.audit({ connectionId, limit: 2 });
  expect(first.entries.map(({ action }) => action)).toEqual(['billing.alerts.set', 'billing.spend_limit.set']);
  const second = await portal.audit({ connectionId, limit: 500, before: first.next ?? '' });
  expect(second.entries.map(({ action }) => action)).toContain('billing.upgraded');
  expect(second.entries.map(({ auditId }) => auditId)).not.toContain(first.entries[1]?.auditId);
  expect((await portal.users({ connectionId })).users).toMatchObject([{ name: 'Ada', tier: 'developer' }]);
  const refused = portal.createUser({ connectionId, name: 'Grace', tier: 'free' });
  expect(await sentenceOf(refused)).toContain('Only the service’s operator');
  // The last invoice is charged when the account goes back to the free plan.
  expect((await portal.setTier({ connectionId, tier: 'free' })).account.tier).toBe('free');
  const { invoices } = await portal.invoices({ connectionId });
  expect(invoices).toMatchObject([{ number: 1, reason: 'final', status: 'paid', usage: COST }]);
  const { invoice } = await portal.invoice({ connectionId, invoiceId: invoices[0]?.invoiceId ?? '' });
  expect(invoice.lines).toMatchObject([{ modelKey: 'service-2', generations: 1, amount: COST }]);
  expect(JSON.stringify(invoice)).not.toContain('signature');
  await portal.openInvoice({ connectionId, invoiceId: invoice.invoiceId });
  expect((await fetch(openedPages[0] ?? '')).status).toBe(200);
});

test('the owner of the service sees all users and adds one; a name that is taken is refused', async () => {
  const { service } = await startCustomer();
  const { client, connectionId } = await deskOver(service.baseUrl, service.apiKey, service.adminKey);
  const added = await client.portal.createUser({
    connectionId,
    name: 'Grace',
    tier: 'developer',
    billingCountry: 'IN',
  });
  expect(added).toMatchObject({ name: 'Grace', tier: 'developer', operator: false });
  const { users } = await client.portal.users({ connectionId });
  expect(users.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ada', 'Grace']));
  expect(await sentenceOf(client.portal.createUser({ connectionId, name: 'Grace', tier: 'free' }))).toContain('taken');
});

test('the built-in service has an account too; other services and keys without permission are refused in words', {
  tags: 'long',
}, async () => {
  const customer = await startCustomer();
  const own = await deskOver(customer.service.baseUrl, customer.apiKey);
  expect(await sentenceOf(own.client.portal.account({ connectionId: own.connectionId }))).toContain('admin key');
  const other = await scriptedService();
  const vendor = await deskOver(other.baseUrl, SCRIPTED_KEY);
  expect(await sentenceOf(vendor.client.portal.account({ connectionId: vendor.connectionId }))).toContain(
    'isn’t Cleartake’s own service',
  );
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'));
  const { account } = await client.portal.account({ connectionId: BUILT_IN_ID });
  expect(account).toMatchObject({ tier: 'developer', hold: null, spentThisMonth: 0 });
  expect(await sentenceOf(client.portal.setTier({ connectionId: BUILT_IN_ID, tier: 'free' }))).toContain('no plans');
  expect((await client.portal.account({ connectionId: BUILT_IN_ID })).account.tier).toBe('developer');
});

test('a payment whose account can’t be read afterward is told as paid', async () => {
  const customer = await startCustomer({ rehearsal: true });
  const { service } = customer;
  const rehearse = async (what: object) =>
    expect((await service.post(LOCAL_PATHS.rehearsal, what, service.adminKey)).status).toBe(200);
  await rehearse({ declinePayments: true });
  for (let index = 0; index < 2; index++) await customer.generate();
  await vi.waitFor(async () => expect(await customer.account()).toMatchObject({ paymentHold: true }), 20_000);
  const { hold } = await customer.account();
  await rehearse({ declinePayments: false });
  const proxy = await failingAfterwards(service.baseUrl, '/portal/billing/account');
  const { client, connectionId } = await deskOver(proxy, customer.apiKey, customer.adminKey);
  const sentence = await sentenceOf(client.portal.pay({ connectionId, invoiceId: hold.invoiceId }));
  expect(sentence).toContain('The invoice is paid');
  expect(await customer.account()).toMatchObject({ hold: null, unpaid: 0 });
});

test('alerts at 50, 80 and 100 % of the limit reach the person, each once, and the log of the service', {
  tags: 'long',
}, async () => {
  const log = keptLog();
  const customer = await startCustomer({ log });
  const told: unknown[] = [];
  const folder = temporaryFolder();
  const attention = {
    ...SILENT,
    notice: (notice: { kind: string }) => void (notice.kind === 'account-alert' && told.push(notice)),
  };
  const ports = { spawn: createFakeEngine().spawn, attention };
  const { client } = openTestDesk(path.join(folder, 'data'), { host: 'browser' }, ports);
  const details = { name: 'Studio', baseUrl: customer.service.baseUrl, headerStyle: 'bearer' as const, prices: PRICES };
  const { id: connectionId } = await client.connections.add({ ...details, key: customer.apiKey });
  await client.keys.setAdmin({ connectionId, key: customer.adminKey });
  const limit = 4 * COST;
  await client.portal.setSpendLimit({ connectionId, limit });
  const amounts = [50, 80, 100].map((percent) => (limit * percent) / 100);
  await client.portal.setAlerts({ connectionId, amounts });
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const recordings = writeTakes(path.join(folder, 'in'), 4);
  const restore = async (...takes: number[]) => {
    const paths = takes.map((take) => path.join(recordings, `take ${take}.wav`));
    const added = await client.queue.add({ paths, preset, start: true, connectionId });
    for (const id of added.jobIds) await waitForJob(client, id, ({ state }) => state.kind === 'done', 60_000);
  };
  await restore(0, 1);
  await vi.waitFor(() => expect(told).toMatchObject([{ amount: amounts[0], limit, connection: 'Studio' }]), 20_000);
  expect(await client.system.notices()).toMatchObject([
    { kind: 'alert', sentence: expect.stringContaining('50 % of the spend limit') },
  ]);
  await restore(2, 3);
  await vi.waitFor(() => expect(told).toHaveLength(3), 20_000);
  expect(told).toMatchObject(amounts.map((amount) => ({ amount })));
  expect((await client.system.notices()).map(({ sentence }) => sentence).join()).toContain('refuses new restorations');
  const lines = log.lines.filter((line) => line.startsWith('A budget alert of an account was reached'));
  expect(lines).toHaveLength(3);
});

test('a batch of ten whose payment fails in the middle is mended from the desk: finished, and each paid once', {
  tags: 'long',
}, async () => {
  const customer = await startCustomer({ rehearsal: true });
  const { service } = customer;
  const rehearse = async (what: object) =>
    expect((await service.post(LOCAL_PATHS.rehearsal, what, service.adminKey)).status).toBe(200);
  // The first recordings pass 1 USD, whose invoice is declined.
  await rehearse({ declinePayments: true });
  const { client, connectionId, folder } = await deskOver(service.baseUrl, customer.apiKey, customer.adminKey);
  writeTakes(path.join(folder, 'in'), RECORDINGS);
  const preset = presetFor(['service-2'], path.join(folder, 'out'));
  const { jobIds } = await client.queue.add({ paths: [path.join(folder, 'in')], preset, start: true, connectionId });
  expect(jobIds).toHaveLength(RECORDINGS);

  const parked = async () =>
    (await client.connections.list()).connections.find(({ id }) => id === connectionId)?.parked?.code;
  await vi.waitFor(async () => expect(await parked()).toBe('paymentFailed'), { timeout: 60_000 });
  const { account } = await client.portal.account({ connectionId });
  const { hold } = account;
  expect(hold).toMatchObject({ since: expect.any(String), invoiceId: expect.any(String), amount: expect.any(Number) });
  const { totals } = await client.queue.list({ offset: 0, limit: RECORDINGS });
  expect(totals).toMatchObject({ failed: 0 });
  expect(totals.done).toBeLessThan(RECORDINGS);

  const invoiceId = hold?.invoiceId ?? '';
  expect(await sentenceOf(client.portal.pay({ connectionId, invoiceId }))).toContain('declined again');
  await rehearse({ declinePayments: false });
  const mended = await client.portal.setPaymentMethod({ connectionId, label: 'Another card' });
  expect(mended.account).toMatchObject({ hold: null, paymentMethod: { label: 'Another card' } });
  // Once more changes nothing: an invoice is paid once.
  await client.portal.pay({ connectionId, invoiceId });
  for (const id of jobIds) await waitForJob(client, id, ({ state }) => state.kind === 'done', 60_000);

  const { usage } = await client.portal.usage({ connectionId, limit: 500 });
  expect(new Set(usage.map(({ generationId }) => generationId)).size).toBe(RECORDINGS);
  const { lines } = await client.costs.ledger({ filter: {} });
  const charges = lines.filter(({ kind }) => kind === 'charge');
  const ids = (of: readonly { readonly generationId: string | null }[]) => of.map((one) => one.generationId).sort();
  expect(ids(charges)).toEqual(ids(usage));
  expect(charges.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(RECORDINGS * COST);
  // Invoices and what isn't invoiced yet agree with it, and the books of the service balance.
  const settled = (await client.portal.setTier({ connectionId, tier: 'free' })).account;
  expect(settled).toMatchObject({ tier: 'free', unbilled: 0, held: 0, usage: { lifetime: RECORDINGS * COST } });
  const { invoices } = await client.portal.invoices({ connectionId });
  expect(invoices.every(({ status }) => status === 'paid')).toBe(true);
  expect(invoices.reduce((sum, one) => sum + one.usage, 0)).toBe(RECORDINGS * COST);
  expect(await booksOf(customer)).toMatchObject({ total: 0, worst: 0 });
});
