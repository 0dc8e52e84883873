import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { MODEL_IDS, type ModelId } from '../../../shared/domain/models.ts';
import type { EngineProgress } from '../../../shared/engine-api/messages.ts';
import { decode, speech } from '../../fixtures/audio/media.ts';
import { atRatio, type Channels, hum, noise, piano, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { lagOf, levelOf, siSdr } from '../../harness/audio/metrics.ts';
import { someOf } from '../depth.ts';

const RATE = 48_000;
const SHARED_AUDIO = path.resolve(import.meta.dirname, '../../../../shared/audio');
const engine = createEngine();
const ignore = () => undefined;

async function restored(model: ModelId, channels: Channels, sampleRate = RATE): Promise<Channels> {
  const folder = temporaryFolder();
  const input = path.join(folder, 'in.wav');
  const output = path.join(folder, 'out.wav');
  writeWav(input, channels, sampleRate);
  await engine.restore({ input, model, outputs: [{ path: output, format: 'source' }] }, ignore);
  return decode(output, { channels: channels.length }).channels;
}

const voices = new Map<string, Float32Array>();

function voice(seconds = 5, sampleRate = RATE): Float32Array {
  const key = `${seconds} ${sampleRate}`;
  const spoken = voices.get(key) ?? speech(temporaryFolder(), seconds, sampleRate).map((value) => 0.7 * value);
  voices.set(key, spoken);
  return spoken;
}

async function restoredMono(model: ModelId, samples: Float32Array, sampleRate = RATE): Promise<Float32Array> {
  return (await restored(model, [samples], sampleRate))[0] as Float32Array;
}

describe.each(MODEL_IDS)('%s', (model) => {
  test('takes away noise: at least 5 dB better at a ratio of 3 dB, even for a synthetic voice', {
    tags: 'long',
  }, async () => {
    const clean = voice();
    const noisy = atRatio(clean, noise(clean.length, 1), 3);
    const out = await restoredMono(model, noisy);
    expect(out).toHaveLength(clean.length);
    expect(siSdr(clean, out) - siSdr(clean, noisy)).toBeGreaterThan(5);
    expect(await lagOf(clean, out)).toBe(0);
  });

  test.each(someOf([50, 60], 1))(
    'takes away hum of %d Hz: at least 8 dB better at a ratio of 3 dB',
    { tags: 'long' },
    async (mains) => {
      const clean = voice(6);
      const humming = atRatio(clean, hum(clean.length, RATE, mains), 3);
      const out = await restoredMono(model, humming);
      expect(siSdr(clean, out) - siSdr(clean, humming)).toBeGreaterThan(8);
    },
  );

  test.each(someOf([8000, 16_000, 44_100, 96_000], 2))('works at %d Hz', { tags: 'long' }, async (sampleRate) => {
    const clean = voice(3, sampleRate);
    const noisy = atRatio(clean, noise(clean.length, 1), 3);
    const out = await restoredMono(model, noisy, sampleRate);
    expect(out).toHaveLength(clean.length);
    expect(siSdr(clean, out) - siSdr(clean, noisy)).toBeGreaterThan(4);
  });

  test('leaves clean speech clean, and as loud as it was', { tags: 'long' }, async () => {
    const clean = voice();
    const out = await restoredMono(model, clean);
    expect(siSdr(clean, out)).toBeGreaterThan(27);
    expect(20 * Math.log10(levelOf(out) / levelOf(clean))).toBeCloseTo(0, 0);
  });

  test('leaves music alone where nobody speaks', { tags: 'long' }, async () => {
    const tune = piano(10 * RATE, RATE);
    const mixed = new Float32Array(15 * RATE);
    mixed.set(voice());
    mixed.set(tune, 5 * RATE);
    const out = await restoredMono(model, mixed);
    // A chunk with speech at its beginning is not music.
    expect(siSdr(mixed.subarray(9 * RATE), out.subarray(9 * RATE))).toBeGreaterThan(100);
    expect(siSdr(tune, await restoredMono(model, tune))).toBeGreaterThan(100);
  });

  test('keeps the stereo image: every moment of both channels by the same measure', { tags: 'long' }, async () => {
    const noisy = atRatio(voice(), noise(5 * RATE, 1), 6);
    const [left, right] = (await restored(model, [noisy, noisy.map((value) => value / 2)])) as [
      Float32Array,
      Float32Array,
    ];
    const window = RATE / 4;
    for (let from = 0; from + window <= left.length; from += window) {
      const ratio = levelOf(left.subarray(from, from + window)) / levelOf(right.subarray(from, from + window));
      expect(20 * Math.log10(ratio)).toBeCloseTo(6.02, 1);
    }
  });

  test('keeps a voice whose channels are inverted against each other', { tags: 'long' }, async () => {
    const clean = voice(3);
    const out = await restored(model, [clean, clean.map((value) => -value)]);
    for (const samples of out) expect(Math.abs(siSdr(clean, samples))).toBeGreaterThan(25);
  });

  test.each(someOf([0, 1, 479, 4800, 4801, 100_003], 3))('copes with %d frames', async (frames) => {
    const samples = voice(3).subarray(0, frames);
    if (frames === 0) await expect(restoredMono(model, samples)).rejects.toMatchObject({ code: 'mediaEmpty' });
    else expect(await restoredMono(model, samples)).toHaveLength(frames);
  });

  test('leaves silence silent', async () => {
    const out = await restoredMono(model, new Float32Array(RATE));
    expect(out).toEqual(new Float32Array(RATE));
  });

  test('on real noise at 0 dB the target figure is reached', { tags: 'long' }, async ({ skip }) => {
    skip(!existsSync(SHARED_AUDIO), 'the recordings are not beside this clone (../shared/audio)');
    const file = (name: string) => path.join(SHARED_AUDIO, name);
    const [clean] = decode(file('clean_freesound_33711.wav'), { channels: 1 }).channels as [Float32Array];
    const [noisy] = decode(file('noisy_snr0.wav'), { channels: 1 }).channels as [Float32Array];
    const output = path.join(temporaryFolder(), 'out.wav');
    const started = performance.now();
    await engine.restore(
      { input: file('noisy_snr0.wav'), model, outputs: [{ path: output, format: 'source' }] },
      ignore,
    );
    const realTimeFactor = (performance.now() - started) / 1000 / (noisy.length / RATE);
    const [out] = decode(output, { channels: 1 }).channels as [Float32Array];
    const gain = siSdr(clean, out) - siSdr(clean, noisy);
    console.log(`${model}: +${gain.toFixed(2)} dB on real noise, real-time factor ${realTimeFactor.toFixed(3)}`);
    expect(out).toHaveLength(noisy.length);
    expect(await lagOf(clean, out)).toBe(0);
    expect(gain).toBeGreaterThan(model === 'service-2' ? 12 : 12.2);
  });
});

test('progress rises through its stages and ends whole', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const input = path.join(folder, 'in.wav');
  writeWav(input, [voice()], RATE);
  const seen: EngineProgress[] = [];
  const outputs = [{ path: path.join(folder, 'out.wav'), format: 'source' as const }];
  await engine.restore({ input, model: 'service-3.5', outputs }, (progress) => seen.push(progress));
  expect([...new Set(seen.map((progress) => progress.stage))]).toEqual(['analyzing', 'restoring', 'encoding']);
  const fractions = seen.map((progress) => progress.fraction);
  expect(fractions).toEqual([...fractions].sort((one, other) => one - other));
  expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
});

describe('when an output cannot be made', () => {
  test('nothing is left behind, and existing files stay', async () => {
    const folder = temporaryFolder();
    const input = path.join(folder, 'in.wav');
    writeWav(input, [voice(1)], RATE);
    const kept = path.join(folder, 'kept.wav');
    writeFileSync(kept, 'as it was');
    const outputs = [
      { path: kept, format: 'wav' as const },
      { path: path.join(folder, 'no-such-folder', 'out.wav'), format: 'wav' as const },
    ];
    await expect(engine.restore({ input, model: 'service-2', outputs }, ignore)).rejects.toMatchObject({
      code: 'outputUnwritable',
    });
    expect(readdirSync(folder).sort()).toEqual(['in.wav', 'kept.wav']);
  });

  test('a folder in its place is no reason to harm it', async () => {
    const folder = temporaryFolder();
    const input = path.join(folder, 'in.wav');
    writeWav(input, [voice(1)], RATE);
    const taken = path.join(folder, 'taken');
    mkdirSync(taken);
    writeFileSync(path.join(taken, 'inside'), 'x');
    const outputs = [{ path: taken, format: 'wav' as const }];
    await expect(engine.restore({ input, model: 'service-2', outputs }, ignore)).rejects.toMatchObject({
      code: 'outputUnwritable',
    });
    expect(readdirSync(taken)).toEqual(['inside']);
    expect(readdirSync(folder).sort()).toEqual(['in.wav', 'taken']);
  });
});
