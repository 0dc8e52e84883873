/** What podcasters deliver is as loud as they asked for, by ffmpeg's measure, and where peaks forbid that it is said. */

import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { levelSentence } from '../../../shared/domain/export/left-out-words.ts';
import { exportMaterial, measuredByFfmpeg } from '../../fixtures/audio/export-material.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('loudness-targets', afterAll);
const engine = createEngine();
const ignore = () => undefined;

for (const [format, channels, tags] of [
  ['mp3', 'source', []],
  ['wav16', 'mono', []],
  ['m4a', 'mono', ['long']],
  ['opus', 'source', ['long']],
] as const) {
  const name = `${format} with ${channels} channels is −16.0 LUFS where peaks have to be limited for it`;
  test(name, { tags: [...tags] }, async () => {
    const { original, result } = exportMaterial(folder, 12, 48_000, 0.6);
    const output = path.join(folder, `${format}-${channels}`);
    const made = await engine.export(
      { original, result, output, strength: 1, loudness: -16, format, channels },
      ignore,
    );
    const { loudness, truePeak } = measuredByFfmpeg(output);
    expect(made.figures?.limited).toBe(true);
    expect(Math.abs(loudness + 16)).toBeLessThanOrEqual(0.1);
    expect(truePeak).toBeLessThanOrEqual(-1);
  });
}

test('clicks far above quiet noise keep it below its target, and the output says so', async () => {
  const file = path.join(folder, 'clicks.wav');
  const quiet = noise(8 * 48_000, 3).map((value, i) => (i % 480 === 0 ? 0.9 : 0.001 * value));
  writeWav(file, [quiet], 48_000);
  const output = path.join(folder, 'clicks-out.wav');
  const asked = { original: file, result: file, output, strength: 1, loudness: -9, format: 'wav24' } as const;
  const { figures } = await engine.export(asked, ignore);
  const { loudness, truePeak } = measuredByFfmpeg(output);
  expect(truePeak).toBeLessThanOrEqual(-1);
  expect(loudness).toBeLessThan(-9.3);
  expect(figures === null ? null : levelSentence(figures)).toBe(
    `−${Math.abs(loudness).toFixed(1)} LUFS instead of −9.0: peaks limited.`,
  );
});
