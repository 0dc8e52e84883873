/** An account at Cleartake's own service, for tests and pictures: full, and on hold. */

import type { PortalInvoiceView, PortalUsageView } from '../../../shared/contract/account/portal.ts';
import type { FakeDesk } from './fake-desk.ts';
import { STUDIO } from './scenes.ts';

const INVOICE: PortalInvoiceView = {
  ...{ invoiceId: 'inv_3', userId: 'usr_1', number: 3, reason: 'threshold', month: '2026-11', status: 'paid' },
  ...{ issuedAt: '2026-11-18T09:12:00Z', paidAt: '2026-11-18T09:12:02Z' },
  ...{ usage: 12_404_000, carriedIn: 0, credit: 0, carriedOut: 4000, total: 12_400_000 },
  lines: [
    { modelKey: 'service-2', generations: 14, billableSeconds: 12_808, pricePerSecond: 500, amount: 6_404_000 },
    { modelKey: 'service-3.5', generations: 3, billableSeconds: 3000, pricePerSecond: 2000, amount: 6_000_000 },
  ],
};

const EARLIER: readonly PortalInvoiceView[] = [
  {
    ...INVOICE,
    ...{ invoiceId: 'inv_2', number: 2, reason: 'month-end', month: '2026-10', issuedAt: '2026-11-01T00:00:10Z' },
    ...{ paidAt: '2026-11-01T00:00:12Z', usage: 8_000_000, credit: 4_000_000, carriedOut: 0, total: 4_000_000 },
    lines: [
      { modelKey: 'service-2', generations: 20, billableSeconds: 16_000, pricePerSecond: 500, amount: 8_000_000 },
    ],
  },
  {
    ...INVOICE,
    ...{ invoiceId: 'inv_1', number: 1, month: '2026-10', issuedAt: '2026-10-09T14:30:00Z', paidAt: null },
    ...{ usage: 1_000_000, credit: 1_000_000, carriedOut: 0, total: 0 },
    lines: [{ modelKey: 'service-2', generations: 4, billableSeconds: 2000, pricePerSecond: 500, amount: 1_000_000 }],
  },
];

const USAGE: readonly PortalUsageView[] = [6, 5, 4, 3, 2, 1].map((index) => ({
  generationId: `gen_81c${index}f0b27`,
  apiKeyId: 'key_2',
  modelKey: index % 3 === 0 ? 'service-3.5' : 'service-2',
  billableSeconds: 640 + index * 45,
  pricePerSecond: index % 3 === 0 ? 2000 : 500,
  amount: (640 + index * 45) * (index % 3 === 0 ? 2000 : 500),
  recordedAt: `2026-11-2${index % 4}T1${index}:24:00Z`,
}));

/** A producer's account in the middle of a month. */
export function portalScene(fake: FakeDesk): void {
  fake.addConnection({ ...STUDIO, name: 'Studio service' });
  fake.portal.account = {
    ...{ userId: 'usr_1', tier: 'developer', billingCountry: 'DE', paymentHold: false, hold: null },
    paymentMethod: { label: 'Studio card', addedAt: '2026-09-01T08:00:00Z' },
    ...{ downgradeAskedAt: null, spendLimit: 50_000_000, spentThisMonth: 41_200_000 },
    usage: { lifetime: 71_080_000, month: 41_200_000, billableSeconds: 20_944 },
    ...{ held: 640_000, unbilled: 3_720_000, unpaid: 0, credit: 0, carried: 4000, nextThreshold: 100_000_000 },
    alerts: [
      { amount: 25_000_000, reachedAt: '2026-11-14T10:05:00Z' },
      { amount: 40_000_000, reachedAt: '2026-11-22T18:41:00Z' },
      { amount: 50_000_000, reachedAt: null },
    ],
  };
  fake.portal.invoices = [INVOICE, ...EARLIER];
  fake.portal.usage = [...USAGE];
  const actorKeyId = 'key_0';
  const rows = [
    { action: 'billing.invoice.paid', target: 'inv_3', actorKeyId: null, details: { total: 12_400_000 } },
    { action: 'billing.invoice.issued', target: 'inv_3', actorKeyId: null, details: {} },
    { action: 'billing.spend_limit.set', target: 'usr_1', actorKeyId, details: { limit: 50_000_000 } },
    { action: 'key.rotated', target: 'key_2', actorKeyId, details: {} },
    { action: 'billing.upgraded', target: 'usr_1', actorKeyId, details: { creditGiven: true } },
  ] as const;
  fake.portal.entries = rows.map((row, index) => ({
    ...row,
    auditId: `aud_${index}`,
    userId: 'usr_1',
    createdAt: `2026-11-${18 - index}T09:12:02Z`,
  }));
  fake.portal.users = [
    { userId: 'usr_1', name: 'owner', tier: 'developer', operator: true, createdAt: '2026-09-01T08:00:00Z' },
    { userId: 'usr_2', name: 'Ada', tier: 'developer', operator: false, createdAt: '2026-09-14T08:00:00Z' },
  ];
}

/** The same account after a declined payment: recordings wait for the billing. */
export function portalHoldScene(fake: FakeDesk): void {
  portalScene(fake);
  fake.portal.account = {
    ...fake.portal.account,
    paymentHold: true,
    hold: { since: '2026-11-18T09:12:02Z', invoiceId: 'inv_3', amount: 12_400_000, payAt: null },
    unpaid: 12_400_000,
  };
  fake.portal.invoices = [{ ...INVOICE, status: 'declined', paidAt: null }, ...EARLIER];
  fake.park(STUDIO.id, 'paymentFailed');
}
