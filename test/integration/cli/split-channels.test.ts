/** `--split-channels` in the terminal: what is restored, quoted and left out. */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { quoteCommand } from '../../../electron/hosts/cli/commands/restoring/quote.ts';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restoring/restore.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runHere as run } from '../../harness/cli/run-here.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

const RATE = 16_000;

afterEach(() => {
  vi.unstubAllEnvs();
});

test('left and right of stereo files are quoted and restored as two; others are left out by name', async () => {
  const { baseUrl, generations } = await scriptedService();
  const folder = temporaryFolder();
  const make = (name: string, channels: number) => {
    const sound = Array.from({ length: channels }, (_, seed) => noise(2 * RATE, seed + 1).map((value) => 0.1 * value));
    writeWav(path.join(folder, name), sound, RATE);
    return path.join(folder, name);
  };
  const files = [make('talk.wav', 2), make('memo.wav', 1), make('film.wav', 6)];
  const out = path.join(folder, 'out');
  const words = { baseUrl, price: { 'service-2': 500 }, dataDir: path.join(folder, 'data'), splitChannels: true };
  const quoted = await run(() => quoteCommand(files, { ...words, json: true }), SCRIPTED_KEY);
  expect(JSON.parse(quoted.stdout)).toMatchObject({ recordings: 2, amount: 2 * 60 * 500 });
  const told = await run(() => restoreCommand(files, { ...words, out }), SCRIPTED_KEY);
  expect(told.status).toBe(1);
  expect(told.stderr).toContain('This recording is mono: there is no left and right to split it into.');
  expect(told.stderr).toContain('This recording has 6 channels. Only stereo can be split into left and right.');
  expect(readdirSync(out).sort()).toEqual(['talk – left (service-2).wav', 'talk – right (service-2).wav']);
  expect(generations).toHaveLength(2);
});
