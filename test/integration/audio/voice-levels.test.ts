/** What each voice of a conversation gains where voices are leveled, by ffmpeg's measure, and what happens in the pauses. */

import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { measuredByFfmpeg } from '../../fixtures/audio/export-material.ts';
import { decode, speech } from '../../fixtures/audio/media.ts';
import { noise, piano, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('voice-levels', afterAll);
const engine = createEngine();
const ignore = () => undefined;
const RATE = 44_100;
const TURN = 3 * RATE;
const PAUSE = 2 * RATE;
/** dBFS of the noise that goes on under everything. */
const NOISE = -55;

const [host, guest] = [voiceAt('en-us+f3', -23), voiceAt('en-gb+m3', -35)];

function voiceAt(voice: string, loudness: number): Float32Array {
  return atLoudness(speech(folder, TURN / RATE, RATE, voice), loudness);
}

/** @param loudness LUFS */
function atLoudness(samples: Float32Array, loudness: number): Float32Array {
  const gain = 10 ** ((loudness - loudnessOf(samples)) / 20);
  return samples.map((value) => gain * value);
}

function loudnessOf(samples: Float32Array): number {
  const file = path.join(folder, 'measured.wav');
  writeWav(file, [samples], RATE);
  return measuredByFfmpeg(file).loudness;
}

/** Frames where a turn begins, after its pause. */
function turnAt(turn: number): number {
  return PAUSE + turn * (TURN + PAUSE);
}

/** Turns with a pause before each and one at the end, in noise; stereo, the right side quieter. */
function conversation(name: string, turns: readonly Float32Array[]): string {
  const hiss = noise(turnAt(turns.length), 9);
  const level = 10 ** ((NOISE - decibels(hiss)) / 20);
  const whole = hiss.map((value) => level * value);
  for (const [turn, voice] of turns.entries())
    for (let i = 0; i < TURN; i++) (whole[turnAt(turn) + i] as number) += voice[i] as number;
  const file = path.join(folder, `${name}.wav`);
  writeWav(file, [whole, whole.map((value) => 0.5 * value)], RATE);
  return file;
}

function decibels(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

async function leveled(file: string, loudness: number | null = null) {
  const output = path.join(folder, 'out.wav');
  const settings = { strength: 1, loudness, format: 'wavFloat', levelVoices: true } as const;
  const { figures } = await engine.export({ original: file, result: file, output, ...settings }, ignore);
  const [before, after] = [file, output].map((one) => decode(one, { channels: 2 }).channels);
  const [left, right] = after as readonly Float32Array[];
  return { output, figures, before: before?.[0] as Float32Array, after: left as Float32Array, right };
}

/** LUFS of all turns of one voice together. */
function voiceLoudness(samples: Float32Array, turns: readonly number[]): number {
  const together = new Float32Array(turns.length * TURN);
  for (const [place, turn] of turns.entries())
    together.set(samples.subarray(turnAt(turn), turnAt(turn) + TURN), place * TURN);
  return loudnessOf(together);
}

/** dB by which each tenth of a second became louder. */
function gainsOf(before: Float32Array, after: Float32Array, from: number, to: number): number[] {
  const step = RATE / 10;
  return Array.from({ length: Math.floor((to - from) / step) }, (_, i) => {
    const begin = Math.round(from + i * step);
    return decibels(after.subarray(begin, begin + step)) - decibels(before.subarray(begin, begin + step));
  });
}

const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

test('a voice 12 dB quieter becomes as loud as the other, pauses stay quiet, and the image stays', async () => {
  const { after, before, figures, right } = await leveled(conversation('two', [host, guest, host, guest]));
  const apart = (samples: Float32Array) => voiceLoudness(samples, [0, 2]) - voiceLoudness(samples, [1, 3]);
  expect(apart(before)).toBeCloseTo(12, 0);
  expect(Math.abs(apart(after))).toBeLessThanOrEqual(2);
  expect(figures?.voices?.raised).toBeGreaterThan(8);
  expect(figures?.voices?.raised).toBeLessThanOrEqual(12);
  // Between voices, from the last word until a second before the next one.
  const pauses = [0, 1, 2].map((turn) => {
    const begins = turnAt(turn) + TURN;
    return gainsOf(before, after, begins + (turn === 1 ? RATE : 0), begins + PAUSE - (turn === 1 ? 0 : RATE));
  });
  for (const pause of pauses) expect(spread(pause)).toBeLessThanOrEqual(1);
  expect(spread(pauses.flat())).toBeLessThanOrEqual(1.5);
  // The noise isn't raised at all by itself.
  expect(Math.max(...pauses.flat())).toBeLessThanOrEqual(0);
  const all = gainsOf(before, after, 0, before.length);
  const steepest = Math.max(...all.slice(1).map((gain, i) => Math.abs(gain - (all[i] as number))));
  // Of a tenth of a second.
  expect(steepest).toBeLessThanOrEqual(2.6);
  expect(after.every((value, i) => Math.abs(0.5 * value - (right?.[i] as number)) < 1e-6)).toBe(true);
});

test('one voice at one level keeps its samples', async () => {
  const { after, before, figures } = await leveled(conversation('one', [host, host]));
  expect(Math.max(...gainsOf(before, after, 0, before.length).map(Math.abs))).toBeLessThanOrEqual(1);
  expect(figures?.voices?.raised).toBeLessThanOrEqual(1);
});

test('music that was left as it was keeps its level beside a voice that is raised', async () => {
  const music = atLoudness(piano(2 * TURN + PAUSE, RATE), -30);
  const turns = [host, guest, music.subarray(0, TURN), music.subarray(TURN + PAUSE)];
  const file = conversation('music', turns);
  const [left] = decode(file, { channels: 2 }).channels as [Float32Array];
  for (let i = 0; i < PAUSE; i++) (left[turnAt(2) + TURN + i] as number) += music[TURN + i] as number;
  writeWav(file, [left, left.map((value) => 0.5 * value)], RATE);
  const { after, before, figures } = await leveled(file);
  expect(figures?.voices?.raised).toBeGreaterThan(8);
  const gains = gainsOf(before, after, turnAt(2) + RATE, turnAt(3) + TURN);
  expect(Math.max(...gains.map(Math.abs))).toBeLessThanOrEqual(0.1);
});

test('−16 LUFS stays −16 with voices that are leveled', async () => {
  const { figures, output } = await leveled(conversation('target', [guest, host]), -16);
  const { loudness, truePeak } = measuredByFfmpeg(output);
  expect(figures?.voices?.raised).toBeGreaterThan(8);
  expect(Math.abs(loudness + 16)).toBeLessThanOrEqual(0.1);
  expect(truePeak).toBeLessThanOrEqual(-1);
});
