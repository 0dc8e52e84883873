import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { openStore } from '../../../electron/core/store/open-store.ts';
import { type CostsOptions, costsCommand } from '../../../electron/hosts/cli/commands/looking/costs.ts';
import { type ReconcileOptions, reconcileCommand } from '../../../electron/hosts/cli/commands/looking/reconcile.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import type { CostRow } from '../../../shared/contract/costs.ts';
import type { LedgerLine } from '../../../shared/domain/costs/ledger-lines.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runHere as run } from '../../harness/cli/run-here.ts';
import { addWork, startLedger } from '../../harness/costs/random-ledger.ts';
import { MIGRATIONS } from '../../harness/store/released-store.ts';

function madeLedger() {
  const dataDir = temporaryFolder();
  const store = openStore(path.join(dataDir, 'cleartake.sqlite'), MIGRATIONS, nodeFiles);
  const ledger = startLedger(store, 23);
  store.transaction(() => {
    for (let n = 0; n < 60; n++) addWork(ledger);
  });
  store.close();
  const charged = ledger.written.reduce(
    (sum, { amount, kind }) => sum + (kind === 'charge' ? 1 : kind === 'refund' ? -1 : 0) * (amount ?? 0),
    0,
  );
  const costs = async (options: CostsOptions) => (await run(() => costsCommand({ dataDir, ...options }))).stdout;
  return { dataDir, ledger, charged, costs };
}

/** One object a line, as everything that `--json` prints. */
const linesOf = (stdout: string): readonly LedgerLine[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const micro = (usd: string | undefined) => Math.round(Number(usd) * 1_000_000);

test('every way to list costs comes to the same sum, to the micro-USD', async () => {
  const { charged, costs } = madeLedger();
  expect(JSON.parse(await costs({ json: true }))).toMatchObject({ charged });
  for (const by of ['show', 'batch', 'model', 'connection'] as const) {
    const { rows }: { rows: readonly CostRow[] } = JSON.parse(await costs({ by, json: true }));
    expect(rows.reduce((sum, { total }) => sum + total.charged, 0)).toBe(charged);
    const table: Record<string, string>[] = parse(await costs({ by, csv: true }), { columns: true });
    expect(table.reduce((sum, row) => sum + micro(row['charged usd']), 0)).toBe(charged);
  }
  const lines: readonly LedgerLine[] = linesOf(await costs({ ledger: true, json: true }));
  const of = (kind: string) => lines.reduce((sum, line) => sum + (line.kind === kind ? (line.amount ?? 0) : 0), 0);
  expect(of('charge') - of('refund')).toBe(charged);
});

test('filters leave what they name, and an unknown connection is refused', async () => {
  const { costs, dataDir, ledger } = madeLedger();
  const lines: readonly LedgerLine[] = linesOf(
    await costs({ ledger: true, json: true, connection: 'Vendor', model: 'service-3.5' }),
  );
  const expected = ledger.written.filter((one) => one.connection === 'vendor' && one.model === 'service-3.5');
  expect(lines.filter(({ kind }) => kind !== 'quote')).toHaveLength(
    expected.filter(({ kind }) => kind !== 'reuse').length,
  );
  const refused = await run(() => costsCommand({ dataDir, connection: 'Nobody' }));
  expect(refused).toMatchObject({ status: 2, sentence: expect.stringContaining('no connection called “Nobody”') });
});

test('an invoice is compared with the ledger, and what differs is named', async () => {
  const { costs, dataDir } = madeLedger();
  const lines: readonly LedgerLine[] = linesOf(await costs({ ledger: true, json: true, connection: 'studio' }));
  const refunded = new Set(lines.filter(({ kind }) => kind === 'refund').map(({ jobId, model }) => jobId + model));
  const charges = lines.filter(
    ({ amount, jobId, kind, model }) => kind === 'charge' && amount !== null && !refunded.has(jobId + model),
  );
  const file = path.join(dataDir, 'invoice.csv');
  const write = (rows: readonly LedgerLine[]) =>
    writeFileSync(file, ['when,product,length,total', ...rows.map((one) => rowOf(one))].join('\n'));
  const rowOf = ({ amount, at, model, seconds }: LedgerLine) =>
    `${new Date(at).toISOString()},${model},${seconds},${((amount ?? 0) / 1_000_000).toFixed(6)}`;
  const column = { at: 'when', model: 'product', seconds: 'length', amount: 'total' };
  const compare = (options: Partial<ReconcileOptions> = {}) =>
    run(() => reconcileCommand(file, { dataDir, connection: 'studio', column, json: true, ...options }));
  write(charges);
  expect(JSON.parse((await compare()).stdout)).toMatchObject({
    matched: charges.length,
    sentence: `All ${charges.length} lines agree. Nothing to do.`,
  });
  write(charges.toSpliced(4, 1));
  const told = await compare({ json: false });
  expect(told.stdout).toContain('not on the invoice');
  expect(told.stdout).toContain('You haven’t been billed for 1 charge');
});

test('an invoice that says no times is found by its generations, and what it lacks lies between them', async () => {
  const { costs, dataDir } = madeLedger();
  const database = new Database(path.join(dataDir, 'cleartake.sqlite'));
  database.exec('update generation set remote_id = id');
  database.close();
  const lines: readonly LedgerLine[] = linesOf(await costs({ ledger: true, json: true, connection: 'studio' }));
  const refunded = new Set(lines.filter(({ kind }) => kind === 'refund').map(({ jobId, model }) => jobId + model));
  const charges = lines
    .filter(({ generationId, kind }) => kind === 'charge' && generationId !== null)
    .filter(({ amount, jobId, model }) => amount !== null && amount > 0 && !refunded.has(jobId + model))
    .sort((one, other) => one.at - other.at);
  expect(charges.length).toBeGreaterThan(3);
  const file = path.join(dataDir, 'invoice.csv');
  const write = (rows: readonly LedgerLine[]) =>
    writeFileSync(
      file,
      ['generation;amount', ...rows.map((one) => `${one.generationId};${commas(one.amount ?? 0)}`)].join('\n'),
    );
  const commas = (amount: number) => (amount / 1_000_000).toFixed(6).replace('.', ',');
  const compare = () => run(() => reconcileCommand(file, { dataDir, connection: 'studio', column: {}, json: true }));
  const within = charges.slice(0, 4);
  write(within);
  expect(JSON.parse((await compare()).stdout)).toMatchObject({ matched: 4 });
  write(within.toSpliced(1, 1));
  const { discrepancies, matched } = JSON.parse((await compare()).stdout);
  expect(matched).toBe(3);
  expect(discrepancies.map(({ generationId }: LedgerLine) => generationId)).toContain(within[1]?.generationId);
});

test('days in the wrong order are refused', async () => {
  const { dataDir } = madeLedger();
  const day = (text: string) => Date.parse(text);
  const refused = await run(() => costsCommand({ dataDir, from: day('2026-12-01'), to: day('2026-11-01') }));
  expect(refused).toMatchObject({ status: 2, sentence: '--to must be after --from.' });
});
