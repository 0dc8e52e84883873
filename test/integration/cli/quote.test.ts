import path from 'node:path';
import { expect, test } from 'vitest';
import { costsCommand } from '../../../electron/hosts/cli/commands/looking/costs.ts';
import { statusCommand } from '../../../electron/hosts/cli/commands/looking/status.ts';
import { quoteCommand } from '../../../electron/hosts/cli/commands/restoring/quote.ts';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restoring/restore.ts';
import { KINDS, writeLyingFiles } from '../../fixtures/lengths/lying-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runHere as run } from '../../harness/cli/run-here.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

const FILES = Number(process.env.CLEARTAKE_QUOTED_FILES ?? Object.keys(KINDS).length);
/** Where the bench has made them already. */
const MADE = process.env.CLEARTAKE_QUOTED_FOLDER;
const PRICE = { 'service-2': 1000, 'service-3.5': 3000 } as const;

test('quote tells what both models cost, and leaves nothing behind', { tags: 'long' }, async () => {
  const { baseUrl, uploads } = await scriptedService();
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'data');
  writeTone(path.join(folder, 'short.wav'), { seconds: 5 });
  writeTone(path.join(folder, 'long.wav'), { seconds: 90 });
  const words = { baseUrl, price: PRICE, dataDir };
  const told = await run(() => quoteCommand([folder], { ...words, json: true }), SCRIPTED_KEY);
  expect(told).toMatchObject({ status: 0 });
  expect(JSON.parse(told.stdout)).toMatchObject({
    event: 'quote',
    recordings: 2,
    amount: 150_000,
    amountAddedByMinimum: 55_000,
    alternatives: { 'service-2': 150_000, 'service-3.5': 450_000 },
    unmeasured: 0,
    unusable: [],
  });
  const lines = await run(() => quoteCommand([folder], words), SCRIPTED_KEY);
  expect(lines.stdout).toContain('0.15 USD at most');
  expect(lines.stdout).toContain('Both models: 0.60 USD');
  expect((await run(() => statusCommand({ dataDir }))).stdout).toContain('The queue is empty.');
  expect(uploads).toHaveLength(0);
});

test('in a terminal, too, nothing is charged above what was called “at most”', {
  tags: 'long',
  timeout: 120_000 + FILES * 3000,
}, async () => {
  const { baseUrl } = await scriptedService();
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'data');
  const takes = MADE ?? path.join(folder, 'takes');
  writeLyingFiles(takes, FILES);
  const words = { baseUrl, price: PRICE, dataDir, json: true };
  const quoted = await run(() => quoteCommand([takes], words), SCRIPTED_KEY);
  const { amount } = JSON.parse(quoted.stdout);
  const restored = await run(() => restoreCommand([takes], { ...words, out: path.join(folder, 'out') }), SCRIPTED_KEY);
  const said = restored.stdout
    .split('\n')
    .flatMap((line) => (line.includes('"event":"quote"') ? [JSON.parse(line)] : []));
  const { charged } = JSON.parse((await run(() => costsCommand({ dataDir, json: true }))).stdout);
  expect(charged).toBeGreaterThan(0);
  expect(charged).toBeLessThanOrEqual(amount);
  for (const one of said) expect(charged).toBeLessThanOrEqual(one.amount);
});
