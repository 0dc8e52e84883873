import { expect, test } from 'vitest';
import { dereverb } from '../../../electron/audio/chains/dereverb.ts';
import type { Block } from '../../../electron/audio/dsp/stage.ts';
import { syllables } from '../../fixtures/audio/syllables.ts';
import { inRoom, room } from '../../fixtures/quality/noises.ts';
import { lagOf, largestDifference, siSdr } from '../../harness/audio/metrics.ts';
import { through } from '../../harness/audio/through.ts';

const RATE = 8000;

async function dereverberated(channels: Block, mix: readonly number[], block: number): Promise<Block> {
  return through(await dereverb(RATE, mix), channels, block);
}

test('the room goes in every part of a recording, at its place and in its length', async () => {
  // More than three segments: each has a filter of its own.
  const seconds = 100;
  const voice = syllables(seconds * RATE, RATE, 1);
  const heard = await inRoom(voice, room(0.6, 2, RATE));
  const [out = new Float32Array(0)] = await dereverberated([heard], [1], 10_000);
  expect(out).toHaveLength(heard.length);
  expect(await lagOf(heard, out)).toBe(0);
  for (let from = 0; from < seconds; from += 20) {
    const part = (samples: Float32Array) => samples.subarray(from * RATE, (from + 20) * RATE);
    expect(siSdr(part(voice), part(out))).toBeGreaterThan(siSdr(part(voice), part(heard)) + 1);
  }
});

test('what is left is as loud as the recording was, from its start and across segments', async () => {
  const seconds = 60;
  const heard = await inRoom(syllables(seconds * RATE, RATE, 7), room(0.8, 8, RATE));
  const [out = new Float32Array(0)] = await dereverberated([heard], [1], 4096);
  const levelOf = (samples: Float32Array) =>
    10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
  for (let from = 0; from < seconds; from += 10) {
    const part = (samples: Float32Array) => samples.subarray(from * RATE, (from + 10) * RATE);
    expect(Math.abs(levelOf(part(out)) - levelOf(part(heard)))).toBeLessThan(1);
  }
});

test('a stereo image stays: a voice that is in one channel twice as loud is so afterward', async () => {
  const voice = syllables(20 * RATE, RATE, 3);
  const heard = await inRoom(voice, room(0.5, 4, RATE));
  const doubled = (samples: Float32Array = new Float32Array(0)) => samples.map((value) => 2 * value);
  const [left, right = new Float32Array(0)] = await dereverberated([heard, doubled(heard)], [0.5, 0.5], 4096);
  expect(largestDifference(doubled(left), right)).toBeLessThan(1e-5);
});

test('it gives the same however its input is cut, and as much as it took', async () => {
  const heard = await inRoom(syllables(3 * RATE, RATE, 5), room(0.4, 6, RATE));
  const [whole = new Float32Array(0)] = await dereverberated([heard], [1], heard.length);
  const [cut = new Float32Array(0)] = await dereverberated([heard], [1], 777);
  expect(largestDifference(whole, cut)).toBe(0);
  for (const length of [0, 1, 500]) {
    expect((await dereverberated([heard.subarray(0, length)], [1], 100))[0]).toHaveLength(length);
  }
});

test('silence stays silent', async () => {
  const [out = new Float32Array(0)] = await dereverberated([new Float32Array(2 * RATE)], [1], 1000);
  expect(out.every((value) => value === 0)).toBe(true);
});
