import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import * as portal from '../../../electron/hosts/cli/commands/services/portal.ts';
import { LOCAL_PATHS } from '../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runHere as run } from '../../harness/cli/run-here.ts';
import { COST, startCustomer, USD } from '../../harness/service/billing-account.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A customer of a service with prices, and commands with an admin key in the environment. */
async function place(...customerOf: Parameters<typeof startCustomer>) {
  const customer = await startCustomer(...customerOf);
  const options = {
    baseUrl: customer.service.baseUrl,
    header: 'bearer',
    dataDir: path.join(temporaryFolder(), 'data'),
  } as const;
  const as = (key: string, command: () => Promise<number>) => {
    vi.stubEnv('CLEARTAKE_ADMIN_KEY', key);
    return run(command);
  };
  return {
    customer,
    options,
    page: { ...options, limit: 100 },
    as,
    own: (command: () => Promise<number>) => as(customer.adminKey, command),
  };
}

const eventsOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('plan, payment method, limit and alerts are set and shown', async () => {
  const { customer, options, own } = await place({}, { tier: 'free', paymentMethod: false });
  expect(await own(() => portal.setPlan('developer', options))).toMatchObject({
    status: 3,
    stdout: '',
    sentence: expect.stringContaining('needs a payment method'),
  });
  expect((await own(() => portal.setPayment('4242 4242 4242 4242', options))).sentence).toContain(
    'never a card number',
  );
  expect((await own(() => portal.setPayment('Studio card', options))).status).toBe(0);
  expect((await own(() => portal.setPlan('developer', options))).stdout).toMatch(/^Plan: developer\n.*Studio card/);
  expect((await own(() => portal.showCredit(options))).stdout).toBe('Credit left: 5.00 USD\n');
  await own(() => portal.setLimit(20 * USD, options));
  const shown = await own(() => portal.portalAlertsCommand([10 * USD, 16 * USD], options));
  expect(shown.stdout).toContain('Spend limit: 20.00 USD a month\nAlert at 10.00 USD\nAlert at 16.00 USD\n');
  const json = await own(() => portal.showStatus({ ...options, json: true }));
  expect(eventsOf(json.stdout)).toMatchObject([
    { event: 'account', tier: 'developer', spendLimit: 20 * USD, paymentHold: false, hold: null },
  ]);
  expect(await customer.account()).toMatchObject({ spendLimit: 20 * USD, paymentMethod: { label: 'Studio card' } });
});

test('a hold is told with what to do, and nothing is charged without --yes', async () => {
  const { customer, options, page, own } = await place({ rehearsal: true });
  const { service } = customer;
  const decline = (declinePayments: boolean) =>
    service.post(LOCAL_PATHS.rehearsal, { declinePayments }, service.adminKey);
  await decline(true);
  await customer.generate();
  await customer.generate();
  await vi.waitFor(async () => expect((await own(() => portal.showStatus(options))).status).toBe(3));
  const held = await own(() => portal.showStatus(options));
  expect(held.stdout).toMatch(/^On hold since .*\nA payment of 1\.52 USD was declined\. .*portal pay inv_\S+ --yes/);
  const invoiceId = /portal pay (inv_\S+) --yes/.exec(held.stdout)?.[1] ?? '';

  const asked = await own(() => portal.portalPayCommand(invoiceId, options));
  expect(asked).toMatchObject({ status: 2, stdout: '', sentence: expect.stringMatching(/^This charges 1\.52 USD,/) });
  const other = await own(() => portal.setPayment('Other card', options));
  expect(other).toMatchObject({ status: 2, sentence: expect.stringContaining('owes 1.52 USD') });
  const leaving = await own(() => portal.setPlan('free', options));
  expect(leaving).toMatchObject({
    status: 2,
    stdout: '',
    sentence: expect.stringContaining('charges 1.52 USD at most'),
  });
  const declined = await own(() => portal.portalPayCommand(invoiceId, { ...options, yes: true }));
  expect(declined).toMatchObject({ status: 3, sentence: expect.stringContaining('declined again') });
  await decline(false);
  const paid = await own(() => portal.portalPayCommand(invoiceId, { ...options, yes: true }));
  expect(paid).toMatchObject({ status: 0, stdout: 'Invoice 1 over 1.52 USD is paid.\n' });
  expect((await own(() => portal.showStatus(options))).status).toBe(0);
  expect((await own(() => portal.portalPayCommand(invoiceId, options))).sentence).toContain('Nothing is left to pay');

  const invoices = await own(() => portal.portalInvoicesCommand(page));
  expect(invoices.stdout).toMatch(
    /^Number +Id +Issued +Reason +Total USD +Status\n1 +inv_\S+ +\S+ +threshold +1\.52 +paid\n$/,
  );
  const shown = await own(() => portal.showInvoice(invoiceId, options));
  expect(shown.stdout).toMatch(/^Invoice 1, usage of .*\nModel .*\nservice-2 +2 +152 .*\nUsage: 1\.52 USD\n/);
  expect(shown.stdout).not.toContain('signature');
  const address = await own(() => portal.showInvoice(invoiceId, { ...options, page: true }));
  expect((await fetch(address.stdout.trim())).status).toBe(200);
});

test('usage, audit log and users are listed page by page, for people and for programs', async () => {
  const { customer, options, page, own, as } = await place();
  await customer.generate();
  await customer.generate();
  const usage = await own(() => portal.portalUsageCommand(page));
  expect(usage.stdout.split('\n')[1]).toMatch(/ service-2 +key_\S+ +76 +0\.76$/);
  const first = eventsOf((await own(() => portal.portalUsageCommand({ ...page, limit: 1, json: true }))).stdout);
  expect(first).toMatchObject([{ event: 'usage', amount: COST }, { event: 'next' }]);
  const before = first[1].before;
  const second = eventsOf(
    (await own(() => portal.portalUsageCommand({ ...page, limit: 1, before, json: true }))).stdout,
  );
  expect(second).toHaveLength(1);
  expect(second[0].generationId).not.toBe(first[0].generationId);
  expect((await own(() => portal.portalAuditCommand(page))).stdout).toContain('billing.payment_method.set');

  expect((await own(() => portal.portalUsersCommand(options))).stdout).toMatch(/\nAda +usr_\S+ +developer +user /);
  const user = { ...options, plan: 'free', country: 'IN' } as const;
  expect((await own(() => portal.addUser('Grace', user))).sentence).toContain('Only the service’s operator');
  const { adminKey } = customer.service;
  expect((await as(adminKey, () => portal.addUser('Grace', user))).stdout).toMatch(/^Grace \(usr_\S+\) was added\./);
  // The owner of the service looks after another account.
  const theirs = await as(adminKey, () => portal.showStatus({ ...options, user: customer.userId, json: true }));
  expect(eventsOf(theirs.stdout)).toMatchObject([{ userId: customer.userId, spentThisMonth: 2 * COST }]);
});

test('refusals are said in words, and no key is printed', async () => {
  const { customer, options, own, as } = await place();
  const scoped = await as(customer.apiKey, () => portal.showStatus(options));
  expect(scoped).toMatchObject({ status: 1, stdout: '', sentence: expect.stringContaining('admin key') });
  const unknown = await own(() => portal.showInvoice('inv_none', options));
  expect(unknown).toMatchObject({ status: 1, sentence: expect.stringContaining('no such entry') });
  const nowhere = await own(() => portal.showStatus({ ...options, baseUrl: 'http://127.0.0.1:9' }));
  expect(nowhere.status).toBe(1);
  const said = [scoped, unknown, nowhere].map(({ stdout, stderr, sentence }) => stdout + stderr + sentence).join();
  for (const key of [customer.apiKey, customer.adminKey]) expect(said).not.toContain(key);
});
