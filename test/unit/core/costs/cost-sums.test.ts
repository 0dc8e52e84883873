import path from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { ledgerText } from '../../../../electron/core/features/costs/cost-file.ts';
import { ledgerTable } from '../../../../electron/core/features/costs/costs.ts';
import { createAnswers } from '../../../../electron/core/reading/answers.ts';
import type { DeskReader } from '../../../../electron/core/reading/reader.ts';
import { openStore, type Store } from '../../../../electron/core/store/open-store.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import {
  addCosts,
  COST_BY,
  type CostFilter,
  type CostSums,
  NO_COSTS,
} from '../../../../shared/domain/costs/cost-sums.ts';
import { LEDGER_KINDS, type LedgerFilter, type LedgerLine } from '../../../../shared/domain/costs/ledger-lines.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { addWork, startLedger, type Written } from '../../../harness/costs/random-ledger.ts';
import { MIGRATIONS } from '../../../harness/store/released-store.ts';

function openEmpty(): Store {
  const store = openStore(path.join(temporaryFolder(), 'desk.sqlite'), MIGRATIONS, nodeFiles);
  onTestFinished(() => store.close());
  return store;
}

/** Sums of what was written, added up without the store. */
function sumsOf(written: readonly Written[]): CostSums {
  return written.reduce((sums, { added, amount, kind, seconds }) => {
    if (kind === 'reuse') return addCosts(sums, { ...NO_COSTS, reused: 1, saved: amount ?? 0 });
    if (kind !== 'charge' && kind !== 'refund') return sums;
    const sign = kind === 'charge' ? 1 : -1;
    return addCosts(sums, {
      ...NO_COSTS,
      generations: sign,
      seconds: sign * seconds,
      charged: sign * (amount ?? 0),
      refunded: kind === 'refund' ? (amount ?? 0) : 0,
      unpriced: amount === null ? sign : 0,
      short: added > 0 ? sign : 0,
      addedByMinimum: sign * added,
    });
  }, NO_COSTS);
}

const plain = ({
  generations,
  seconds,
  charged,
  refunded,
  unpriced,
  short,
  addedByMinimum,
  reused,
  saved,
}: CostSums) => ({
  ...{ generations, seconds, charged, refunded, unpriced, short, addedByMinimum, reused, saved },
});
const total = (all: readonly CostSums[]) => plain(all.reduce(addCosts, NO_COSTS));

test('sums by time, model, batch, connection and show are those of the ledger, to the micro-USD', () => {
  const store = openEmpty();
  const ledger = startLedger(store, 7);
  for (let round = 0; round < 30; round++) {
    store.transaction(() => {
      for (let n = 0; n < 10; n++) addWork(ledger);
    });
    const { written } = ledger;
    expect(plain(store.costs.sums.total({}))).toEqual(sumsOf(written));
    for (const dimension of COST_BY) {
      const rows = store.costs.sums.by(dimension, {});
      expect(total(rows)).toEqual(sumsOf(written));
      for (const row of rows) {
        const of = written.filter(
          (one) => one.model === row.model && (dimension === 'model' || one[dimension] === row.key),
        );
        expect(plain(row)).toEqual(sumsOf(of));
      }
    }
    const held = written.reduce(
      (sum, { amount, kind }) => sum + (kind === 'hold' ? 1 : kind === 'release' ? -1 : 0) * (amount ?? 0),
      0,
    );
    expect(store.costs.sums.held({})).toBe(held);
    expect(store.ledger.held()).toBe(held);
  }
  // Days of a time zone that is three quarters of an hour off.
  const starts = Array.from({ length: 40 }, (_, day) => Date.UTC(2026, 0, 1 + day, 5, 45));
  for (const filter of [
    {},
    { connectionId: 'studio' },
    { folder: '' },
    { model: 'service-2', batchId: 'batch-3' },
  ] as const) {
    for (const [index, start] of starts.slice(0, -1).entries()) {
      const end = starts[index + 1] ?? 0;
      const of = ledger.written.filter(
        (one) =>
          one.at >= start &&
          one.at < end &&
          Object.entries(filter).every(([key, value]) => one[FIELDS[key as keyof typeof FIELDS]] === value),
      );
      const rows = store.costs.sums.byPeriod(starts, filter).filter((row) => row.start === start);
      expect(total(rows)).toEqual(sumsOf(of));
    }
  }
  // What pages of the ledger add up to is the same again.
  const lines = readAll(store);
  const amounts = (kind: string) => lines.reduce((sum, line) => sum + (line.kind === kind ? (line.amount ?? 0) : 0), 0);
  expect(amounts('charge') - amounts('refund')).toBe(sumsOf(ledger.written).charged);
  expect(lines.filter(({ kind }) => kind !== 'quote')).toHaveLength(
    ledger.written.filter(({ kind }) => kind !== 'reuse').length,
  );
  expect(lines.filter(({ kind }) => kind === 'quote')).toHaveLength(
    ledger.written.filter(({ kind }) => kind === 'hold').length,
  );
});

const FIELDS = { connectionId: 'connection', folder: 'show', model: 'model', batchId: 'batch' } as const;

function readAll(store: Store, filter: LedgerFilter = {}) {
  const lines = [];
  let page = store.costs.ledger.page(filter, null, 37);
  for (; page.next !== null; page = store.costs.ledger.page(filter, page.next, 37)) lines.push(...page.lines);
  return [...lines, ...page.lines];
}

test('the ledger as a file has every line, to the micro-USD, and no name that runs as a formula', async () => {
  const store = openEmpty();
  const ledger = startLedger(store, 11);
  for (let n = 0; n < 20; n++) store.transaction(() => addWork(ledger));
  store.recordings.update('recording-3', { name: '=SUM(A1)' });
  const { charged } = sumsOf(ledger.written);
  const lines: readonly LedgerLine[] = JSON.parse([...ledgerText(store, {}, 'json')].join(''));
  expect(lines).toEqual(readAll(store));
  const rows: Record<string, string>[] = parse([...ledgerText(store, {}, 'csv')].join(''), {
    bom: true,
    columns: true,
  });
  expect(rows).toHaveLength(lines.length);
  const sum = (kind: string) =>
    rows.reduce((all, row) => all + (row.line === kind ? Math.round(Number(row['amount usd']) * 1_000_000) : 0), 0);
  expect(sum('charge') - sum('refund')).toBe(charged);
  expect(rows.some(({ recording }) => recording?.startsWith('='))).toBe(false);
  const ask = async (name: string, question: never) =>
    createAnswers(store, null as never)[name as 'ledgerPart'](question);
  const reader = { ask } as Pick<DeskReader, 'ask'>;
  const file = { text: '', rows: 0 };
  for await (const part of ledgerTable(reader, { connectionId: 'studio', kinds: ['charge'] }, 'json')) {
    file.text += part.text;
    file.rows += part.rows;
  }
  const served: readonly LedgerLine[] = JSON.parse(file.text);
  expect(file.rows).toBe(served.length);
  expect(served).toEqual(lines.filter((line) => line.kind === 'charge' && line.connectionId === 'studio'));
});

test('whatever is asked of the ledger, its pages have what its lines say', () => {
  const store = openEmpty();
  const ledger = startLedger(store, 31);
  for (let n = 0; n < 40; n++) store.transaction(() => addWork(ledger));
  const all = readAll(store);
  const some = all[7];
  if (some === undefined) throw new Error('The ledger is empty');
  const { batchId, connectionId, folder, model } = some;
  const filters: readonly CostFilter[] = [{}, { batchId }, { connectionId }, { folder, model }];
  const kinds = [undefined, ['refund'], ['quote'], ['charge', 'release'], ['hold', 'refund']] as const;
  for (const filter of filters) {
    for (const of of kinds) {
      const wanted = all.filter(
        (line) =>
          (of ?? LEDGER_KINDS).some((kind) => kind === line.kind) &&
          Object.entries(filter).every(
            ([field, value]) => line[field as keyof CostFilter & keyof LedgerLine] === value,
          ),
      );
      expect(readAll(store, { ...filter, kinds: of })).toEqual(wanted);
    }
  }
});

test('the ledger refuses to be changed or shortened', () => {
  const file = path.join(temporaryFolder(), 'desk.sqlite');
  const store = openStore(file, MIGRATIONS, nodeFiles);
  const ledger = startLedger(store, 3);
  for (let n = 0; n < 10; n++) addWork(ledger);
  store.close();
  const raw = new Database(file);
  for (const change of [
    'delete from ledger_entry',
    'update ledger_entry set amount = 1',
    'update ledger_entry set at = 1',
  ]) {
    expect(() => raw.exec(change)).toThrow('ledger entries are only added');
  }
  raw.close();
});

test('each price is kept with the time from which it holds', () => {
  const store = openEmpty();
  const ledger = startLedger(store, 1);
  store.connections.setPrices('studio', { 'service-2': 500, 'service-3.5': 2000 }, 10);
  store.connections.setPrices('studio', { 'service-2': null, 'service-3.5': 2000 }, 20);
  expect(ledger.written).toEqual([]);
  const prices = store.costs.prices().filter(({ connectionId }) => connectionId === 'studio');
  expect(prices.map(({ fromAt, model, price }) => [fromAt, model, price])).toEqual([
    [0, 'service-2', 500],
    [0, 'service-3.5', 1500],
    [10, 'service-3.5', 2000],
    [20, 'service-2', null],
  ]);
});
