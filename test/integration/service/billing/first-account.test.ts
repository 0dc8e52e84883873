import { expect, test } from 'vitest';
import type { ServiceConfigurationInput } from '../../../../electron/service/configuration.ts';
import { PRICES, START } from '../../../harness/service/billing-account.ts';
import { makeReadyToPay } from '../../../harness/service/ready-to-pay.ts';
import { keptLog, startService, type TestService, temporaryFolder } from '../../../harness/service/test-service.ts';

/** A start of a folder as its owner makes it. @returns with what the log says to do first */
async function open(dataDirectory: string, configuration: ServiceConfigurationInput, earlier?: TestService) {
  const log = keptLog();
  const service = await startService({ dataDirectory, configuration, log }, earlier, { readyToPay: false });
  const said = log.lines.filter((line) => line.includes('has prices'));
  return { service, said, account: async () => (await ask(service, 'account')).body };
}

function ask({ adminKey, post }: TestService, call: string, body: object = {}) {
  return post(`/portal/billing/${call}`, body, adminKey);
}

async function start(service: TestService) {
  const { apiProjectId } = await service.uploadedProject('samples');
  return service.post(START, { apiProjectId });
}

test('the first account of a service with prices begins on the free tier, and each start says what to do until it is done', async () => {
  const folder = await temporaryFolder();
  const first = await open(folder, { prices: PRICES });
  expect(await first.account()).toMatchObject({ tier: 'free', paymentMethod: null, paymentHold: false });
  expect(first.said).toEqual([expect.stringContaining('add a payment method (/portal/billing/payment_method), then')]);
  expect(first.said.join()).not.toContain(first.service.adminKey);
  const refused = await start(first.service);
  expect([refused.status, refused.body.code]).toEqual([403, 'paidPlanRequired']);
  expect((await ask(first.service, 'upgrade')).body.code).toBe('paymentMethodRequired');
  await ask(first.service, 'payment_method', { paymentMethod: { label: 'Card' } });
  await first.service.close();

  const second = await open(folder, { prices: PRICES }, first.service);
  expect(second.said).toEqual([expect.stringMatching(/start anything, go to the developer tier/)]);
  await makeReadyToPay(second.service.baseUrl, second.service.adminKey);
  expect(await second.account()).toMatchObject({ tier: 'developer', credit: 5_000_000 });
  expect((await start(second.service)).status).toBe(200);
  await second.service.close();
  expect((await open(folder, { prices: PRICES }, second.service)).said).toEqual([]);
});

test('without prices the first account can start at once; once there are prices, it is told to add a payment method', async () => {
  const folder = await temporaryFolder();
  const free = await open(folder, {});
  expect([free.said, (await start(free.service)).status]).toEqual([[], 200]);
  await free.service.close();
  const { said } = await open(folder, { prices: PRICES }, free.service);
  expect(said).toEqual([expect.stringContaining('no payment method: its first invoice would be declined')]);
});
