import { expect, test } from 'vitest';
import { rumbleLimit } from '../../../electron/audio/chains/network/rumble.ts';
import { upperBands } from '../../../electron/audio/chains/network/upper-bands.ts';
import { type Spectrum, spectrumOf } from '../../../electron/audio/chains/overlap-add.ts';
import { noise } from '../../fixtures/audio/signals.ts';

const BINS = 769;
const FIRST_UPPER = 257;
const FLOOR = 0.05;

/** @param level of each bin */
function window(seed: number, level: (bin: number) => number): Spectrum {
  const [real, imaginary] = [noise(BINS, seed), noise(BINS, seed + 1000)];
  return { real: real.map((value, bin) => value * level(bin)), imaginary: imaginary.map((v, bin) => v * level(bin)) };
}

function upperEnergy({ imaginary, real }: Spectrum): number {
  let energy = 0;
  for (let bin = FIRST_UPPER; bin < BINS; bin++) energy += (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
  return energy;
}

const hiss = (seed: number) => window(seed, () => 0.1);
const sibilant = (seed: number) => window(seed, (bin) => (bin < 500 ? 3 : 0.1));
const SILENT = { presence: 0.02, energy: 0.001 };
const SPOKEN = { presence: 0.98, energy: 5000 };

function afterHiss(floor = FLOOR) {
  const upper = upperBands(FIRST_UPPER, BINS, [1], floor);
  const windows = Array.from({ length: 30 }, (_, seed) => [hiss(seed)]);
  upper.learn(
    windows,
    windows.map(() => SILENT),
  );
  for (const one of windows) upper.pass(one, SILENT);
  return upper;
}

test('above 8 kHz a sibilant passes and the hiss between goes, down to the floor at least', () => {
  const upper = afterHiss();
  const spoken = Array.from({ length: 5 }, (_, seed) => sibilant(50 + seed));
  const before = spoken.map(upperEnergy);
  for (const one of spoken) upper.pass([one], SPOKEN);
  expect(upperEnergy(spoken[4] as Spectrum) / (before[4] as number)).toBeGreaterThan(0.9);
  const quiet = Array.from({ length: 20 }, (_, seed) => hiss(100 + seed));
  for (const one of quiet) upper.pass([one], SILENT);
  expect(upperEnergy(quiet[19] as Spectrum) / upperEnergy(hiss(119))).toBeLessThan(1.01 * FLOOR ** 2);
});

test('a click that the network took away below 8 kHz does not stay above it', () => {
  const upper = afterHiss();
  const click = window(7, () => 10);
  upper.pass([click], { presence: 0.2, energy: 1 });
  expect(upperEnergy(click)).toBeLessThan(2);
});

test('where all of it is speech, nothing above 8 kHz changes', () => {
  const upper = upperBands(FIRST_UPPER, BINS, [1], FLOOR);
  const windows = Array.from({ length: 30 }, (_, seed) => [sibilant(seed)]);
  upper.learn(
    windows,
    windows.map(() => ({ presence: 1, energy: 5000 })),
  );
  const one = sibilant(3);
  upper.pass([one], { presence: 1, energy: 5000 });
  expect(upperEnergy(one) / upperEnergy(sibilant(3))).toBeGreaterThan(0.999);
});

test('both channels get one gain: the image stays', () => {
  const upper = upperBands(FIRST_UPPER, BINS, [0.5, 0.5], FLOOR);
  const [left, right] = [sibilant(1), window(1, (bin) => (bin < 500 ? 1.5 : 0.05))];
  upper.pass([left, right], SPOKEN);
  expect(upperEnergy(left) / upperEnergy(right)).toBeCloseTo(4, 3);
});

/** A voice over rumble. @param left amplitude that the network leaves just above the rumble */
function rumbleAfter(left: number): number {
  const limit = rumbleLimit();
  const masked = spectrumOf(BINS);
  let [before, after] = [0, 0];
  for (let seed = 0; seed < 300; seed++) {
    const spectrum = window(seed, (bin) => (bin < 2 ? 10 : 1));
    masked.real.set(spectrum.real.map((value, bin) => (bin === 2 ? left * value : value)));
    masked.imaginary.set(spectrum.imaginary.map((value, bin) => (bin === 2 ? left * value : value)));
    for (let bin = 3; bin < 6; bin++) {
      masked.real[bin] = left * (masked.real[bin] as number);
      masked.imaginary[bin] = left * (masked.imaginary[bin] as number);
    }
    before = Math.hypot(...masked.real.subarray(0, 2));
    limit(spectrum, masked);
    after = Math.hypot(...masked.real.subarray(0, 2));
  }
  return after / before;
}

test('rumble is limited where there is noise just above it, and left where the recording is clean', () => {
  expect(rumbleAfter(0.3)).toBeLessThan(0.05);
  expect(rumbleAfter(1)).toBe(1);
});
