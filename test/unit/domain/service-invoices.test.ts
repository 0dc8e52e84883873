import { expect, test } from 'vitest';
import {
  coveredBy,
  invoiceNotes,
  invoicesIn,
  type ServiceInvoice,
} from '../../../shared/domain/costs/service-invoices.ts';

const PLAIN: ServiceInvoice = {
  ...{ invoiceId: 'inv_2', number: 2, reason: 'month-end', month: '2026-11', issuedAt: Date.UTC(2026, 11, 1) },
  ...{ status: 'paid', usage: 12_400_000, carriedIn: 0, credit: 0, carriedOut: 0, total: 12_400_000 },
};

test('an invoice covers its month, up to when it was issued and from the one before in the same month', () => {
  const november = { from: Date.UTC(2026, 10), to: Date.UTC(2026, 11) };
  expect(coveredBy(PLAIN, null)).toEqual(november);
  // Issued days after the month: what was metered meanwhile belongs to the next one, and that to its own month.
  const late = { ...PLAIN, issuedAt: Date.UTC(2026, 11, 3) };
  expect(coveredBy(late, null)).toEqual(november);
  const december = { month: '2026-12', issuedAt: Date.UTC(2026, 11, 20, 12) };
  expect(coveredBy(december, late)).toEqual({ from: Date.UTC(2026, 11), to: december.issuedAt + 1 });
  const rest = { month: '2026-12', issuedAt: Date.UTC(2027, 0) };
  expect(coveredBy(rest, december)).toEqual({ from: december.issuedAt + 1, to: Date.UTC(2027, 0) });
});

test('a period has the invoices whose month it touches', () => {
  const all = ['2026-10', '2026-11', '2026-12'].map((month) => ({ month }));
  const months = (from: number, to: number) => invoicesIn(all, { from, to }).map(({ month }) => month);
  expect(months(Date.UTC(2026, 10), Date.UTC(2026, 11))).toEqual(['2026-11']);
  expect(months(Date.UTC(2026, 10, 30), Date.UTC(2026, 11, 2))).toEqual(['2026-11', '2026-12']);
  expect(months(Date.UTC(2026, 0), Date.UTC(2027, 0))).toHaveLength(3);
  expect(months(Date.UTC(2027, 0), Date.UTC(2028, 0))).toEqual([]);
});

test('a plain invoice needs no note; a first one, carried amounts, credit and thresholds each have theirs', () => {
  expect(invoiceNotes(PLAIN, PLAIN.usage)).toEqual([]);
  const notes = (changes: Partial<ServiceInvoice>, metered = PLAIN.usage) =>
    invoiceNotes({ ...PLAIN, ...changes }, metered).join(' ');
  expect(notes({ number: 1 })).toContain('first invoice');
  expect(notes({ reason: 'threshold' })).toContain('billing threshold');
  expect(notes({ carriedIn: 320_000 })).toContain('0.32 USD that earlier invoices carried over');
  expect(notes({ credit: 5_000_000 })).toContain('5.00 USD of promotional credit');
  expect(notes({ usage: 490_000, carriedOut: 490_000, total: 0 }, 490_000)).toBe(
    '0.49 USD is less than the minimum of 0.50 USD, so it is carried to the next invoice.',
  );
  expect(notes({ carriedOut: 4000 })).toContain('A part of a cent');
  expect(notes({}, 12_000_000)).toContain('The service metered 12.00 USD in this time, but the invoice has 12.40 USD.');
});
