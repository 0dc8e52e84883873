import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PREFERENCE_NAMES } from '../../../shared/domain/preferences.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runCli } from '../../harness/cli/run-cli.ts';

test('settings are listed, changed, refused with a reason, and reset', { tags: 'long', timeout: 120_000 }, async () => {
  const dataDir = ['--data-dir', path.join(temporaryFolder(), 'data')];
  const settings = (...words: string[]) => runCli(['settings', ...words, ...dataDir]);
  const listed = await settings('list', '--json');
  // Concurrency is three settings.
  expect(listed.events).toHaveLength(PREFERENCE_NAMES.length + 2);
  expect(listed.events.every(({ value, default: standard }) => value === standard)).toBe(true);
  expect(await settings('set', 'upload-limit', '2.5')).toMatchObject({
    status: 0,
    stdout: 'upload-limit 2.5 (default none)\n',
  });
  expect(await settings('set', 'downloads-at-once', '2')).toMatchObject({ status: 0 });
  const refused = await settings('set', 'theme', 'blue');
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain('theme can’t be “blue”');
  expect((await settings('get', 'sparkle')).stderr).toContain('There is no setting called “sparkle”');
  expect((await settings('get', 'upload-limit', 'downloads-at-once')).stdout).toBe(
    'upload-limit 2.5 (default none)\ndownloads-at-once 2 (default automatic)\n',
  );
  expect(await settings('reset')).toMatchObject({ status: 0 });
  expect((await settings('list', '--json')).events).toEqual(listed.events);
});

test('the diagnostics file is printed or written for its owner alone, and replaces nothing', async () => {
  const folder = temporaryFolder();
  const words = ['--data-dir', path.join(folder, 'data')];
  const printed = await runCli(['diagnostics', ...words]);
  expect(JSON.parse(printed.stdout)).toMatchObject({ format: 'cleartake-diagnostics', store: null, log: [] });
  const file = path.join(folder, 'report.json');
  expect(await runCli(['diagnostics', file, '--names', ...words])).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ containsNames: true });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await runCli(['diagnostics', file, ...words]);
  expect(again).toMatchObject({ status: 2 });
  expect(again.stderr).toContain('is there already');
});
