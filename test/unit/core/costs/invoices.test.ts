import { expect, test } from 'vitest';
import { linesOf, openInvoice } from '../../../../electron/core/features/costs/read-invoice.ts';
import { guessColumns } from '../../../../shared/domain/costs/invoice-columns.ts';

const read = (text: string, columns: Parameters<typeof linesOf>[1] = null) => linesOf(openInvoice(text), columns);

test('CSV is read by its columns, whatever the country writes', () => {
  const english =
    'Date,Generation ID,Model,Duration (seconds),Total\n2026-10-14T16:20:00Z,g-1,Service 3.5,560,"$1,234.84"\n';
  expect(read(english)).toEqual({
    lines: [
      {
        ...{ row: 2, at: Date.UTC(2026, 9, 14, 16, 20), generationId: 'g-1', model: 'service-3.5', seconds: 560 },
        amount: 1_234_840_000,
      },
    ],
    rounding: 5000,
  });
  const german = '\ufeffGeneration;Datum time;Modell;Kosten cost\ng-2;14.10.2026;service-2;0,840000 USD\n;;;Summe\n';
  expect(read(german)).toMatchObject({ lines: [{ generationId: 'g-2', amount: 840_000 }], rounding: 0 });
  expect(new Date(read(german).lines[0]?.at ?? 0).getDate()).toBe(14);
});

test('columns with unusual names are named by the person', () => {
  const text = 'a,b,c\ng-1,2026-10-14,0.84\n';
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'notPossibleNow' }));
  const columns = { ...guessColumns([]), generationId: 'a', amount: 'c' };
  expect(read(text, columns).lines).toMatchObject([{ generationId: 'g-1', amount: 840_000, at: null }]);
});

test('JSON is what Cleartake’s own service lists', () => {
  const usage = [
    {
      generationId: 'g',
      modelKey: 'service-2',
      billableSeconds: 60,
      amount: 30_000,
      recordedAt: '2026-10-14T16:20:00Z',
    },
  ];
  const expected = { generationId: 'g', model: 'service-2', seconds: 60, amount: 30_000 };
  expect(read(JSON.stringify({ usage, next: null })).lines).toMatchObject([expected]);
  expect(read(JSON.stringify(usage)).lines).toMatchObject([expected]);
});

test.each(['', 'hello', '{"invoice":1}', '{', 'one column\n1\n'])('%j is no invoice', (text) => {
  expect(() => openInvoice(text)).toThrow(expect.objectContaining({ code: 'notPossibleNow' }));
});
