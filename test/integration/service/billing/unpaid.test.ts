/** What adding a payment method charges is told before: every invoice that is open or declined, not the oldest alone. */

import { expect, test, vi } from 'vitest';
import { LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { COST, startCustomer } from '../../../harness/service/billing-account.ts';

const FORTY_DAYS_MS = 40 * 24 * 60 * 60_000;

test('an account tells what all unpaid invoices come to, and another payment method withdraws exactly that', async () => {
  const customer = await startCustomer({ rehearsal: true });
  const { service } = customer;
  const rehearse = async (what: object) =>
    expect((await service.post(LOCAL_PATHS.rehearsal, what, service.adminKey)).status).toBe(200);
  expect(await customer.account()).toMatchObject({ unpaid: 0 });
  await rehearse({ declinePayments: true });
  // Two of them pass 1 USD, whose invoice is declined; the third one ends on hold, and the month's end bills it.
  const projects = [await customer.project(), await customer.project(), await customer.project()];
  const started = await Promise.all(projects.map((one) => customer.start(one)));
  expect(started.map(({ status }) => status)).toEqual([200, 200, 200]);
  const billed = { paymentHold: true, held: 0, unbilled: COST };
  await vi.waitFor(async () => expect(await customer.account()).toMatchObject(billed), 20_000);
  await rehearse({ moveClockMs: FORTY_DAYS_MS });
  const invoices = async () =>
    (await customer.portal('invoices/list')).body.invoices as { status: string; total: number }[];
  await vi.waitFor(
    async () => expect((await invoices()).map(({ status }) => status)).toEqual(['declined', 'declined']),
    {
      timeout: 20_000,
      interval: 200,
    },
  );
  const account = await customer.account();
  expect(account.hold.amount).toBe(2 * COST);
  expect(account.unpaid).toBe(3 * COST);
  await rehearse({ declinePayments: false });
  const { body: mended } = await customer.portal('payment_method', { paymentMethod: { label: 'Another card' } });
  expect(mended).toMatchObject({ unpaid: 0, hold: null });
  const paid = (await invoices()).filter(({ status }) => status === 'paid');
  expect(paid.reduce((sum, { total }) => sum + total, 0)).toBe(account.unpaid);
});
