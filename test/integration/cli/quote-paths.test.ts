/** What `cleartake quote` says of paths that it can't count, and of prices that nobody knows. */

import path from 'node:path';
import { expect, test } from 'vitest';
import { quoteCommand } from '../../../electron/hosts/cli/commands/restoring/quote.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runHere as run } from '../../harness/cli/run-here.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

test('a path that doesn’t exist is named, and the status says that the quote lacks it', async () => {
  const folder = temporaryFolder();
  const source = path.join(folder, 'take.wav');
  writeTone(source, { seconds: 1 });
  const words = { dataDir: path.join(folder, 'data') };
  const told = await run(() => quoteCommand([source, path.join(folder, 'tkae.wav')], words));
  expect(told).toMatchObject({ status: 1, stdout: expect.stringContaining('1 recording') });
  expect(told.stderr).toMatch(/tkae\.wav: There is no such file/);
  const json = await run(() => quoteCommand([path.join(folder, 'tkae.wav')], { ...words, json: true }));
  expect(json.status).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ recordings: 0, unusable: [{ path: path.join(folder, 'tkae.wav') }] });
  expect((await run(() => quoteCommand([source], words))).status).toBe(0);
});

test('an unknown price is said once, without amounts', async () => {
  const { baseUrl } = await scriptedService();
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const words = { baseUrl, dataDir: path.join(folder, 'data') };
  const { stdout } = await run(() => quoteCommand([path.join(folder, 'take.wav')], words), SCRIPTED_KEY);
  expect(stdout).toContain('cost unknown');
  expect(stdout).not.toContain('unknown USD');
});
