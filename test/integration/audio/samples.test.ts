import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { decode } from '../../fixtures/audio/media.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { levelOf } from '../../harness/audio/metrics.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../../build/samples');
const MOST_BYTES = 2_000_000;

interface Listed {
  readonly file: string;
  readonly title: string;
  readonly trouble: string;
}

const listed = JSON.parse(readFileSync(path.join(SAMPLES, 'samples.json'), 'utf8')) as readonly Listed[];

test('the list names every sample, and they are small', () => {
  const recordings = readdirSync(SAMPLES).filter((name) => /\.(wav|flac|mp3|m4a|ogg|opus)$/.test(name));
  expect(recordings.sort()).toEqual(listed.map((sample) => sample.file).sort());
  const bytes = recordings.reduce((sum, name) => sum + statSync(path.join(SAMPLES, name)).size, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

test.each(listed)(
  '$file is much quieter before its first word once it is restored, and the voice as loud',
  { tags: 'long' },
  async ({ file }) => {
    const output = path.join(temporaryFolder(), 'out.wav');
    await createEngine().restore(
      { input: path.join(SAMPLES, file), model: 'service-2', outputs: [{ path: output, format: 'wav' }] },
      () => undefined,
    );
    const rate = 48_000;
    const decibels = (name: string, from: number, to: number) => {
      const [samples] = decode(name, { channels: 1, sampleRate: rate }).channels as [Float32Array];
      return 20 * Math.log10(levelOf(samples.subarray(from * rate, to * rate)) + 1e-9);
    };
    const original = path.join(SAMPLES, file);
    expect(decibels(original, 0, 0.6) - decibels(output, 0, 0.6)).toBeGreaterThan(15);
    expect(decibels(original, 1, 10) - decibels(output, 1, 10)).toBeLessThan(4);
  },
);
