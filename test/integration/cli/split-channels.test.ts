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
  /** One step of 16 bits: noise of a converter, and silence for everyone else. */
  const quiet = new Float32Array(2 * RATE).map((_, at) => (at % 7 === 0 ? 1 / 32_768 : 0));
  const half = path.join(folder, 'half.wav');
  writeWav(half, [quiet, noise(2 * RATE, 9).map((value) => 0.1 * value)], RATE);
  const short = path.join(folder, 'short.wav');
  writeWav(short, [noise(800, 2), noise(800, 3)], RATE);
  const files = [make('talk.wav', 2), half, make('memo.wav', 1), make('film.wav', 6)];
  const out = path.join(folder, 'out');
  const words = { baseUrl, price: { 'service-2': 500 }, dataDir: path.join(folder, 'data'), splitChannels: true };
  const quoted = await run(() => quoteCommand(files, { ...words, json: true }), SCRIPTED_KEY);
  expect(JSON.parse(quoted.stdout)).toMatchObject({ recordings: 3, amount: 3 * 60 * 500 });
  // Of copies in the library, people know the file and the name of the side.
  const named = await run(() => quoteCommand([short], words), SCRIPTED_KEY);
  expect(named.stderr).toMatch(/^short – left\.wav: There is less than a tenth of a second/m);
  expect(named.stderr).not.toContain('library');
  const told = await run(() => restoreCommand(files, { ...words, out }), SCRIPTED_KEY);
  expect(told.status).toBe(1);
  expect(told.stderr).toContain('This recording is mono: there is no left and right to split it into.');
  expect(told.stderr).toContain('This recording has 6 channels. Only stereo can be split into left and right.');
  expect(told.stderr).toContain('The left side is silent, so there is nothing to restore on it.');
  expect(readdirSync(out).sort()).toEqual([
    'half – right (service-2).wav',
    'talk – left (service-2).wav',
    'talk – right (service-2).wav',
  ]);
  expect(generations).toHaveLength(3);
});
