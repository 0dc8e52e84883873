import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decode, ffmpeg, ffmpegReport, speech } from '../../fixtures/audio/media.ts';
import { atRatio, hum, writeWav } from '../../fixtures/audio/signals.ts';
import { NO_MEASURES } from '../../fixtures/measures.ts';
import { brown, clipped, inRoom, pink, room, white } from '../../fixtures/quality/noises.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { measured } from '../../harness/audio/measured.ts';
import { someOf } from '../depth.ts';

const RATE = 48_000;
const SENTENCE_SECONDS = 9;
const folder = temporaryFolder('measures', afterAll);
let clean = new Float32Array(0);

beforeAll(() => {
  const voices = ['en-us+f3', 'en-us', 'en-gb+m3', 'en-us+f2'];
  clean = joined(voices.map((voice) => speech(folder, SENTENCE_SECONDS, RATE, voice)));
});

function joined(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Tones of 1 kHz, one after the other. @param steps peak level in dBFS and seconds of each */
function tones(steps: readonly (readonly [number, number])[], rate = RATE): Float32Array {
  return joined(
    steps.map(([level, seconds]) =>
      Float32Array.from(
        { length: Math.round(seconds * rate) },
        (_, i) => 10 ** (level / 20) * Math.sin((2 * Math.PI * 1000 * i) / rate),
      ),
    ),
  );
}

describe('loudness as EBU Tech 3341 wants it', () => {
  test.each(
    someOf(
      [
        ['1', [[-23, 20]]],
        ['2', [[-33, 20]]],
        ['3', [[-36, 10], [-23, 60], [-36, 10]]], // biome-ignore format: one case a line
        ['4', [[-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10]]], // biome-ignore format: one case a line
        ['5', [[-26, 20], [-20, 20.1], [-26, 20]]], // biome-ignore format: one case a line
      ] as const,
      2,
    ),
  )('case %s', { tags: 'long' }, async (name, steps) => {
    for (const rate of someOf([RATE, 44_100], 1)) {
      const tone = tones(steps, rate);
      const { loudness, truePeak } = await measured([tone, tone], rate);
      expect(Math.abs((loudness as number) - (name === '2' ? -33 : -23))).toBeLessThan(0.1);
      expect(Math.abs((truePeak as number) - Math.max(...steps.map(([level]) => level)))).toBeLessThan(0.2);
    }
  });

  test('case 6: the surround channels count more, the low frequencies not at all', async () => {
    const [front, center, back] = [-28, -24, -30].map((level) => tones([[level, 20]])) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const { loudness } = await measured([front, front, center, front, back, back], RATE);
    expect(Math.abs((loudness as number) + 23)).toBeLessThan(0.1);
  });
});

test.each(
  someOf(
    [
      ['1', 10, [[-20, 20], [-30, 20]]], // biome-ignore format: one case a line
      ['2', 5, [[-20, 20], [-15, 20]]], // biome-ignore format: one case a line
      ['3', 20, [[-40, 20], [-20, 20]]], // biome-ignore format: one case a line
      ['4', 15, [[-50, 20], [-35, 20], [-20, 20], [-35, 20], [-50, 20]]], // biome-ignore format: one case a line
    ] as const,
    1,
  ),
)('loudness range as EBU Tech 3342 wants it: case %s', async (_name, range, steps) => {
  const tone = tones(steps);
  const { loudnessRange } = await measured([tone, tone], RATE);
  expect(Math.abs((loudnessRange as number) - range)).toBeLessThan(1);
});

test.each(
  someOf(
    [
      ['48 kHz mono', RATE, 1],
      ['44.1 kHz stereo', 44_100, 2],
      ['16 kHz mono', 16_000, 1],
    ] as const,
    1,
  ),
)('speech in noise is as loud as FFmpeg says: %s', { tags: 'long' }, async (_name, rate, count) => {
  const file = path.join(folder, 'loud.wav');
  writeWav(file, [atRatio(clean, pink(clean.length, 1), 15)], RATE);
  const { channels } = decode(file, { channels: count, sampleRate: rate });
  writeWav(file, channels, rate);
  const report = ffmpegReport('-i', file, '-af', 'ebur128=peak=true', '-f', 'null', '-').split('Summary:').at(-1) ?? '';
  const figure = (name: string) => Number(new RegExp(`${name}:\\s+(-?[\\d.]+)`).exec(report)?.[1]);
  const { loudness, loudnessRange, truePeak } = await measured(channels, rate);
  expect(Math.abs((loudness as number) - figure('I'))).toBeLessThan(0.15);
  expect(Math.abs((loudnessRange as number) - figure('LRA'))).toBeLessThan(0.5);
  expect(Math.abs((truePeak as number) - figure('Peak'))).toBeLessThan(0.2);
});

test('a tone between the samples peaks where no sample is', async () => {
  // A quarter of the rate, 45 degrees off: all samples are 3 dB below the wave's peak.
  const tone = Float32Array.from({ length: RATE }, (_, i) => 0.5 * Math.sin((Math.PI / 2) * i + Math.PI / 4));
  const { truePeak } = await measured([tone], RATE);
  expect(Math.abs((truePeak as number) + 6.02)).toBeLessThan(0.2);
});

describe('the ratio of speech to noise', () => {
  test.each(someOf([0, 5, 10, 15, 20, 25, 30], 2))('at %d dB, whatever the noise', async (mixed) => {
    for (const noise of someOf([white, pink, brown], 1)) {
      const { signalToNoise, noiseFloor, speechLevel } = await measured(
        [atRatio(clean, noise(clean.length, 7), mixed)],
        RATE,
      );
      expect(Math.abs((signalToNoise as number) - mixed)).toBeLessThan(3);
      expect(Math.abs((speechLevel as number) - (noiseFloor as number) - (signalToNoise as number))).toBeLessThan(1.5);
    }
  });

  test('a recording that is as loud as another has its levels so much higher', { tags: 'long' }, async () => {
    const mixed = atRatio(clean, pink(clean.length, 7), 20);
    const loud = await measured([mixed], RATE);
    const quiet = await measured([mixed.map((value) => value / 10)], RATE);
    expect((loud.noiseFloor as number) - (quiet.noiseFloor as number)).toBeCloseTo(20, 1);
    expect((loud.speechLevel as number) - (quiet.speechLevel as number)).toBeCloseTo(20, 1);
    expect(loud.signalToNoise).toBeCloseTo(quiet.signalToNoise as number, 1);
  });

  test('the one bad minute of five is found', { tags: 'long' }, async () => {
    const long = joined(Array.from({ length: 9 }, () => clean)).subarray(0, 300 * RATE);
    const noise = pink(long.length, 3);
    const bad = [150 * RATE, 210 * RATE] as const;
    const noisy = atRatio(
      long,
      noise.map((value, i) => (i >= bad[0] && i < bad[1] ? value * 10 ** (15 / 20) : value)),
      17,
    );
    const { worstMinute } = await measured([noisy], RATE);
    expect(Math.abs((worstMinute?.fromFrame as number) - bad[0])).toBeLessThan(15 * RATE);
    expect(worstMinute?.frames).toBeCloseTo(60 * RATE, -5);
    // The bad minute is 15 dB noisier than the rest, which makes nearly all of the noise.
    expect(Math.abs((worstMinute?.signalToNoise as number) - 10.5)).toBeLessThan(3);
  });
});

test.each(someOf([50, 60, 49.9, 50.05, 60.1], 2))(
  'hum of %d Hz is found with its frequency and level',
  { tags: 'long' },
  async (mains) => {
    const tone = hum(clean.length, RATE, mains);
    const noisy = atRatio(clean, pink(clean.length, 2), 25);
    const found = (await measured([atRatio(noisy, tone, 15)], RATE)).hum;
    expect(Math.abs((found?.frequency as number) - mains)).toBeLessThan(0.1);
    const power = (samples: Float32Array) =>
      10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
    expect(Math.abs((found?.level as number) - (power(noisy) - 15))).toBeLessThan(2);
  },
);

test('where nothing hums, nothing is found', async () => {
  for (const samples of [clean, atRatio(clean, brown(clean.length, 2), 10), white(RATE * 10, 4)]) {
    expect((await measured([samples], RATE)).hum).toBeNull();
  }
});

describe('the time in which a room dies away', () => {
  test.each(someOf([0.3, 0.5, 0.8, 1.2], 1))('of %d s', { tags: 'long' }, async (seconds) => {
    for (const seed of someOf([1, 2, 3], 1)) {
      const wet = await inRoom(joined([clean, clean]), room(seconds, seed, RATE));
      const { decayTime } = await measured([atRatio(wet, pink(wet.length, 5), 35)], RATE);
      expect((decayTime as number) / seconds).toBeGreaterThan(0.7);
      expect((decayTime as number) / seconds).toBeLessThan(1.3);
    }
  });

  test('is none or short without a room', async () => {
    expect((await measured([clean], RATE)).decayTime ?? 0).toBeLessThan(0.25);
    expect((await measured([white(RATE * 10, 4)], RATE)).decayTime).toBeNull();
  });
});

describe('bandwidth', () => {
  const limits = [3400, 5000, 7000, 10_000];

  test.each(someOf(limits, 2))('of speech that ends at %d Hz in a file of 48 kHz', { tags: 'long' }, async (limit) => {
    const file = path.join(folder, 'narrow.wav');
    writeWav(file, [atRatio(clean, pink(clean.length, 5), 35)], RATE);
    const cut = path.join(folder, 'cut.wav');
    ffmpeg('-i', file, '-af', `firequalizer=gain='if(lt(f,${limit}),0,-90)'`, '-c:a', 'pcm_s16le', cut);
    const { channels } = decode(cut, { channels: 1 });
    const { bandwidth } = await measured(channels, RATE);
    expect((bandwidth as number) / limit).toBeGreaterThan(0.9);
    expect((bandwidth as number) / limit).toBeLessThan(1.1);
  });

  test('of a recording that leaves nothing out', { tags: 'long' }, async () => {
    const { bandwidth } = await measured([atRatio(clean, pink(clean.length, 5), 25)], RATE);
    expect(bandwidth).toBeGreaterThan(0.9 * (RATE / 2));
  });
});

test.each(someOf([1, 0.5, 0.1], 1))('samples that were cut off at %d are counted', async (limit) => {
  const driven = clipped(
    clean.map((value) => value * 2),
    limit,
  );
  const { clippedSamples } = await measured([driven], RATE);
  const cut = inRuns(driven);
  expect(cut).toBeGreaterThan(1000);
  expect(clippedSamples / cut).toBeGreaterThan(0.98);
  expect(clippedSamples / cut).toBeLessThan(1.02);
  expect((await measured([clean], RATE)).clippedSamples).toBe(0);
});

test('the places where samples were cut off are told', async () => {
  const second = (i: number) => i / RATE;
  const driven = clean.map((value, i) => {
    const isLoud = second(i) >= 2 && second(i) < 3;
    return isLoud ? Math.max(-0.5, Math.min(0.5, value * 8)) : value * 0.5;
  });
  const { clippedPlaces, clippedSamples } = await measured([driven], RATE);
  expect(clippedSamples).toBeGreaterThan(100);
  expect(clippedPlaces?.length).toBe(1);
  expect(second(clippedPlaces?.[0] ?? 0)).toBeGreaterThanOrEqual(2);
  expect(second(clippedPlaces?.[0] ?? 0)).toBeLessThan(3);
  expect((await measured([clean], RATE)).clippedPlaces).toEqual([]);
});

/** Samples at either extreme with at least two equal neighbors. */
function inRuns(samples: Float32Array): number {
  const largest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let count = 0;
  let run = 0;
  for (let i = 0; i <= samples.length; i++) {
    const value = samples[i];
    if (run > 0 && value !== samples[i - 1]) {
      if (run >= 3) count += run;
      run = 0;
    }
    if (value !== undefined && Math.abs(value) === largest) run += 1;
  }
  return count;
}

test('silence and near silence have no measures', async () => {
  expect(await measured([new Float32Array(RATE * 70)], RATE)).toEqual(NO_MEASURES);
  expect(await measured([new Float32Array(0)], RATE)).toEqual(NO_MEASURES);
  const blink = await measured([clean.subarray(2 * RATE, 2.05 * RATE)], RATE);
  expect(blink).toMatchObject({ loudness: null, loudnessRange: null, signalToNoise: null, decayTime: null });
});

test.each(someOf([8000, 11_025, 22_050, 32_000, 96_000, 192_000], 2))(
  'every rate is measured alike: %d Hz',
  { tags: 'long' },
  async (rate) => {
    const file = path.join(folder, 'rate.wav');
    writeWav(file, [atRatio(clean, pink(clean.length, 1), 15)], RATE);
    const { channels } = decode(file, { channels: 1, sampleRate: rate });
    const one = await measured(decode(file, { channels: 1 }).channels, RATE);
    const other = await measured(channels, rate);
    expect(Math.abs((one.loudness as number) - (other.loudness as number))).toBeLessThan(rate < RATE ? 1.5 : 0.1);
    expect(Math.abs((one.signalToNoise as number) - (other.signalToNoise as number))).toBeLessThan(2);
    expect(Math.abs((one.noiseFloor as number) - (other.noiseFloor as number))).toBeLessThan(2);
  },
);
