import { expect, test } from 'vitest';
import { isMusic, musicIn, soundIn, sumsOf } from '../../../electron/audio/chains/network/music.ts';
import { BINS, TAPS_STRIDE } from '../../../electron/audio/dsp/network/network.ts';
import { createFft } from '../../../electron/audio/dsp/spectra/fft.ts';
import { rootHannWindow } from '../../../electron/audio/dsp/spectra/windows.ts';
import { noise } from '../../fixtures/audio/signals.ts';

const RATE = 16_000;
const SIZE = 512;
const FRAMES = 60;

/** What a network would be asked that leaves so much of every bin. */
async function sumsIn(sampleAt: (at: number) => number, left: number) {
  const fft = await createFft(SIZE);
  const window = rootHannWindow(SIZE);
  const [real, imaginary] = [new Float32Array(FRAMES * BINS), new Float32Array(FRAMES * BINS)];
  const windowed = new Float32Array(SIZE);
  for (let frame = 0; frame < FRAMES; frame++) {
    const first = (frame * SIZE) / 2;
    for (let i = 0; i < SIZE; i++) windowed[i] = sampleAt(first + i) * (window[i] as number);
    fft.forward(
      windowed,
      real.subarray(frame * BINS, (frame + 1) * BINS),
      imaginary.subarray(frame * BINS, (frame + 1) * BINS),
    );
  }
  fft.close();
  const taps = new Float32Array(FRAMES * BINS * TAPS_STRIDE);
  for (let bin = 0; bin < FRAMES * BINS; bin++) taps[bin * TAPS_STRIDE + 1] = left;
  return sumsOf({ real, imaginary, taps }, 0, 0, FRAMES);
}

const HISS = noise((FRAMES + 1) * SIZE, 3);
const hissAt = (at: number) => HISS[at] as number;
/** A chord of three notes with their harmonics. */
const chordAt = (at: number) =>
  [220, 277.2, 329.6].reduce((sum, frequency) => {
    const phase = (2 * Math.PI * frequency * at) / RATE;
    return sum + Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase);
  }, 0);

test('a chord that the network takes away is music, and hiss is not', async () => {
  const chord = soundIn([await sumsIn(chordAt, 0.05)]);
  const hiss = soundIn([await sumsIn(hissAt, 0.05)]);
  expect(chord.kept).toBeCloseTo(0.0025, 4);
  expect(chord.flatness).toBeLessThan(0.3);
  expect(hiss.flatness).toBeGreaterThan(0.7);
  expect(isMusic(chord, 0.3, false)).toBe(true);
  expect(isMusic(hiss, 0.3, false)).toBe(false);
});

test('music over which somebody speaks is none, nor is what is much quieter than the loudest of the recording', async () => {
  expect(isMusic(soundIn([await sumsIn(chordAt, 0.8)]), 0.3, true)).toBe(false);
  expect(isMusic(soundIn([await sumsIn(chordAt, 0.05)]), 0.02, true)).toBe(false);
});

test('a passage between belongs to the music before it', () => {
  const between = { kept: 0.2, flatness: 0.48 };
  expect([isMusic(between, 0.3, false), isMusic(between, 0.3, true)]).toEqual([false, true]);
});

test('music may end and begin within a chunk; a second of it alone is none', async () => {
  const music = await sumsIn(chordAt, 0.05);
  const speech = await sumsIn(chordAt, 0.9);
  const told = (quarters: readonly (typeof music)[], isAfterMusic: boolean) =>
    musicIn(quarters, [0.3, 0.3, 0.3, 0.3], isAfterMusic).map(Number).join('');
  expect(told([music, music, music, music], false)).toBe('1111');
  expect(told([music, speech, speech, speech], true)).toBe('1000');
  expect(told([music, speech, speech, speech], false)).toBe('0000');
  expect(told([speech, speech, music, music], false)).toBe('0011');
  expect(told([speech, speech, speech, music], true)).toBe('0000');
  expect(told([music, speech, speech, music], true)).toBe('1000');
});
