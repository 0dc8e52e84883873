import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyCommand, type Book, type BookInvoice, live, openBook } from '../../harness/money/book.ts';
import { anyLife, type MoneyCommand } from '../../harness/money/commands.ts';
import { MONEY_PROPERTIES } from '../../harness/money/properties.ts';
import { depth } from '../depth.ts';

const RUNS = depth(1000, 10_000);

test('there are enough properties', () => {
  expect(Object.keys(MONEY_PROPERTIES).length).toBeGreaterThanOrEqual(10);
});

for (const [claim, property] of Object.entries(MONEY_PROPERTIES)) {
  test(claim, () => {
    fc.assert(property, { numRuns: RUNS });
  }, 60_000);
}

test('the lives that are drawn meet what the properties are about', () => {
  const drawn = fc.sample(anyLife(), { numRuns: 2_000, seed: 1 });
  const lives = drawn.map((commands) => live(commands));
  const limited = drawn.filter(meetsItsLimit).length;
  const share = (has: (book: Book) => boolean) => lives.filter(has).length / lives.length;
  const invoiced = (has: (invoice: BookInvoice) => boolean) => share(({ invoices }) => invoices.some(has));
  const met = {
    'a threshold': invoiced(({ reason }) => reason === 'threshold'),
    'a threshold to the micro-dollar': share(({ usage }) => {
      let lifetime = 0;
      return usage.some(({ amount }) => {
        lifetime += amount;
        return [1, 10, 100, 500, 1000].includes(lifetime / 1_000_000);
      });
    }),
    'a start within a limit, and one beyond it': limited / lives.length,
    'a month end': invoiced(({ reason }) => reason === 'month-end'),
    'a final invoice': invoiced(({ reason }) => reason === 'final'),
    'a decline': invoiced(({ declines }) => declines > 0),
    'credit in use': invoiced(({ credit }) => credit > 0),
    'something carried in': invoiced(({ carriedIn }) => carriedIn > 0),
    'a lost answer': share(({ bank, invoices }) =>
      invoices.some((one) => bank.has(`${one.invoiceId}:${one.declines}`) && one.status === 'open'),
    ),
    'a bank that would answer otherwise now': share(({ changedMoods }) => changedMoods > 0),
    'five generations': share(({ generations }) => generations.length >= 5),
    'a failure': share(({ generations }) => generations.some(({ status }) => status === 'failed')),
    'an alert': share(({ reached }) => reached.length > 0),
    'several months': share(({ journal }) => new Set(journal.map(({ month }) => month)).size > 1),
    '1000 USD': share(({ state }) => state.balances.revenue <= -1_000_000_000),
  };
  for (const [what, part] of Object.entries(met)) {
    expect([what, part > 0.02]).toEqual([what, true]);
  }
});

/** Something was started under a limit, and something else refused for it. */
function meetsItsLimit(commands: readonly MoneyCommand[]): boolean {
  const book = openBook();
  const met = new Set<string>();
  for (const command of commands) {
    const told = applyCommand(book, command);
    if (command.kind !== 'start' || book.state.spendLimit === null) continue;
    if (told === 'started') met.add(told);
    if (told.includes('limit-exceeded')) met.add('refused');
  }
  return met.size === 2;
}
