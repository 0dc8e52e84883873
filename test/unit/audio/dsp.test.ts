import { expect, test } from 'vitest';
import { createHumDetector, HUM_RATE } from '../../../electron/audio/dsp/hum-detector.ts';
import { createSampleQueue } from '../../../electron/audio/dsp/sample-queue.ts';
import { createFft, fittingSize } from '../../../electron/audio/dsp/spectra/fft.ts';
import { hum, noise } from '../../fixtures/audio/signals.ts';

test.each([32, 480, 2048, 6144])('a transform of %d samples matches the definition and comes back', async (size) => {
  const fft = await createFft(size);
  const samples = noise(size, 5);
  const real = new Float32Array(fft.bins);
  const imaginary = new Float32Array(fft.bins);
  fft.forward(samples, real, imaginary);
  for (const bin of [0, 1, 7, size / 2]) {
    let re = 0;
    let im = 0;
    for (const [i, value] of samples.entries()) {
      re += value * Math.cos((2 * Math.PI * bin * i) / size);
      im -= value * Math.sin((2 * Math.PI * bin * i) / size);
    }
    expect(real[bin]).toBeCloseTo(re, 2);
    expect(imaginary[bin]).toBeCloseTo(im, 2);
  }
  const back = new Float32Array(size);
  fft.inverse(real, imaginary, back);
  for (const [i, value] of samples.entries()) expect(back[i]).toBeCloseTo(value, 4);
  fft.close();
});

test.each([
  [2048, 2048],
  [341.3, 320],
  [1881.6, 1920],
  [4096, 4096],
])('for %d samples a window of %d is taken', (wanted, size) => {
  expect(fittingSize(wanted)).toBe(size);
});

test.each([
  [50, 50],
  [60.03, 60],
])('hum of %d Hz is found with its harmonics', async (mains, nominal) => {
  const detector = await createHumDetector(HUM_RATE);
  const count = 8 * HUM_RATE;
  const tone = hum(count, HUM_RATE, mains);
  detector.push([noise(count, 9).map((value, i) => 0.3 * value + (tone[i] as number))]);
  const found = detector.finish();
  detector.close();
  const tones = found?.tones ?? [];
  expect(found?.frequency).toBeCloseTo(mains, 1);
  const power = tone.reduce((sum, value) => sum + value * value, 0) / count;
  expect(Math.abs((found?.level ?? 0) - 10 * Math.log10(power))).toBeLessThan(0.5);
  expect(tones.length).toBeGreaterThanOrEqual(5);
  for (const { frequency, harmonic } of tones) expect(frequency).toBeCloseTo(mains * harmonic, 0);
  expect(tones[0]?.harmonic).toBe(1);
  expect(Math.round(tones[0]?.frequency ?? 0)).toBe(nominal);
});

test('noise alone is no hum, and neither is a recording too short to tell', async () => {
  const detector = await createHumDetector(HUM_RATE);
  detector.push([noise(8 * HUM_RATE, 9)]);
  expect(detector.finish()).toBeNull();
  detector.close();
  const short = await createHumDetector(HUM_RATE);
  short.push([hum(400, HUM_RATE, 50)]);
  expect(short.finish()).toBeNull();
  short.close();
});

test('a note with its overtones is no hum, though mains have those tones among theirs', async () => {
  const detector = await createHumDetector(HUM_RATE);
  const note = Float32Array.from({ length: 8 * HUM_RATE }, (_, i) =>
    [350, 700, 1050].reduce((sum, frequency) => sum + Math.sin((2 * Math.PI * frequency * i) / HUM_RATE), 0),
  );
  const hiss = noise(note.length, 9);
  detector.push([note.map((value, i) => value + 0.1 * (hiss[i] as number))]);
  expect(detector.finish()).toBeNull();
  detector.close();
});

test('a queue gives what was put in, in order, however it was cut', () => {
  const queue = createSampleQueue();
  const given: number[] = [];
  let next = 0;
  for (let round = 0; round < 500; round++) {
    queue.push(Float32Array.from({ length: (round * 37) % 101 }, () => next++));
    if (queue.length >= 40) {
      expect(queue.peek(40)[0]).toBe(given.length);
      given.push(...queue.take(40));
    }
  }
  given.push(...queue.take(queue.length));
  expect(given).toEqual(Array.from({ length: next }, (_, i) => i));
  expect(() => queue.peek(1)).toThrow(RangeError);
});
