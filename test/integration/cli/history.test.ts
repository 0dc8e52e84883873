import path from 'node:path';
import { CommanderError } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../electron/core/store/open-store.ts';
import { EXIT, type ExitStatus } from '../../../electron/hosts/cli/exit-status.ts';
import { createProgram } from '../../../electron/hosts/cli/program/program.ts';
import { nodeFiles } from '../../../electron/platform/files/files.ts';
import type { HistoryEntry } from '../../../shared/contract/history.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runCli } from '../../harness/cli/run-cli.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { addWork, startLedger } from '../../harness/costs/random-ledger.ts';
import { writeLongPast } from '../../harness/history/long-past.ts';
import { MIGRATIONS } from '../../harness/store/released-store.ts';

const UNTIL = Date.parse('2026-11-23T12:00:00Z');

function madePast(projects: number) {
  const dataDir = temporaryFolder();
  writeLongPast(path.join(dataDir, 'cleartake.sqlite'), projects, UNTIL);
  const words = (...options: readonly string[]) =>
    runHere(async () => {
      let status: ExitStatus = EXIT.done;
      const program = createProgram((value) => {
        status = value;
      });
      program.commands.forEach((command) => void command.configureOutput({ writeErr: () => undefined }));
      try {
        await program.parseAsync(['history', ...options, '--data-dir', dataDir], { from: 'user' });
        return status;
      } catch (failure) {
        if (failure instanceof CommanderError) return EXIT.usage;
        throw failure;
      }
    });
  const entries = async (...options: readonly string[]): Promise<HistoryEntry[]> => {
    const { sentence, stdout } = await words(...options, '--json');
    expect(sentence).toBe('');
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  return { dataDir, entries, words };
}

test('history has the filters and orders of the page, each by an option or by the page’s address', async () => {
  const { entries } = madePast(120);
  const all = await entries();
  expect(all).toHaveLength(120);
  const failed = await entries('--states', 'failed,cancelled', '--connection', 'Service studio');
  expect(failed.length).toBeGreaterThan(0);
  expect(failed).toEqual(
    all.filter(({ connection, state }) => connection === 'Service studio' && ['failed', 'cancelled'].includes(state)),
  );
  expect(await entries('--view', 'app://cleartake/#/history/states=failed,cancelled&connections=studio')).toEqual(
    failed,
  );
  expect(await entries('--least-cost', '2.50', '--most-cost', '4')).toEqual(
    all.filter(({ cost }) => cost !== null && cost >= 2_500_000 && cost <= 4_000_000),
  );
  expect(
    (await entries('--tags', 'zurich', '--search', 'koln')).every(({ note }) => note.tags.includes('Zürich')),
  ).toBe(true);
  const byCost = await entries('--view', 'sort=cost-asc&states=done', '--sort', 'cost-desc');
  expect(byCost.map(({ cost }) => cost)).toEqual(
    all.flatMap(({ cost, state }) => (state === 'done' ? [cost ?? -1] : [])).sort((one, other) => other - one),
  );
  const names = (await entries('--sort', 'name-asc', '--batch', 'batch-1')).map(({ name }) => name.split(' ')[1]);
  expect(names).toEqual(Array.from({ length: 40 }, (_, n) => String(40 + n)));
});

test('what the page would not understand is refused', async () => {
  const { words } = madePast(1);
  for (const wrong of [
    ['--states', 'lost'],
    ['--dates', 'yesteryear'],
    ['--models', 'service-9'],
    ['--sort', 'color-asc'],
    ['--view', 'states=done&shape=round'],
  ]) {
    expect(await words(...wrong), wrong.join(' ')).toMatchObject({ status: EXIT.usage });
  }
  expect((await words('--connection', 'Nobody')).sentence).toContain('no connection called “Nobody”');
});

test('months are those of the computer’s time zone', async () => {
  const dataDir = temporaryFolder();
  const store = openStore(path.join(dataDir, 'cleartake.sqlite'), MIGRATIONS, nodeFiles);
  onTestFinished(() => store.close());
  const ledger = startLedger(store, 5);
  // In Auckland November has begun, in New York it is still October.
  ledger.now = Date.parse('2026-10-31T20:00:00Z');
  for (let n = 0; n < 3; n++) addWork(ledger);
  const months = async (TZ: string) => {
    const { stdout } = await runCli(['costs', '--json', '--data-dir', dataDir], { environment: { TZ } });
    const { months }: { readonly months: readonly { readonly month: string }[] } = JSON.parse(stdout);
    return [...new Set(months.map(({ month }) => month))];
  };
  expect(await months('America/New_York')).toEqual(['2026-10']);
  expect(await months('Pacific/Auckland')).toEqual(['2026-11']);
});
