import path from 'node:path';
import { expect, test } from 'vitest';
import { speech } from '../../fixtures/audio/media.ts';
import { atRatio, hum, noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runCli } from '../../harness/cli/run-cli.ts';

const RATE = 48_000;

test('the measures of a recording are printed, in words and for programs', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'take.wav');
  const clean = speech(folder, 9, RATE);
  const noisy = atRatio(clean, noise(clean.length, 3), 20);
  writeWav(file, [atRatio(noisy, hum(noisy.length, RATE, 50), 20)], RATE);
  const words = await runCli(['engine', 'measure', file]);
  expect(words.status).toBe(0);
  expect(words.stdout).toMatch(/^Length: +432000 frames at 48000 Hz, 0:09$/m);
  expect(words.stdout).toMatch(/^Integrated loudness: +-\d+\.\d LUFS$/m);
  expect(words.stdout).toMatch(/^Hum: +50\.0\d Hz, -\d+\.\d dBFS$/m);
  expect(words.stdout).toMatch(/^Worst minute: +unknown$/m);
  const { status, stdout } = await runCli(['engine', 'measure', file, '--json']);
  expect(status).toBe(0);
  const told = JSON.parse(stdout);
  expect(told).toMatchObject({ frames: 432_000, sampleRate: RATE, channels: 1, codec: 'pcm_f32le' });
  expect(told.measures).toMatchObject({ clippedSamples: 0, worstMinute: null, hum: { frequency: expect.any(Number) } });
});

test('a file that is not a recording is reported as such', async () => {
  const { status, stderr } = await runCli(['engine', 'measure', import.meta.filename]);
  expect(status).toBe(1);
  expect(stderr).toContain('recording');
});
