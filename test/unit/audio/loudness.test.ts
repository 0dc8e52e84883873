import { expect, test } from 'vitest';
import { createLoudnessMeter } from '../../../electron/audio/dsp/loudness/loudness-meter.ts';
import { createTruePeakMeter, decibelsOf, linearOf } from '../../../electron/audio/dsp/loudness/true-peak.ts';

/** @param hertz frequency @param level dBFS @param phase in turns */
function tone(seconds: number, hertz: number, level: number, sampleRate: number, phase = 0): Float32Array {
  const scale = linearOf(level);
  return Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, i) => scale * Math.sin(2 * Math.PI * ((hertz * i) / sampleRate + phase)),
  );
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

function truePeakOf(samples: Float32Array, sampleRate: number): number {
  const meter = createTruePeakMeter(sampleRate, 1);
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
  expect(truePeakOf(faded(tone(1, 12_000, -6, 48_000)), 48_000)).toBeCloseTo(-6, 1);
  expect(truePeakOf(faded(tone(1, 12_000, -6, 48_000, 1 / 8)), 48_000)).toBeCloseTo(-6, 1);
  expect(truePeakOf(faded(tone(1, 8000, -6, 48_000, 1 / 6)), 48_000)).toBeCloseTo(-6, 1);
  expect(truePeakOf(faded(tone(1, 6000, -6, 48_000, 1 / 16)), 48_000)).toBeCloseTo(-6, 1);
});

test('a single sample, the very first and the very last count as peaks', () => {
  for (const at of [0, 500, 999]) {
    const samples = new Float32Array(1000);
    samples[at] = -0.5;
    expect(truePeakOf(samples, 44_100)).toBeCloseTo(-6.02, 1);
  }
  expect(truePeakOf(new Float32Array(1000), 44_100)).toBe(Number.NEGATIVE_INFINITY);
});

test('a late peak is found behind louder and quieter stretches', () => {
  const quiet = tone(1, 440, -40, 48_000);
  const samples = Float32Array.from([
    ...tone(1, 440, -12, 48_000),
    ...quiet,
    ...faded(tone(1, 12_000, -6, 48_000, 1 / 8)),
  ]);
  expect(truePeakOf(samples, 48_000)).toBeCloseTo(-6, 1);
});
