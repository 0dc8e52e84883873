/** "Limits": going up to the developer tier, its credit, and going down again. */

import { expect } from 'vitest';
import { accountOf, addCard, bill, CENT, invoicesOf, makePayer, spend, tryBill, USD } from '../tools/money.ts';
import { rehearse } from '../tools/rehearsal.ts';
import { rowsOf, section } from '../tools/rows.ts';
import { once, start, uploadedProject } from '../tools/work.ts';

const BILLING = ['accounts', 'billing'] as const;
const PRICED = [...BILLING, 'prices'] as const;
const TIMED = [...PRICED, 'rehearsal'] as const;

const limit = rowsOf('Limits · ');

section('Limits, plans', () => {
  limit('"Upgrading from the free tier needs a valid payment method"', BILLING, async () => {
    const payer = await makePayer({ tier: 'free' });
    const refused = await tryBill(payer, 'upgrade');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect((await accountOf(payer)).tier).toBe('free');
  });

  const upgraded = once(async () => {
    const payer = await makePayer({ tier: 'free' });
    await addCard(payer);
    await bill(payer, 'upgrade');
    return { payer, account: await accountOf(payer), invoices: await invoicesOf(payer) };
  });

  limit('"Upgrading … takes effect at once"', BILLING, async () => {
    const { payer, account } = await upgraded();
    expect(account.tier).toBe('developer');
    const { apiProjectId } = await uploadedProject({ key: payer.scoped.key });
    expect((await start('service-2', apiProjectId, { key: payer.scoped.key })).status).toBe(200);
  });
  limit('"Upgrading … with no immediate charge"', BILLING, async () => {
    const { payer, invoices } = await upgraded();
    expect(invoices).toEqual([]);
    const { entries } = await bill(payer, 'ledger/list');
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'payment')).toEqual([]);
  });
  limit('One-time usage credit on upgrade to the developer tier · "5 USD"', BILLING, async () => {
    expect((await upgraded()).account.credit).toBe(5 * USD);
  });
  limit('"One-time usage credit" (not a second time)', BILLING, async () => {
    const payer = await makePayer({ tier: 'free' });
    await addCard(payer);
    await bill(payer, 'upgrade');
    await bill(payer, 'downgrade');
    await bill(payer, 'upgrade');
    expect((await accountOf(payer)).credit).toBeLessThanOrEqual(5 * USD);
    const { entries } = await bill(payer, 'ledger/list');
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'credit')).toHaveLength(1);
  });
  limit('credit · "applied to future invoices after a payment method is added"', [...BILLING, 'second'], async () => {
    const payer = await makePayer({ dear: true, tier: 'free' });
    await addCard(payer);
    await bill(payer, 'upgrade');
    await spend(payer, 'service-3.5');
    const [invoice] = await invoicesOf(payer);
    expect(invoice).toMatchObject({ usage: 6 * USD, credit: 5 * USD, total: 1 * USD, status: 'paid' });
    expect((await accountOf(payer)).credit).toBe(0);
  });

  limit('"Downgrading to the free tier is possible at any time"', BILLING, async () => {
    const payer = await makePayer();
    await bill(payer, 'downgrade');
    expect((await accountOf(payer)).tier).toBe('free');
  });
  limit('"issues a final invoice that must be paid first"', TIMED, async () => {
    const payer = await makePayer();
    for (let time = 0; time < 2; time++) await spend(payer, 'service-2');
    await rehearse({ declinePayments: true });
    try {
      const refused = await tryBill(payer, 'downgrade');
      expect(refused.status).toBe(402);
      expect(refused.json.code).toBe('paymentFailed');
      expect((await accountOf(payer)).tier).toBe('developer');
    } finally {
      await rehearse({ declinePayments: false });
    }
    await bill(payer, 'downgrade');
    expect((await accountOf(payer)).tier).toBe('free');
    const invoices = await invoicesOf(payer);
    expect(invoices.map(({ reason, status, total }) => [reason, status, total])).toEqual([
      ['final', 'paid', 60 * CENT],
    ]);
  });

  limit('Minimum amount billed · "smaller totals are not charged" (a final invoice of 0.30)', PRICED, async () => {
    const payer = await makePayer();
    await spend(payer, 'service-2');
    await bill(payer, 'downgrade');
    expect((await accountOf(payer)).tier).toBe('free');
    for (const { total } of await invoicesOf(payer)) expect(total).toBe(0);
  });
});
