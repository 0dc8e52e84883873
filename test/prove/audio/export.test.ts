import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../../shared/domain/export/settings.ts';
import type { ExportParams, ExportResult } from '../../../shared/engine-api/export-messages.ts';
import { exportMaterial, measuredByFfmpeg, mixOf } from '../../fixtures/audio/export-material.ts';
import { decode, ffmpeg, speech } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { lagOf, largestDifference } from '../../harness/audio/metrics.ts';
import { someOf } from '../depth.ts';

const engine = createEngine();
const ignore = () => undefined;

function run(
  params: Partial<ExportParams> & Pick<ExportParams, 'original' | 'result' | 'output'>,
): Promise<ExportResult> {
  return engine.export({ strength: 1, loudness: null, format: 'source', ...params }, ignore);
}

/** Exact, at the file's own rate. Older versions of the ffmpeg program do not cut the end of an m4a. */
async function lengthOf(file: string): Promise<{ readonly frames: number; readonly sampleRate: number }> {
  const places = { peaksPath: path.join(folder, 'peaks'), indexPath: path.join(folder, 'index') };
  const { frames, sampleRate } = await engine.scan({ path: file, ...places }, ignore);
  return { frames, sampleRate };
}

const EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  source: 'wav',
  wav16: 'wav',
  wav24: 'wav',
  wavFloat: 'wav',
  flac: 'flac',
  mp3: 'mp3',
  m4a: 'm4a',
  opus: 'opus',
};
/** Largest error of a sample, where nothing else is lost. Of 16 bits, half a step is rounding and one is dither. */
const STEPS: Readonly<Partial<Record<ExportFormat, number>>> = {
  wav16: 1.51 * 2 ** -15,
  wav24: 2 ** -22,
  wavFloat: 1e-6,
};

const folder = temporaryFolder('export', afterAll);

describe.each(someOf([44_100, 48_000], 1))('at %d Hz', (sampleRate) => {
  const material = exportMaterial(folder, 3, sampleRate);
  const cases = EXPORT_FORMATS.flatMap((format) => [0, 0.3, 0.5, 1].map((strength) => [format, strength] as const));

  test.each(someOf(cases, 8))(
    '%s at strength %d is as long as its original, and in place',
    { tags: 'long' },
    async (format, strength) => {
      const output = path.join(folder, `${sampleRate}-${format}-${strength}`);
      const made = await run({ ...material, output, strength, format });
      expect(made.extension).toBe(EXTENSIONS[format]);
      // The material is float already.
      const isThere = strength === 1 && (format === 'source' || format === 'wavFloat');
      expect(made.kind).toBe(isThere ? 'as-is' : 'rendered');
      if (isThere) return;
      expect(made.bytes).toBe(statSync(output).size);
      expect(made.figures?.lag).toBe(0);
      const decoded = decode(output, { channels: 2, ...(format === 'opus' ? { sampleRate } : {}) });
      const length = await lengthOf(output);
      expect(length.frames).toBe(Math.ceil((material.frames * length.sampleRate) / sampleRate));
      const expected = mixOf(material.dry, material.wet, strength);
      for (const [channel, samples] of expected.entries()) {
        const heard = decoded.channels[channel] as Float32Array;
        expect(await lagOf(samples, heard)).toBe(0);
        if (STEPS[format] !== undefined) expect(largestDifference(samples, heard)).toBeLessThan(STEPS[format]);
      }
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    },
  );
});

describe('loudness', () => {
  const formats = EXPORT_FORMATS.filter((format) => format !== 'source');

  test.each(someOf(formats, 2))(
    '%s is as loud as is wanted by one gain where that fits',
    { tags: 'long' },
    async (format) => {
      const { original, result } = exportMaterial(folder, 8, 48_000, 0.2);
      const output = path.join(folder, `linear-${format}`);
      const made = await run({ original, result, output, loudness: -26, format });
      expect(made.figures?.limited).toBe(false);
      const { loudness, truePeak } = measuredByFfmpeg(output);
      expect(Math.abs(loudness + 26)).toBeLessThanOrEqual(0.2);
      expect(truePeak).toBeLessThanOrEqual(-1);
      expect(made.figures?.after.loudness).toBeCloseTo(loudness, 0);
      expect(Math.abs((made.figures?.after.truePeak ?? 0) - truePeak)).toBeLessThan(0.2);
    },
  );

  test('the gain is constant', { tags: 'long' }, async () => {
    const { original, result, wet } = exportMaterial(folder, 8, 44_100, 0.2);
    const output = path.join(folder, 'linear.wav');
    const { figures } = await run({ original, result, output, loudness: -26, format: 'wavFloat' });
    const factor = 10 ** ((figures?.gain ?? 0) / 20);
    const { channels } = decode(output, { channels: 2 });
    for (const [channel, samples] of wet.entries()) {
      const wanted = samples.map((value) => value * factor);
      expect(largestDifference(wanted, channels[channel] as Float32Array)).toBeLessThan(1e-6);
    }
  });

  test.each(someOf(formats, 2))(
    '%s that must be limited is as loud as is wanted, passes no peak, and stays in place',
    { tags: 'long' },
    async (format) => {
      const { original, result, wet } = exportMaterial(folder, 8, 44_100, 0.3);
      const output = path.join(folder, `limited-${format}`);
      const made = await run({ original, result, output, loudness: -14, format });
      expect(made.figures?.limited).toBe(true);
      const { loudness, truePeak } = measuredByFfmpeg(output);
      expect(Math.abs(loudness + 14)).toBeLessThanOrEqual(0.2);
      expect(truePeak).toBeLessThanOrEqual(-1);
      const heard = decode(output, { channels: 2, sampleRate: 44_100 });
      expect(await lagOf(wet[0] as Float32Array, heard.channels[0] as Float32Array)).toBe(0);
    },
  );

  test('each target is met', { tags: 'long' }, async () => {
    const { original, result } = exportMaterial(folder, 8, 48_000, 0.4);
    for (const target of someOf([-14, -16, -19, -23], 2)) {
      const output = path.join(folder, `target${target}.wav`);
      await run({ original, result, output, loudness: target, format: 'wav24', strength: 0.7 });
      const { loudness, truePeak } = measuredByFfmpeg(output);
      expect(Math.abs(loudness - target)).toBeLessThanOrEqual(0.2);
      expect(truePeak).toBeLessThanOrEqual(-1);
    }
  });

  test('silence stays silence', async () => {
    const silent = path.join(folder, 'silent.wav');
    writeWav(silent, [new Float32Array(48_000)], 48_000);
    const output = path.join(folder, 'silent-out.wav');
    const made = await run({ original: silent, result: silent, output, loudness: -16, strength: 0.5 });
    const nothing = { loudness: null, truePeak: null };
    expect(made.figures).toEqual({ before: nothing, after: nothing, gain: 0, limited: false, target: -16, lag: null });
    const { frames, channels } = decode(output, { channels: 1 });
    expect(frames).toBe(48_000);
    expect(channels[0]?.every((value) => value === 0)).toBe(true);
  });
});

describe('what another service gives', () => {
  /** Frames by which the result comes too late, or too early. */
  const lags = [1105, -312, 2112];

  test.each(someOf(lags, 1))('a result that is %d frames late is put in its place', { tags: 'long' }, async (lag) => {
    const { original, dry, wet, frames } = exportMaterial(folder, 5, 44_100);
    const shifted = wet.map((samples) => {
      const moved = new Float32Array(frames);
      moved.set(lag > 0 ? samples.subarray(0, frames - lag) : samples.subarray(-lag), Math.max(0, lag));
      return moved;
    });
    const late = path.join(folder, `late${lag}.wav`);
    writeWav(late, shifted, 44_100);
    for (const strength of [0.5, 1]) {
      const output = path.join(folder, 'in-place.wav');
      const made = await run({ original, result: late, output, strength, format: 'wavFloat' });
      expect(made.figures?.lag).toBe(lag);
      const { before } = made.figures ?? {};
      // The preview finds the same, and writes nothing.
      const preview = await engine.preview({ original, result: late, strength }, ignore);
      expect(preview).toEqual({ sampleRate: 44_100, channels: 2, lag, before });
      const heard = decode(output, { channels: 2 });
      expect(heard.frames).toBe(frames);
      const expected = mixOf(dry, wet, strength)[0] as Float32Array;
      const within = [3000, frames - 3000] as const;
      const difference = largestDifference(
        expected.subarray(...within),
        (heard.channels[0] as Float32Array).subarray(...within),
      );
      expect(difference).toBeLessThan(1e-6);
    }
  });

  test('an mp3 of another rate and length is mixed in place', { tags: 'long' }, async () => {
    const { original, result, wet, frames } = exportMaterial(folder, 5, 96_000);
    const mp3 = path.join(folder, 'foreign.mp3');
    ffmpeg('-i', result, '-ar', '48000', '-b:a', '192k', mp3);
    const output = path.join(folder, 'foreign.wav');
    const made = await run({ original, result: mp3, output, strength: 0.5, format: 'wav24' });
    expect(made.figures?.lag).toBe(0);
    const heard = decode(output, { channels: 2 });
    expect(heard.frames).toBe(frames);
    expect(await lagOf(wet[0] as Float32Array, heard.channels[0] as Float32Array)).toBe(0);
  });

  test('a mono result of a stereo recording makes a mono export', { tags: 'long' }, async () => {
    const { original, wet, frames } = exportMaterial(folder, 3, 48_000);
    const mono = path.join(folder, 'mono.wav');
    writeWav(mono, [wet[0] as Float32Array], 48_000);
    const output = path.join(folder, 'mono-out.wav');
    await run({ original, result: mono, output, strength: 0.5, format: 'wav16' });
    expect(decode(output, { channels: 1 }).frames).toBe(frames);
    const preview = await engine.preview({ original, result: mono, strength: null }, ignore);
    expect(preview).toEqual({ sampleRate: 48_000, channels: 1, lag: 0, before: null });
  });

  test('two unrelated sounds are left in place, and that is reported', async () => {
    const other = path.join(folder, 'other.wav');
    const talk = path.join(folder, 'talk.wav');
    writeWav(other, [noise(3 * 48_000, 9).map((value) => 0.1 * value)], 48_000);
    writeWav(talk, [speech(folder, 3, 48_000)], 48_000);
    const made = await run({ original: talk, result: other, output: path.join(folder, 'unlike.wav'), strength: 0.5 });
    expect(made.figures?.lag).toBeNull();
  });
});

test('a result that already matches the request is not written again', async () => {
  const { original, result } = exportMaterial(folder, 2, 48_000);
  const output = path.join(folder, 'not-written.wav');
  const made = await run({ original, result, output });
  expect(made).toMatchObject({ kind: 'as-is', extension: 'wav', bytes: statSync(result).size, figures: null });
  expect(readdirSync(folder)).not.toContain('not-written.wav');
});

test('an output that cannot be written says so and leaves nothing', async () => {
  const { original, result } = exportMaterial(folder, 2, 48_000);
  const output = path.join(folder, 'no-such-folder/out.wav');
  await expect(run({ original, result, output, strength: 0.5 })).rejects.toMatchObject({ code: 'outputUnwritable' });
  await expect(
    run({ original: path.join(folder, 'gone.wav'), result, output: path.join(folder, 'x.wav'), strength: 0.5 }),
  ).rejects.toMatchObject({ code: 'sourceMissing' });
  expect(readdirSync(folder)).not.toContain('x.wav');
});
