import { expect, test } from 'vitest';
import { createLoudnessMeter } from '../../../electron/audio/dsp/loudness/loudness-meter.ts';
import { createTruePeakMeter, decibelsOf, linearOf } from '../../../electron/audio/dsp/loudness/true-peak.ts';
import { createMeasuresCollector } from '../../../electron/audio/measures/measures.ts';
import { someOf } from '../depth.ts';

/** @param hertz frequency @param level dBFS @param phase in turns */
function tone(seconds: number, hertz: number, level: number, sampleRate: number, phase = 0): Float32Array {
  const scale = linearOf(level);
  return samplesOf(
    Math.round(seconds * sampleRate),
    (i) => scale * Math.sin(2 * Math.PI * ((hertz * i) / sampleRate + phase)),
  );
}

/** A loop: `Float32Array.from` takes more than twice as long. */
function samplesOf(length: number, at: (index: number) => number): Float32Array {
  const samples = new Float32Array(length);
  for (let i = 0; i < length; i++) samples[i] = at(i);
  return samples;
}

/** Fades in and out: what begins and ends at once has overshoots of its own between the samples. */
function faded(samples: Float32Array): Float32Array {
  return samples.map((value, i) => value * Math.min(1, i / 1000, (samples.length - 1 - i) / 1000));
}

/** In pieces of odd lengths, as decoders give them. */
function loudnessOf(parts: readonly Float32Array[], sampleRate: number, channels = 2): number | null {
  const meter = createLoudnessMeter(sampleRate, channels);
  for (const part of parts) {
    for (let from = 0; from < part.length; from += 1153) {
      meter.push(Array.from({ length: channels }, () => part.subarray(from, from + 1153)));
    }
  }
  return meter.finish();
}

function truePeakOf(samples: Float32Array): number {
  const meter = createTruePeakMeter(1);
  for (let from = 0; from < samples.length; from += 1153) meter.push([samples.subarray(from, from + 1153)]);
  return decibelsOf(meter.finish());
}

test.each([8000, 44_100, 48_000, 96_000])('a tone in both channels has the loudness of its level, at %d Hz', (rate) => {
  // EBU Tech 3341, cases 1 and 2.
  expect(loudnessOf([tone(20, 1000, -23, rate)], rate)).toBeCloseTo(-23, 1);
  expect(loudnessOf([tone(20, 1000, -33, rate)], rate)).toBeCloseTo(-33, 1);
});

test('what is much quieter than the rest does not count', () => {
  const rate = 48_000;
  // EBU Tech 3341, cases 3, 4 and 5.
  const third = [tone(10, 1000, -36, rate), tone(60, 1000, -23, rate), tone(10, 1000, -36, rate)];
  expect(loudnessOf(third, rate)).toBeCloseTo(-23, 1);
  const fourth = [tone(10, 1000, -72, rate), ...third, tone(10, 1000, -72, rate)];
  expect(loudnessOf(fourth, rate)).toBeCloseTo(-23, 1);
  const fifth = [tone(20, 1000, -26, rate), tone(20.1, 1000, -20, rate), tone(20, 1000, -26, rate)];
  expect(loudnessOf(fifth, rate)).toBeCloseTo(-23, 1);
});

test('a mono recording is one channel, 3 LU below the same in two', () => {
  expect(loudnessOf([tone(5, 1000, -20, 48_000)], 48_000, 1)).toBeCloseTo(-23, 1);
});

test('channels count by their places: low frequencies not at all, those behind by 1.41', () => {
  // EBU Tech 3341, case 6.
  const levels = [-28, -28, -24, 0, -30, -30];
  const meter = createLoudnessMeter(48_000, 6);
  meter.push(levels.map((level) => tone(20, 1000, level, 48_000)));
  expect(meter.finish()).toBeCloseTo(-23, 1);
  expect(() => createLoudnessMeter(48_000, 9)).toThrow(RangeError);
});

test('silence, and what is shorter than a block, has no loudness', () => {
  expect(loudnessOf([new Float32Array(48_000 * 3)], 48_000)).toBeNull();
  expect(loudnessOf([tone(0.39, 1000, -20, 48_000)], 48_000)).toBeNull();
  expect(loudnessOf([], 48_000)).toBeNull();
});

test('the peak between samples is found', () => {
  // EBU Tech 3341, cases 15 to 18: a quarter, and others, of the sample rate, with the tops between the samples.
  expect(truePeakOf(faded(tone(1, 12_000, -6, 48_000)))).toBeCloseTo(-6, 1);
  expect(truePeakOf(faded(tone(1, 12_000, -6, 48_000, 1 / 8)))).toBeCloseTo(-6, 1);
  expect(truePeakOf(faded(tone(1, 8000, -6, 48_000, 1 / 6)))).toBeCloseTo(-6, 1);
  expect(truePeakOf(faded(tone(1, 6000, -6, 48_000, 1 / 16)))).toBeCloseTo(-6, 1);
});

test('a single sample, the very first and the very last count as peaks', () => {
  for (const at of [0, 500, 999]) {
    const samples = new Float32Array(1000);
    samples[at] = -0.5;
    expect(truePeakOf(samples)).toBeCloseTo(-6.02, 1);
  }
  expect(truePeakOf(new Float32Array(1000))).toBe(Number.NEGATIVE_INFINITY);
});

test('a late peak is found behind louder and quieter stretches', () => {
  const late = faded(tone(1, 12_000, -6, 48_000, 1 / 8));
  const samples = Float32Array.from([...tone(1, 440, -12, 48_000), ...tone(1, 440, -40, 48_000), ...late]);
  expect(truePeakOf(samples)).toBeCloseTo(-6, 1);
});

/** The same figures from every run. @param seed not 0 */
function noise(length: number, level: number, seed: number): Float32Array {
  let state = seed;
  return samplesOf(length, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return linearOf(level) * (state / 2 ** 31);
  });
}

/** Bursts and pauses of changing loudness over a soft floor, as speech has them: the gates have something to leave out. */
function bursts(seconds: number, sampleRate: number, seed: number): Float32Array {
  const carrier = noise(Math.round(seconds * sampleRate), -6, seed);
  return carrier.map((value, i) => {
    const time = i / sampleRate;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 3.1 * time)) ** 2;
    const phrase = Math.sin(2 * Math.PI * 0.21 * time) > -0.3 ? 0.2 + 0.6 * ((time % 7) / 7) : 0;
    return value * (0.001 + syllable * phrase);
  });
}

const SIGNALS: readonly [string, (sampleRate: number) => readonly Float32Array[]][] = [
  ['a tone between its samples', (rate) => [faded(tone(3, rate / 4, -6, rate, 1 / 8))]],
  ['a high tone', (rate) => [faded(tone(3, 17_000, -3, rate, 0.1))]],
  ['noise', (rate) => [noise(2 * rate, -1, 7)]],
  ['speech-like bursts', (rate) => [bursts(12, rate, 3)]],
  ['bursts in one channel, a tone in the other', (rate) => [bursts(12, rate, 5), tone(12, 997, -30, rate)]],
  ['clipped noise in stereo', (rate) => [noise(2 * rate, 6, 11), noise(2 * rate, 3, 13)].map(clipped)],
  ['single samples', (rate) => [samplesOf(rate, (i) => (i % 977 === 0 ? 0.5 : 0))]],
  ['six channels', (rate) => Array.from({ length: 6 }, (_, channel) => bursts(5, rate, 17 + channel))],
];

function clipped(samples: Float32Array): Float32Array {
  return samples.map((value) => Math.max(-1, Math.min(1, value)));
}

const ROWS = SIGNALS.flatMap(([name, make]) => [44_100, 48_000].map((rate) => [name, rate, make] as const));

test.each(someOf(ROWS, 5))(
  'scan and export measure the same loudness and true peak of %s at %d Hz',
  async (_name, rate, make) => {
    const channels = make(rate);
    const frames = channels[0]?.length ?? 0;
    const scan = await createMeasuresCollector(rate, channels.length, null);
    const loudness = createLoudnessMeter(rate, channels.length);
    const peak = createTruePeakMeter(channels.length);
    for (let from = 0; from < frames; from += 1153) {
      const block = channels.map((samples) => samples.subarray(from, from + 1153));
      scan.add(block, block[0]?.length ?? 0);
      loudness.push(block);
      peak.push(block);
    }
    const measures = scan.finish();
    scan.close();
    expect(Math.abs((measures.loudness ?? Number.NaN) - (loudness.finish() ?? Number.NaN))).toBeLessThan(0.01);
    expect(Math.abs((measures.truePeak ?? Number.NaN) - decibelsOf(peak.finish()))).toBeLessThan(0.01);
  },
);
