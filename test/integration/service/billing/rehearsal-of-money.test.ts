import { expect, test, vi } from 'vitest';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { startService } from '../../../harness/service/test-service.ts';

const DAY_MS = 24 * 3_600_000;
/** What the tests' engine finds in every medium is 76 seconds long. */
const COST = 15_200_000;
const PRICES = { 'service-2': 200_000, 'service-3.5': 200_000 };

async function startPaidRehearsal() {
  const service = await startService({ rehearsal: true, configuration: { prices: PRICES } });
  const portal = async (path: string, body: unknown) => (await service.post(path, body, service.adminKey)).body;
  const { apiProjectId } = await service.uploadedProject('samples');
  const start = () => service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
  await portal('/portal/billing/payment_method', { paymentMethod: { label: 'Card' } });
  return { ...service, portal, start, rehearse: (change: unknown) => portal(LOCAL_PATHS.rehearsal, change) };
}

test('both kinds of 402: a spend limit that would be exceeded, and a declined payment', async () => {
  const { start, portal, rehearse, settled } = await startPaidRehearsal();
  await portal('/portal/billing/spend_limit', { limit: 11_000_000 });
  const limited = await start();
  expect([limited.status, limited.body.code]).toEqual([402, 'spendLimitExceeded']);
  expect(limited.body.billing).toEqual({ spendLimit: 11_000_000, spent: 0, held: 0, needed: COST });
  await portal('/portal/billing/spend_limit', { limit: null });

  await rehearse({ declinePayments: true });
  await settled((await start()).body);
  await vi.waitFor(async () => expect((await portal('/portal/billing/account', {})).paymentHold).toBe(true), 5000);
  const held = await start();
  expect([held.status, held.body.code]).toEqual([402, 'paymentFailed']);

  await rehearse({ declinePayments: false });
  const { invoices } = await portal('/portal/billing/invoices/list', {});
  await portal('/portal/billing/invoices/pay', { invoiceId: invoices[0].invoiceId });
  expect((await start()).status).toBe(200);
});

test('the end of the month comes when the clock is put forward', async () => {
  const { start, portal, rehearse, settled } = await startPaidRehearsal();
  await settled((await start()).body);
  const count = async () => (await portal('/portal/billing/invoices/list', {})).invoices.length as number;
  const before = await vi.waitFor(async () => {
    expect(await count()).toBeGreaterThan(0);
    return await count();
  }, 5000);
  expect((await portal('/portal/billing/account', {})).usage.month).toBe(COST);
  await settled((await start()).body);
  await rehearse({ moveClockMs: 32 * DAY_MS });
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(before), 5000);
  expect((await portal('/portal/billing/account', {})).usage.month).toBe(0);
});
