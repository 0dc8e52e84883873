import { expect, test } from 'vitest';
import { type InvoiceLine, type LedgerCharge, reconcile } from '../../../shared/domain/costs/reconcile.ts';
import { reconciliationSentence } from '../../../shared/domain/costs/reconcile-words.ts';
import { createDraw } from '../../harness/simulation/draw.ts';

const DAY = 86_400_000;
const FROM = Date.UTC(2026, 9, 1);
const PERIOD = { from: FROM, to: Date.UTC(2026, 10, 1) };

/** A thousand charges of a month; many of them are equal but for their time. */
function charges(seed: number): LedgerCharge[] {
  const draw = createDraw(seed);
  return Array.from({ length: 1000 }, (_, id): LedgerCharge => {
    const seconds = draw.chance(0.3) ? 60 : draw.whole(61, 4000);
    const model = draw.chance(0.5) ? 'service-2' : 'service-3.5';
    const at = FROM + Math.floor((id * 30 * DAY) / 1000) + draw.whole(0, 60_000);
    const amount = seconds * (model === 'service-2' ? 500 : 1500);
    return { id, at, generationId: `g-${id}`, model, seconds, amount, recording: `${id}.wav`, refunded: false };
  });
}

const lineOf = ({ amount, at, generationId, id, model, seconds }: LedgerCharge): InvoiceLine => ({
  ...{ row: id + 1, at: at - 90_000, generationId, model, seconds, amount },
});

test('forty discrepancies among a thousand lines are found, and nothing else', () => {
  const ledger = charges(5).map((charge) => (charge.id % 100 === 99 ? { ...charge, refunded: true } : charge));
  const expected = new Map<number, string>();
  const lines = ledger.flatMap((charge): InvoiceLine[] => {
    const line = lineOf(charge);
    const kind = charge.refunded ? -1 : charge.id % 25;
    // A refunded charge is on the invoice in one of two cases.
    if (charge.refunded) {
      if (charge.id % 200 === 99) return [];
      expected.set(charge.id, 'refunded');
      return [line];
    }
    if (kind !== 7 || expected.size >= 40) return [line];
    const [what, changed] = (
      [
        ['amount', [{ ...line, amount: (line.amount ?? 0) + 1 }]],
        ['seconds', [{ ...line, seconds: (line.seconds ?? 0) + 1 }]],
        ['date', [{ ...line, at: charge.at + 3 * DAY }]],
        ['model', [{ ...line, model: charge.model === 'service-2' ? 'service-3.5' : 'service-2' }]],
        ['missing there', []],
        ['missing here', [line, { ...line, row: 5000 + charge.id, generationId: `elsewhere-${charge.id}` }]],
        ['twice', [line, { ...line, row: 5000 + charge.id }]],
      ] as [string, InvoiceLine[]][]
    )[((charge.id / 25) % 7) | 0] ?? ['', []];
    expected.set(charge.id, what);
    return changed;
  });
  expect(expected.size).toBeGreaterThanOrEqual(40);
  const result = reconcile(lines, ledger, PERIOD);
  const found = new Map<number, string>([
    ...result.different.map(({ charge, what }) => [charge.id, what.join()] as const),
    ...result.missingThere.map(({ id }) => [id, 'missing there'] as const),
    ...result.missingHere.map(({ row, twice }) => [row - 5000, twice ? 'twice' : 'missing here'] as const),
  ]);
  expect(new Map([...found].sort())).toEqual(new Map([...expected].sort()));
  expect(result.different.length + result.missingThere.length + result.missingHere.length).toBe(expected.size);
});

test('lines without ids find their charges by model, seconds, amount and date', () => {
  const ledger = charges(9);
  const lines = ledger.map((charge) => ({ ...lineOf(charge), generationId: null }));
  expect(reconcile(lines, ledger, PERIOD)).toMatchObject({ missingHere: [], missingThere: [], different: [] });
  const changed = lines.map((line, index) => (index === 400 ? { ...line, amount: 1 } : line)).toSpliced(700, 1);
  const result = reconcile(changed, ledger, PERIOD);
  expect(result.matched).toHaveLength(998);
  expect(result.missingThere).toHaveLength(1);
  expect(result.different).toMatchObject([{ line: { row: 401 }, what: ['amount'] }]);
});

test('cents on the invoice agree with micro-USD in the ledger, and charges outside its month are not missed', () => {
  const [charge] = charges(1);
  if (charge === undefined) throw new Error('No charge');
  const ledger = [
    { ...charge, amount: 123_456 },
    { ...charge, id: 2, generationId: 'later', at: PERIOD.to + 1 },
  ];
  const line = { ...lineOf(charge), amount: 120_000 };
  expect(reconcile([line], ledger, PERIOD, 5000)).toMatchObject({ matched: [{}], missingThere: [] });
  expect(reconcile([line], ledger, PERIOD).different).toMatchObject([{ what: ['amount'] }]);
});

test('a sentence says what to do', () => {
  const ledger = charges(2).slice(0, 3);
  const lines = ledger.map(lineOf);
  const say = (invoice: readonly InvoiceLine[]) => reconciliationSentence(reconcile(invoice, ledger, PERIOD));
  expect(say(lines)).toBe('All 3 lines agree. Nothing to do.');
  expect(say(lines.slice(1))).toMatch(/^You haven’t been billed for 1 charge .*Check again when the next invoice/);
  expect(say([...lines, { ...lineOf(ledger[0] as LedgerCharge), row: 9 }])).toMatch(/^1 restoration is billed twice/);
  expect(say([...lines, { ...lineOf(ledger[0] as LedgerCharge), generationId: 'x' }])).toMatch(
    /^1 line .* is not in your ledger/,
  );
});
