import { expect, test } from 'vitest';
import { invoicesOf, meteredLines, readAccount } from '../../../../electron/core/features/costs/service-billing.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Operation } from '../../../../shared/service-api/operation.ts';

/** A service that answers each call with the body of its path. */
function answering(bodies: Readonly<Record<string, unknown>>) {
  const portal = async ({ answer, path }: Operation) => {
    const read = answer.safeParse(bodies[path]);
    if (!read.success) throw new CleartakeError('serviceAnswerUnreadable', { detail: path });
    return read.data;
  };
  return { portal } as never;
}

const AMOUNTS = { usage: 2_000_000, carriedIn: 0, credit: 500_000, carriedOut: 0, total: 1_500_000 };
const INVOICE = {
  ...{ invoiceId: 'inv_1', number: 1, reason: 'month-end', month: '2026-10', status: 'paid' },
  ...{ issuedAt: '2026-11-01T00:00:10Z', ...AMOUNTS },
};
const USAGE = { generationId: 'gen_1', modelKey: 'service-2', billableSeconds: 60, amount: 30_000 };
const OCTOBER = { from: Date.UTC(2026, 9), to: Date.UTC(2026, 10) };

test('a service that says no more of its billing than Costs shows is read', async () => {
  const figures = {
    ...{ spendLimit: null, unbilled: 10, credit: 0, carried: 5, nextThreshold: 1_000_000 },
    paymentMethod: { label: 'Studio card' },
    usage: { lifetime: 20, month: 10 },
  };
  const client = answering({
    '/portal/billing/account': figures,
    '/portal/billing/invoices/list': { invoices: [INVOICE], next: null },
    '/portal/billing/usage/list': { usage: [{ ...USAGE, recordedAt: '2026-10-14T10:00:00Z' }], next: null },
  });
  expect(await readAccount({ client: async () => client }, 'studio')).toEqual(figures);
  expect(await invoicesOf(client, OCTOBER)).toEqual([{ ...INVOICE, issuedAt: Date.UTC(2026, 10, 1, 0, 0, 10) }]);
  expect(await meteredLines(client, OCTOBER.from, OCTOBER.to)).toMatchObject([
    { generationId: 'gen_1', model: 'service-2', seconds: 60, amount: 30_000 },
  ]);
});

test('a service that says something else has no account, and its invoices are refused', async () => {
  const client = answering({
    '/portal/billing/account': { balance: 12 },
    '/portal/billing/invoices/list': { invoices: [{ ...INVOICE, month: 'October' }], next: null },
  });
  expect(await readAccount({ client: async () => client }, 'studio')).toBeNull();
  await expect(invoicesOf(client, OCTOBER)).rejects.toMatchObject({ code: 'serviceAnswerUnreadable' });
});
