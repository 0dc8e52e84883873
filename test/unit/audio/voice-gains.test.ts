/** The gains of leveled voices, from made-up loudness step by step. */

import { expect, test } from 'vitest';
import { planVoiceGains, type StepKind, withGains } from '../../../electron/audio/export/voices/voice-gains.ts';
import { seededRandom } from '../../fixtures/audio/signals.ts';

const STEP = 441;
const MOST_A_STEP = 26.5 / 10;

/** @param level LUFS @param seconds how long */
type Piece = readonly [kind: StepKind, level: number, seconds: number];

function stepsOf(pieces: readonly Piece[], swing = 0) {
  const random = seededRandom(7);
  const steps = pieces.flatMap(([kind, level, seconds]) =>
    Array.from({ length: Math.round(10 * seconds) }, () => ({ kind, level: level + swing * (2 * random() - 1) })),
  );
  const powers = Float64Array.from(steps, ({ level }) => 10 ** ((level + 0.691) / 10));
  return { stepFrames: STEP, powers, kinds: steps.map(({ kind }) => kind) };
}

/** dB at the edges of steps. */
function gainsOf(pieces: readonly Piece[], swing?: number): number[] {
  const planned = planVoiceGains(stepsOf(pieces, swing));
  return Array.from(planned?.gains ?? [], (gain) => 20 * Math.log10(gain));
}

function within(gains: readonly number[], from: number, to: number): readonly number[] {
  return gains.slice(Math.round(10 * from), Math.round(10 * to) + 1);
}

function steepest(gains: readonly number[]): number {
  return Math.max(...gains.slice(1).map((gain, i) => Math.abs(gain - (gains[i] as number))));
}

const PAUSE: Piece = ['pause', -60, 2];
const HOST: Piece = ['speech', -20, 4];
const GUEST: Piece = ['speech', -32, 4];

test('two voices become equally loud, and gains change in the pauses alone', () => {
  const gains = gainsOf([PAUSE, HOST, PAUSE, GUEST, PAUSE, HOST, PAUSE, GUEST, PAUSE]);
  const [host, guest] = [within(gains, 2, 6), within(gains, 8, 12)];
  for (const voice of [host, guest]) expect(Math.max(...voice) - Math.min(...voice)).toBeLessThanOrEqual(0.2);
  expect((guest[0] as number) - (host[0] as number)).toBeGreaterThanOrEqual(10.5);
  expect((guest[0] as number) - (host[0] as number)).toBeLessThanOrEqual(12);
  // The pause keeps the lower gain until shortly before the quiet voice, and has it again shortly after.
  expect(Math.max(...within(gains, 6, 7))).toBeLessThanOrEqual((host[0] as number) + 0.2);
  expect(Math.max(...within(gains, 13, 14))).toBeLessThanOrEqual((host[0] as number) + 0.2);
  expect(steepest(gains)).toBeLessThanOrEqual(MOST_A_STEP);
});

test('who speaks alone keeps every sample, however much is stressed', () => {
  const gains = gainsOf([PAUSE, HOST, PAUSE, HOST, ['pause', -60, 0.4], HOST], 4);
  expect(gains.every((gain) => gain === 0)).toBe(true);
});

test('who turns away is followed without a step', () => {
  const away = Array.from({ length: 12 }, (_, i): Piece => ['speech', -20 - Math.min(10, 2 * i), 1.5]);
  const gains = gainsOf([HOST, HOST, ...away, HOST]);
  expect(within(gains, 22, 24).every((gain) => gain > 6)).toBe(true);
  expect(steepest(gains)).toBeLessThanOrEqual(MOST_A_STEP);
});

test('long pauses, knocks and music keep their level, and so does what is hardly heard', () => {
  const gains = gainsOf([
    ...[HOST, ['pause', -60, 8], GUEST, ['pause', -60, 8]],
    ...([['music', -33, 6], GUEST, PAUSE, ['speech', -30, 0.3], PAUSE, HOST, PAUSE, ['speech', -48, 3]] as const),
  ] as readonly Piece[]);
  expect(within(gains, 7, 9).every((gain) => gain === 0)).toBe(true);
  expect(within(gains, 19, 29).every((gain) => gain === 0)).toBe(true);
  expect(Math.max(...within(gains, 12, 15))).toBeGreaterThan(8);
  expect(within(gains, 45, 47).every((gain) => Math.abs(gain) < 0.5)).toBe(true);
  expect(steepest(gains)).toBeLessThanOrEqual(MOST_A_STEP);
});

test('voices that change without a pause have half a second to do so; limits hold', () => {
  const gains = gainsOf([HOST, ['speech', -36, 4], ['speech', -8, 6], ['speech', -20, 4]]);
  expect(steepest(gains)).toBeLessThanOrEqual(MOST_A_STEP);
  expect(Math.max(...gains)).toBeLessThanOrEqual(12);
  expect(Math.min(...gains)).toBeGreaterThanOrEqual(-9);
});

test('nothing is planned where nobody speaks', () => {
  expect(planVoiceGains(stepsOf([PAUSE, ['music', -20, 5]]))).toBe(null);
  expect(planVoiceGains(stepsOf([]))).toBe(null);
});

test('samples come out the same whatever the blocks, without a jump, and untouched where the gain is none', () => {
  const voices = planVoiceGains(stepsOf([HOST, PAUSE, GUEST, ['pause', -60, 8]]));
  if (voices === null) throw new Error('Nothing planned');
  const frames = 18 * 10 * STEP + 50;
  const ones = new Float32Array(frames).fill(1);
  const [whole] = withGains([ones], 0, voices) as [Float32Array];
  const parts = new Float32Array(frames);
  const random = seededRandom(3);
  for (let from = 0; from < frames; ) {
    const to = Math.min(frames, from + 1 + Math.floor(900 * random()));
    parts.set((withGains([ones.subarray(from, to)], from, voices) as [Float32Array])[0], from);
    from = to;
  }
  expect(parts).toEqual(whole);
  let jump = 0;
  for (let i = 1; i < frames; i++) jump = Math.max(jump, Math.abs((whole[i] as number) - (whole[i - 1] as number)));
  expect(20 * Math.log10(1 + jump)).toBeLessThanOrEqual((1.5 * MOST_A_STEP) / STEP);
  expect(whole.subarray(13 * 10 * STEP, 15 * 10 * STEP).every((value) => value === 1)).toBe(true);
});
