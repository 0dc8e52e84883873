/** Costs of a producer's year: two models, two services, shows, and a blind test that speaks against the more expensive model. */

import type { CostRow, ServiceInvoiceView } from '../../../shared/contract/costs.ts';
import { addCosts, type CostBy, type CostSums, NO_COSTS } from '../../../shared/domain/costs/cost-sums.ts';
import type { LedgerLine } from '../../../shared/domain/costs/ledger-lines.ts';
import { MODEL_IDS, type ModelId } from '../../../shared/domain/models.ts';
import type { FakeCosts } from './cost-handlers.ts';
import { STUDIO } from './scenes.ts';

const USD = 1_000_000;
const sums = (charged: number, generations: number, more: Partial<CostSums> = {}): CostSums => ({
  ...NO_COSTS,
  charged: Math.round(charged * USD),
  generations,
  seconds: generations * 1450,
  ...more,
});

/** USD of the last twelve months with each model, the present month last. */
const MONTHS = [8.1, 12.46, 31.08, 44.9, 58.72, 77.15, 96.4, 72.36, 61.2, 80.05, 92.4, 83.2];

const SHOWS: readonly (readonly [folder: string, two: number, three: number, preferred: number | null])[] = [
  ['/shows/Sommerfolgen 2026/', 17.76, 18.36, 10],
  ['/shows/Harbour Voices/', 4.4, 13.2, 9],
  ['/shows/Open Line/', 2.13, 6.39, 3],
  ['/shows/Museum audio guide/', 2.1, 6.29, null],
  ['', 1, 2.31, null],
];

/** @param now milliseconds since the epoch */
export function costScene(now: number): FakeCosts {
  const month = (back: number) => {
    const date = new Date(now);
    return back === 0 ? now - 60_000 : new Date(date.getFullYear(), date.getMonth() - back, 12).getTime();
  };
  const charges = MONTHS.flatMap((usd, index) => {
    const back = MONTHS.length - 1 - index;
    const isPresent = back === 0;
    const added = isPresent ? { short: 64, addedByMinimum: 3.06 * USD, reused: 11, saved: 14.28 * USD } : {};
    return [
      { ...sums(usd * 0.39, 70), at: month(back), model: 'service-2' as ModelId, connectionId: STUDIO.id },
      { ...sums(usd * 0.61, 44, added), at: month(back), model: 'service-3.5' as ModelId, connectionId: STUDIO.id },
    ];
  });
  const prices = [
    [400, 500, 2000],
    [50, 500, 1500],
  ] as const;
  return {
    charges,
    held: 2.34 * USD,
    rows: rowsOf(now),
    lines: linesOf(now),
    prices: prices.flatMap(([days, ...each]) =>
      each.map((price, index) => ({
        ...{ connectionId: STUDIO.id, connection: STUDIO.name, model: MODEL_IDS[index] ?? 'service-2' },
        ...{ fromAt: now - days * 86_400_000, price },
      })),
    ),
    accounts: {
      [STUDIO.id]: {
        usage: { lifetime: 83.2 * USD, month: 83.2 * USD },
        ...{ unbilled: 0.32 * USD, credit: 1.25 * USD, carried: 0.04 * USD },
        ...{ nextThreshold: 100 * USD, spendLimit: null, paymentMethod: { label: 'Visa ending in 4242' } },
      },
    },
    connections: [{ id: STUDIO.id, name: STUDIO.name }],
    invoices: invoicesOf(now),
  };
}

function rowsOf(now: number): Partial<Record<CostBy, readonly CostRow[]>> {
  const row = (key: string, label: string, two: number, three: number): CostRow => {
    const models = [
      { model: 'service-2' as const, ...sums(two, 12) },
      { model: 'service-3.5' as const, ...sums(three, 12, { short: 3, addedByMinimum: 0.23 * USD }) },
    ];
    const total = models.reduce<CostSums>(addCosts, NO_COSTS);
    return { id: key, label, detail: key, batches: 3, lastAt: now, total, models, preference: null };
  };
  const shows = SHOWS.map(([folder, two, three, preferred]) => ({
    ...row(folder, folder.split('/').at(-2) ?? '', two, three),
    preference:
      preferred === null
        ? null
        : {
            ...{ model: 'service-3.5' as const, preferred, of: 12 },
            avoidable: Math.round((three * USD * (12 - preferred)) / 12),
          },
  }));
  return {
    show: shows,
    batch: [{ ...row('b', 'ep-041 interview.m4a', 14, 30), detail: String(now) }],
    model: MODEL_IDS.map((id, index) => row(id, index === 0 ? 'Service 2.0' : 'Service 3.5', 30, 50)),
    connection: [row(STUDIO.id, STUDIO.name, 32, 51)],
  };
}

function linesOf(now: number): LedgerLine[] {
  const kinds = ['release', 'charge', 'hold', 'quote'] as const;
  return Array.from({ length: 400 }, (_, index): LedgerLine => {
    const kind = index === 5 ? 'refund' : (kinds[index % 4] ?? 'hold');
    const seconds = 60 + ((index * 37) % 1900);
    return {
      ...{ id: 1000 - index, at: now - index * 400_000, kind, jobId: 'j', batchId: 'b', folder: '/shows/Open Line/' },
      ...{ recording: `Open Line – caller ${400 - index}.wav`, connectionId: STUDIO.id, connection: STUDIO.name },
      ...{ model: index % 8 < 4 ? 'service-2' : 'service-3.5', seconds, amount: seconds * 500 },
      ...{ addedByMinimum: kind === 'charge' ? 0 : null, generationId: `g-${(900_000 - index).toString(16)}` },
    };
  });
}

/** An account's first two: one at a threshold, and one that is too small to be withdrawn. */
function invoicesOf(now: number): ServiceInvoiceView[] {
  const month = new Date(now).toISOString().slice(0, 7);
  return [
    {
      invoiceId: 'inv_2',
      number: 2,
      reason: 'month-end',
      month,
      issuedAt: now,
      status: 'paid',
      usage: 320_000,
      carriedIn: 4000,
      credit: 0,
      carriedOut: 324_000,
      total: 0,
    },
    {
      invoiceId: 'inv_1',
      number: 1,
      reason: 'threshold',
      month,
      issuedAt: now - 86_400_000,
      status: 'open',
      usage: 71_524_000,
      carriedIn: 0,
      credit: 5_000_000,
      carriedOut: 4000,
      total: 66_520_000,
    },
  ];
}
