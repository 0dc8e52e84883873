/** "Limits": progressive billing, at the second service, where 60 seconds cost 6 USD of service-3.5 and 300 USD of service-2. */

import { expect } from 'vitest';
import { accountOf, invoicesOf, makePayer, USD } from '../tools/money.ts';
import { row, rowsOf, section } from '../tools/rows.ts';
import { once, restoredAgain, uploadedProject } from '../tools/work.ts';

const NEEDS = ['accounts', 'billing', 'second'] as const;

/** What was there after each generation. */
interface Step {
  /** Cumulative usage in whole USD. */
  readonly usage: number;
  readonly invoices: number;
  readonly next: number | null;
}

/** 6, 12, 312, 612, 912, 1212 and 1512 USD of usage, one after the other. */
async function climb(billingCountry: string): Promise<{ steps: Step[]; totals: number[]; statuses: string[] }> {
  const payer = await makePayer({ dear: true, billingCountry });
  const who = { key: payer.scoped.key, baseUrl: payer.baseUrl };
  const steps: Step[] = [];
  const { apiProjectId } = await uploadedProject(who);
  for (const model of ['service-3.5', 'service-3.5', ...new Array(5).fill('service-2')]) {
    await restoredAgain(model, apiProjectId, who);
    const invoices = await invoicesOf(payer);
    const { usage, nextThreshold } = await accountOf(payer);
    const next = nextThreshold === null ? null : nextThreshold / USD;
    steps.push({ usage: usage.lifetime / USD, invoices: invoices.length, next });
  }
  const invoices = await invoicesOf(payer);
  return {
    steps,
    totals: invoices.map(({ total, credit }) => (total + credit) / USD),
    statuses: invoices.map(({ status }) => status),
  };
}

/** Both at once: they are two accounts. */
const both = once(() => Promise.all([climb('US'), climb('IN')]));
const american = async () => (await both())[0];
const indian = async () => (await both())[1];

const passed = (steps: readonly Step[], from: number, to: number) => {
  const at = (usage: number) => steps.find((step) => step.usage === usage)?.invoices ?? (usage === 0 ? 0 : Number.NaN);
  return at(to) - at(from);
};

const progressive = rowsOf('Limits · Progressive billing thresholds · ');

section('Limits, thresholds', () => {
  const CROSSED = [
    [1, 0, 6],
    [10, 6, 12],
    [100, 12, 312],
    [500, 312, 612],
    [1000, 912, 1212],
  ] as const;
  for (const [threshold, from, to] of CROSSED) {
    progressive(`"${threshold}" USD (usage goes from ${from} to ${to})`, NEEDS, async () => {
      expect(passed((await american()).steps, from, to)).toBe(1);
    });
  }
  progressive('none between 500 and 1000 (usage goes from 612 to 912)', NEEDS, async () => {
    expect(passed((await american()).steps, 612, 912)).toBe(0);
  });
  progressive('"cumulative usage, one time"', NEEDS, async () => {
    const { steps } = await american();
    expect(steps.at(-1)?.invoices).toBe(5);
    expect(steps.map(({ next }) => next)).toEqual([10, 100, 500, 1000, 1000, null, null]);
  });
  row('Limits · "after 1000 only monthly billing continues" (usage goes from 1212 to 1512)', NEEDS, async () => {
    const { steps } = await american();
    expect(passed(steps, 1212, 1512)).toBe(0);
    expect(steps.at(-1)?.next).toBeNull();
  });
  row('Limits · "Invoices are issued … at a threshold" (over all that is unbilled)', NEEDS, async () => {
    expect((await american()).totals).toEqual([6, 6, 300, 300, 600]);
  });
  row('Limits · "payment is withdrawn automatically" (threshold)', NEEDS, async () => {
    const { statuses } = await american();
    expect(new Set(statuses)).toEqual(new Set(['paid']));
  });

  const INDIAN = [
    [1, 0, 6],
    [10, 6, 12],
    [100, 12, 312],
    [600, 312, 612],
    [900, 612, 912],
    [1200, 912, 1212],
    [1500, 1212, 1512],
  ] as const;
  for (const [threshold, from, to] of INDIAN) {
    const quote = threshold > 10 ? `then every 100 USD" (${threshold}` : `${threshold}" (${threshold}`;
    row(
      `Limits · Thresholds for customers with an Indian billing address · "${quote}, usage goes from ${from} to ${to})`,
      NEEDS,
      async () => {
        expect(passed((await indian()).steps, from, to)).toBe(1);
      },
    );
  }
  row('Limits · Indian billing address · "every 100 USD; 500 and 1000 do not apply"', NEEDS, async () => {
    expect((await indian()).steps.map(({ next }) => next)).toEqual([10, 100, 400, 700, 1000, 1300, 1600]);
  });
});
