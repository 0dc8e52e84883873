import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { measuredByFfmpeg } from '../../fixtures/audio/export-material.ts';
import { decode, speech } from '../../fixtures/audio/media.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runCli } from '../../harness/cli/run-cli.ts';

test('--strength, --loudness and --format reach the outputs', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const recording = path.join(folder, 'talk.wav');
  const spoken = speech(folder, 6, 48_000).map((value) => 0.3 * value);
  writeWav(recording, [spoken], 48_000);
  const out = path.join(folder, 'out');
  const places = ['--out', out, '--data-dir', path.join(folder, 'data')];
  const asked = ['--strength', '0.5', '--loudness', '-19', '--format', 'flac'];
  const result = await runCli(['restore', recording, ...places, ...asked]);
  expect(result.status, result.stderr).toBe(0);
  expect(readdirSync(out)).toEqual(['talk (service-2).flac']);
  const output = path.join(out, 'talk (service-2).flac');
  const { loudness, truePeak } = measuredByFfmpeg(output);
  expect(Math.abs(loudness + 19)).toBeLessThanOrEqual(0.5);
  expect(truePeak).toBeLessThanOrEqual(-1);
  expect(decode(output, { channels: 1 }).frames).toBe(spoken.length);
});

test('the engine alone exports, and says when there is nothing to do', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const recording = path.join(folder, 'talk.wav');
  writeWav(recording, [speech(folder, 3, 48_000)], 48_000);
  const output = path.join(folder, 'talk.opus');
  const words = ['engine', 'export', recording, recording, output];
  const made = await runCli([...words, '--format', 'opus', '--loudness', '-23']);
  expect([made.status, JSON.parse(made.stdout)]).toMatchObject([0, { kind: 'rendered', extension: 'opus' }]);
  expect(statSync(output).size).toBe(JSON.parse(made.stdout).bytes);
  expect(JSON.parse((await runCli(words)).stdout)).toMatchObject({ kind: 'as-is', figures: null });
});
