import { expect, test } from 'vitest';
import { seededRandom } from '../../fixtures/audio/signals.ts';
import { white } from '../../fixtures/quality/noises.ts';
import { extendedStoi, STOI_RATE, stoi } from '../../harness/audio/stoi.ts';

/**
 * The measure once more, written from the paper's formulas with nothing clever: a Fourier sum term by term, and matrices as the paper has
 * them. Three seconds take it a while.
 */
function stoiByTheFormulas(x: Float32Array, y: Float32Array): number {
  const frame = 256;
  const window = Array.from({ length: frame }, (_, i) => Math.sin((Math.PI * (i + 1)) / (frame + 1)) ** 2);
  const starts = Array.from({ length: Math.floor((x.length - frame) / 128) + 1 }, (_, m) => 128 * m);
  const decibels = starts.map(
    (at) => 20 * Math.log10(Math.hypot(...window.map((w, i) => w * (x[at + i] ?? 0))) + 1e-10),
  );
  const kept = starts.filter((_, m) => (decibels[m] ?? 0) > Math.max(...decibels) - 40);
  const together = (z: Float32Array) => {
    const sum = Array.from({ length: 128 * (kept.length + 1) }, () => 0);
    kept.forEach((at, m) => {
      window.forEach((w, i) => {
        sum[128 * m + i] = (sum[128 * m + i] ?? 0) + w * (z[at + i] ?? 0);
      });
    });
    return sum;
  };
  const bands = (z: readonly number[]) => {
    const rows: number[][] = [];
    for (let at = 0; at + frame <= z.length; at += 128) {
      const energies = Array.from({ length: 257 }, (_, k) => {
        let [re, im] = [0, 0];
        for (let n = 0; n < frame; n++) {
          re += (window[n] ?? 0) * (z[at + n] ?? 0) * Math.cos((2 * Math.PI * k * n) / 512);
          im -= (window[n] ?? 0) * (z[at + n] ?? 0) * Math.sin((2 * Math.PI * k * n) / 512);
        }
        return re * re + im * im;
      });
      rows.push(
        Array.from({ length: 15 }, (_, j) => {
          const center = 150 * Math.cbrt(2) ** j;
          const low = Math.round((center / Math.sqrt(Math.cbrt(2)) / STOI_RATE) * 512);
          const high = Math.round(((center * Math.sqrt(Math.cbrt(2))) / STOI_RATE) * 512);
          return Math.sqrt(energies.slice(low, high).reduce((a, b) => a + b, 0));
        }),
      );
    }
    return rows;
  };
  const [X, Y] = [bands(together(x)), bands(together(y))];
  const values: number[] = [];
  for (let m = 29; m < X.length; m++) {
    for (let j = 0; j < 15; j++) {
      const xs = Array.from({ length: 30 }, (_, n) => X[m - 29 + n]?.[j] ?? 0);
      const ys = Array.from({ length: 30 }, (_, n) => Y[m - 29 + n]?.[j] ?? 0);
      const alpha = Math.hypot(...xs) / Math.hypot(...ys);
      const clipped = ys.map((value, n) => Math.min(alpha * value, (xs[n] ?? 0) * (1 + 10 ** 0.75)));
      const [mx, my] = [xs, clipped].map((all) => all.reduce((a, b) => a + b, 0) / 30) as [number, number];
      const [dx, dy] = [xs.map((value) => value - mx), clipped.map((value) => value - my)];
      values.push(
        dx.reduce((sum, value, n) => sum + value * (dy[n] ?? 0), 0) / (Math.hypot(...dx) * Math.hypot(...dy)),
      );
    }
  }
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** Something with the rhythm of speech: syllables of three tones, and a pause. */
function syllables(seconds: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const out = new Float32Array(seconds * STOI_RATE);
  for (let from = 0; from < out.length; from += 2000) {
    const pitch = 100 + 100 * random();
    const isPause = random() < 0.15;
    for (let i = 0; i < 1600 && from + i < out.length && !isPause; i++) {
      const rise = Math.sin((Math.PI * i) / 1600);
      for (const overtone of [1, 4, 11]) {
        out[from + i] =
          (out[from + i] ?? 0) + (rise * Math.sin((2 * Math.PI * pitch * overtone * i) / STOI_RATE)) / overtone;
      }
    }
  }
  return out;
}

test('the figure is that of the paper’s formulas', { timeout: 60_000 }, async () => {
  const clean = syllables(2, 7);
  const noise = white(clean.length, 11);
  for (const level of [0.02, 0.2]) {
    const heard = clean.map((value, i) => value + level * (noise[i] ?? 0));
    expect(await stoi(clean, heard)).toBeCloseTo(stoiByTheFormulas(clean, heard), 3);
  }
});

test('it is 1 for the speech itself, whatever its level, and falls with every decibel of noise', async () => {
  const clean = syllables(4, 3);
  expect(await stoi(clean, clean)).toBeCloseTo(1, 6);
  const quiet = clean.map((value) => value / 4);
  expect(await stoi(clean, quiet)).toBeCloseTo(1, 6);
  const noise = white(clean.length, 5);
  const figures: number[] = [];
  for (const level of [0.01, 0.03, 0.1, 0.3, 1]) {
    const heard = clean.map((value, i) => value + level * (noise[i] ?? 0));
    figures.push(await stoi(clean, heard));
  }
  expect(figures).toEqual(figures.toSorted((one, other) => other - one));
  expect(figures.at(-1)).toBeLessThan(0.6);
});

// Figures of pystoi 0.4.1 with extended=True (github.com/mpariente/pystoi) on the same samples. It leaves out the last frame.
test.each([
  [0.003, 0.6833],
  [0.03, 0.5472],
  [0.1, 0.4623],
  [1, 0.1557],
])('the extended figure under noise of %d is what pystoi says: %d', async (level, figure) => {
  const clean = syllables(4, 3);
  const noise = white(clean.length, 5);
  const heard = clean.map((value, i) => value + level * (noise[i] ?? 0));
  expect(Math.abs((await extendedStoi(clean, heard)) - figure)).toBeLessThan(0.002);
  expect(await extendedStoi(clean, clean)).toBeCloseTo(1, 6);
});
