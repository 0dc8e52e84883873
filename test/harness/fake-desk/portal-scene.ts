/** An account at Cleartake's own service, for tests and pictures: full, and on hold. */

import type { PortalInvoiceView, PortalUsageView } from '../../../shared/contract/portal.ts';
import type { FakeDesk } from './fake-desk.ts';
import { STUDIO } from './scenes.ts';

const INVOICE: PortalInvoiceView = {
  ...{ invoiceId: 'inv_3', number: 3, reason: 'threshold', month: '2026-11', status: 'paid' },
  ...{ issuedAt: '2026-11-18T09:12:00Z', paidAt: '2026-11-18T09:12:02Z' },
  ...{ usage: 12_404_000, carriedIn: 0, credit: 0, carriedOut: 4000, total: 12_400_000 },
  lines: [
    { model: 'service-2', generations: 14, seconds: 12_808, pricePerSecond: 500, amount: 6_404_000 },
    { model: 'service-3.5', generations: 3, seconds: 3000, pricePerSecond: 2000, amount: 6_000_000 },
  ],
};

const EARLIER: readonly PortalInvoiceView[] = [
  {
    ...INVOICE,
    ...{ invoiceId: 'inv_2', number: 2, reason: 'month-end', month: '2026-10', issuedAt: '2026-11-01T00:00:10Z' },
    ...{ paidAt: '2026-11-01T00:00:12Z', usage: 8_000_000, credit: 4_000_000, carriedOut: 0, total: 4_000_000 },
    lines: [{ model: 'service-2', generations: 20, seconds: 16_000, pricePerSecond: 500, amount: 8_000_000 }],
  },
  {
    ...INVOICE,
    ...{ invoiceId: 'inv_1', number: 1, month: '2026-10', issuedAt: '2026-10-09T14:30:00Z', paidAt: null },
    ...{ usage: 1_000_000, credit: 1_000_000, carriedOut: 0, total: 0 },
    lines: [{ model: 'service-2', generations: 4, seconds: 2000, pricePerSecond: 500, amount: 1_000_000 }],
  },
];

const USAGE: readonly PortalUsageView[] = [6, 5, 4, 3, 2, 1].map((index) => ({
  generationId: `gen_81c${index}f0b27`,
  by: 'key_2',
  model: index % 3 === 0 ? 'service-3.5' : 'service-2',
  seconds: 640 + index * 45,
  amount: (640 + index * 45) * (index % 3 === 0 ? 2000 : 500),
  at: `2026-11-2${index % 4}T1${index}:24:00Z`,
}));

/** A producer's account in the middle of a month. */
export function portalScene(fake: FakeDesk): void {
  fake.addConnection({ ...STUDIO, name: 'Studio service' });
  fake.portal.account = {
    ...{ userId: 'usr_1', plan: 'developer', country: 'DE', paymentMethod: 'Studio card', hold: null },
    ...{ leavingSince: null, spendLimit: 50_000_000, lifetime: 71_080_000, month: 41_200_000, monthSeconds: 20_944 },
    ...{ held: 640_000, unbilled: 3_720_000, unpaid: 0, credit: 0, carried: 4000, nextThreshold: 100_000_000 },
    alerts: [
      { amount: 25_000_000, reachedAt: '2026-11-14T10:05:00Z' },
      { amount: 40_000_000, reachedAt: '2026-11-22T18:41:00Z' },
      { amount: 50_000_000, reachedAt: null },
    ],
  };
  fake.portal.invoices = [INVOICE, ...EARLIER];
  fake.portal.usage = [...USAGE];
  const by = 'key_0';
  fake.portal.entries = [
    ...[
      { action: 'billing.invoice.paid', target: 'inv_3', by: null, details: '{"total":12400000}' },
      { action: 'billing.invoice.issued', target: 'inv_3', by: null, details: '' },
      { action: 'billing.spend_limit.set', target: 'usr_1', by, details: '{"limit":50000000}' },
      { action: 'key.rotated', target: 'key_2', by, details: '' },
      { action: 'billing.upgraded', target: 'usr_1', by, details: '{"creditGiven":true}' },
    ].map((entry, index) => ({ auditId: `aud_${index}`, at: `2026-11-${18 - index}T09:12:02Z`, ...entry })),
  ];
  fake.portal.users = [
    { userId: 'usr_1', name: 'owner', plan: 'developer', operator: true, createdAt: '2026-09-01T08:00:00Z' },
    { userId: 'usr_2', name: 'Ada', plan: 'developer', operator: false, createdAt: '2026-09-14T08:00:00Z' },
  ];
}

/** The same account after a declined payment: recordings wait for the billing. */
export function portalHoldScene(fake: FakeDesk): void {
  portalScene(fake);
  fake.portal.account = {
    ...fake.portal.account,
    hold: { since: '2026-11-18T09:12:02Z', invoiceId: 'inv_3', amount: 12_400_000 },
    unpaid: 12_400_000,
  };
  fake.portal.invoices = [{ ...INVOICE, status: 'declined', paidAt: null }, ...EARLIER];
  fake.park(STUDIO.id, 'paymentFailed');
}
