/** "Limits": metering, minimum, credit, plans, spend limits. Rows here move the clock. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { must, send } from '../tools/client.ts';
import { wav } from '../tools/media.ts';
import {
  accountOf,
  bill,
  CENT,
  invoicesOf,
  makePayer,
  type Payer,
  spend,
  tryBill,
  USD,
  usageOf,
} from '../tools/money.ts';
import { HOUR_MS, MINUTE_MS, passTime, rehearse, serviceTime } from '../tools/rehearsal.ts';
import { row, section } from '../tools/rows.ts';
import { DOWNLOAD, once, pause, restored, sample, start, uploadedProject } from '../tools/work.ts';

const BILLING = ['accounts', 'billing'] as const;
const PRICED = [...BILLING, 'prices'] as const;
const TIMED = [...PRICED, 'rehearsal'] as const;

/** The service's clock goes to the first minutes of its next month. */
async function toNextMonth(): Promise<void> {
  const now = await serviceTime();
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 5);
  await passTime(next - now.getTime());
}

/** Invoices after the month's end, which a service bills once it has noticed it. @param count of those to wait for */
async function invoicesNextMonth(payer: Payer, count: number): ReturnType<typeof invoicesOf> {
  await toNextMonth();
  const until = performance.now() + 5000;
  for (;;) {
    const invoices = await invoicesOf(payer);
    if (invoices.length >= count || performance.now() > until) return invoices;
    await pause(20);
  }
}

/** Seconds of media, and the seconds that the specification bills for them. */
const BILLED_AS = [
  [1, 60, 'The minimum billable duration is 60 seconds per generation request.'],
  [30, 60, 'a request of 30 seconds is billed as 60'],
  [80, 80, 'a request of 80 seconds is billed as 80'],
] as const;

section('Limits', () => {
  const meter = once(() => makePayer());
  /** Seconds that each medium was billed, all restored at once. */
  const metered = once(async () => {
    const payer = await meter();
    const bill = async ([seconds]: readonly [number, ...unknown[]]) =>
      [seconds, (await usageOf(payer, await spend(payer, 'service-2', wav(seconds)))).billableSeconds] as const;
    return new Map(await Promise.all(BILLED_AS.map(bill)));
  });
  for (const [seconds, billed, quote] of BILLED_AS) {
    row(`Limits · Minimum billable duration · "${quote}"`, BILLING, async () => {
      expect((await metered()).get(seconds)).toBe(billed);
    });
  }

  row('Limits · "Usage is billed per second of processing time." (amount = seconds × price)', BILLING, async () => {
    const payer = await meter();
    await spend(payer, 'service-2');
    const { usage } = await bill(payer, 'usage/list');
    for (const one of usage) expect(one.amount).toBe(one.billableSeconds * one.pricePerSecond);
    expect((await accountOf(payer)).usage.lifetime).toBe(
      usage.reduce((sum: number, one: { amount: number }) => sum + one.amount, 0),
    );
  });

  row(
    'Limits · Minimum billable duration · "per generation request" (two requests are 60 seconds each)',
    BILLING,
    async () => {
      const payer = await makePayer();
      await spend(payer, 'service-2');
      await spend(payer, 'service-2');
      expect((await accountOf(payer)).usage.billableSeconds).toBe(120);
    },
  );

  const link = once(async () => {
    const { apiProjectId, 'service-2': generationId } = await sample();
    const ids = { apiProjectId, generationId, downloadType: 'audio' };
    const { downloadUrl } = await must(DOWNLOAD, ids, target.apiKey);
    const status = async (url: string) => (await send(url, { method: 'GET' })).status;
    const fresh = await status(downloadUrl);
    await passTime(HOUR_MS + 50 * MINUTE_MS);
    const before = await status(downloadUrl);
    await passTime(20 * MINUTE_MS);
    const after = await status(downloadUrl);
    const { downloadUrl: next } = await must(DOWNLOAD, ids, target.apiKey);
    return { fresh, before, after, renewed: await status(next) };
  });

  row('Limits · Signed download URL lifetime · "About two hours." (good after 1 h 50)', ['rehearsal'], async () => {
    expect(await link()).toMatchObject({ fresh: 200, before: 200 });
  });
  row('Limits · Signed download URL lifetime · "About two hours." (refused after 2 h 10)', ['rehearsal'], async () => {
    expect([401, 403, 410]).toContain((await link()).after);
  });
  row(
    'Generation endpoints · rule 1 · "expires after about two hours; request a new one when expired"',
    ['rehearsal'],
    async () => {
      expect((await link()).renewed).toBe(200);
    },
  );

  row('Limits · "Spend limits … Configurable on developer tier accounts"', PRICED, async () => {
    const payer = await makePayer();
    // One generation of service-2 costs 0.30 USD: one fits exactly, a second does not.
    await bill(payer, 'spend_limit', { limit: 30 * CENT });
    await spend(payer, 'service-2');
    const { apiProjectId } = await uploadedProject({ key: payer.scoped.key });
    const refused = await start('service-2', apiProjectId, { key: payer.scoped.key });
    expect([refused.status, refused.json.code]).toEqual([402, 'spendLimitExceeded']);
    expect((await accountOf(payer)).spendLimit).toBe(30 * CENT);
  });
  row('Limits · "budget alerts … Configurable on developer tier accounts"', PRICED, async () => {
    const payer = await makePayer();
    await bill(payer, 'alerts', { amounts: [25 * CENT, 45 * CENT] });
    await spend(payer, 'service-2');
    const { alerts } = await accountOf(payer);
    const reached = alerts.map(({ amount, reachedAt }: { amount: number; reachedAt: unknown }) => [
      amount,
      reachedAt !== null,
    ]);
    expect(reached).toEqual([
      [25 * CENT, true],
      [45 * CENT, false],
    ]);
  });
  row('Limits · spend limits and budget alerts are not for the free tier', BILLING, async () => {
    const payer = await makePayer({ tier: 'free' });
    for (const reply of [
      await tryBill(payer, 'spend_limit', { limit: USD }),
      await tryBill(payer, 'alerts', { amounts: [USD] }),
    ]) {
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
    }
  });

  const months = once(async () => {
    const payer = await makePayer();
    await spend(payer, 'service-2');
    const first = await invoicesNextMonth(payer, 1);
    const carried = await accountOf(payer);
    await spend(payer, 'service-2');
    return { first, carried, second: await invoicesNextMonth(payer, 2) };
  });
  const paid = (invoices: readonly { total: number }[]) => invoices.reduce((sum, { total }) => sum + total, 0);

  row(
    'Limits · Minimum amount billed · "0.50 USD; smaller totals are not charged." (0.30 at month end)',
    TIMED,
    async () => {
      expect(paid((await months()).first)).toBe(0);
    },
  );
  row('Limits · Minimum amount billed · "0.50 USD" (a total of 0.60 is charged)', TIMED, async () => {
    expect(paid((await months()).second)).toBe(60 * CENT);
  });
  row('Limits · "Invoices are issued at month end"', TIMED, async () => {
    const last = (await months()).second.at(-1);
    expect(last).toMatchObject({ reason: 'month-end', total: 60 * CENT });
  });
  row('Limits · "payment is withdrawn automatically" (month end)', TIMED, async () => {
    const last = (await months()).second.at(-1);
    expect(last.status).toBe('paid');
    expect(last.paidAt).not.toBeNull();
  });
  row('Limits · a declined withdrawal becomes a payment hold: 402 paymentFailed', [...TIMED, 'second'], async () => {
    const payer = await makePayer({ dear: true });
    const at = { key: payer.scoped.key, baseUrl: payer.baseUrl };
    const { apiProjectId } = await uploadedProject(at);
    await rehearse({ declinePayments: true }, payer.baseUrl);
    try {
      await restored('service-2', at);
      const [invoice] = await invoicesOf(payer);
      expect(invoice.status).toBe('declined');
      const refused = await start('service-2', apiProjectId, at);
      expect([refused.status, refused.json.code]).toEqual([402, 'paymentFailed']);
    } finally {
      await rehearse({ declinePayments: false }, payer.baseUrl);
    }
  });
});
