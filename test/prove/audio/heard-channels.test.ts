import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { decode, ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { someOf } from '../depth.ts';

const RATE = 48_000;
const FRAMES = 3 * RATE;
const LATE = 240;
/** So that six of them together stay below full scale: above it, a file of integers is quieter than what is heard. */
const LEVEL = 0.1;
/** Steps of 24 bits. */
const NOTHING = 1e-6;

const engine = createEngine();
const ignore = () => undefined;
const folder = temporaryFolder('channels', afterAll);
const at = (name: string) => path.join(folder, name);

/** Each speaker has sounds of its own, in bursts: only what has a beginning tells a delay. */
const speakers = [1, 2, 3, 4, 5, 6].map((seed) =>
  noise(FRAMES, seed).map((value, i) => value * LEVEL * Math.max(0, Math.sin((2 * Math.PI * i) / RATE))),
);
/** What a result has of them. */
const shared = noise(FRAMES, 7).map((value, i) => value * LEVEL * Math.max(0, Math.sin((2 * Math.PI * i) / RATE)));
const together = speakers.map((own) => own.map((value, i) => value * 0.2 + (shared[i] as number)));

beforeAll(() => {
  for (const channels of [1, 2, 6]) {
    const of = together.slice(0, channels);
    writeWav(at(`bare-${channels}.wav`), of, RATE);
    const map = of.map((_, channel) => channel).join('|');
    const layout = { 1: 'mono', 2: 'stereo', 6: '5.1' }[channels];
    const named = ['-af', `channelmap=${map}:${layout}`, '-c:a', 'pcm_s24le'];
    ffmpeg('-i', at(`bare-${channels}.wav`), ...named, at(`original-${channels}.wav`));
    const late = `channelmap=${map}:${layout},adelay=${LATE}S:all=1,volume=0.5`;
    ffmpeg('-i', at(`bare-${channels}.wav`), '-af', late, '-c:a', 'pcm_s24le', at(`result-${channels}.wav`));
  }
});

/** Interleaved stereo, as the player gets it. @param late frames */
async function played(path: string, late = 0, minus?: string): Promise<Float32Array> {
  const taken = minus === undefined ? {} : { minus: { path: minus, indexPath: null, lag: LATE } };
  const asked = { path, indexPath: null, ...taken, sampleRate: RATE, fromFrame: 20_000 + late, frames: 32_000 };
  const { samples } = await engine.pcm(asked, ignore);
  return new Float32Array(new Uint8Array(samples).buffer);
}

function distance(one: Float32Array, other: Float32Array): number {
  return one.reduce((most, value, i) => Math.max(most, Math.abs(value - (other[i] as number))), 0);
}

function loudest(samples: Float32Array): number {
  return samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

const PAIRS = [
  { original: 1, result: 1, removed: 1 },
  { original: 2, result: 2, removed: 2 },
  { original: 2, result: 1, removed: 2 },
  { original: 1, result: 2, removed: 2 },
  { original: 6, result: 1, removed: 2 },
  { original: 6, result: 2, removed: 2 },
  { original: 6, result: 6, removed: 6 },
];

test.each(someOf(PAIRS, 2))(
  'a difference is exported as it is heard: $original channels, $result in the result',
  async ({ original, result, removed }) => {
    const [whole, minus] = [at(`original-${original}.wav`), at(`result-${result}.wav`)];
    const output = at('removed.wav');
    const part = { input: whole, minus, output, format: 'wav24', fromFrame: 0, frames: null } as const;
    expect(await engine.extract(part, ignore)).toMatchObject({ channels: removed, lag: LATE });
    const heard = await played(whole, 0, minus);
    expect(distance(heard, await played(output))).toBeLessThan(NOTHING);
    expect(loudest(heard)).toBeGreaterThan(0.05);
  },
);

test.each(someOf(PAIRS, 2))(
  'a mix is exported as the preview mixes what is heard: $original channels, $result in the result',
  async ({ original, result }) => {
    const strength = 0.4;
    const files = { original: at(`original-${original}.wav`), result: at(`result-${result}.wav`) };
    const output = at('mixed.wav');
    const asked = { ...files, output, strength, loudness: null, format: 'wav24' } as const;
    expect((await engine.export(asked, ignore)).figures?.lag).toBe(LATE);
    // As the worklet does it: what has more channels than the export is one there, too.
    const isMono = Math.min(original, result) === 1;
    const [dry, wet] = [await played(files.original), await played(files.result, LATE)].map((samples) =>
      isMono ? inOne(samples) : samples,
    ) as [Float32Array, Float32Array];
    const mixed = dry.map((value, i) => value + strength * ((wet[i] as number) - value));
    expect(distance(mixed, await played(output))).toBeLessThan(NOTHING);
    expect(decode(output, { channels: Math.min(original, result) }).frames).toBe(FRAMES);
  },
);

function inOne(samples: Float32Array): Float32Array {
  return samples.map((value, i) => (value + (samples[i ^ 1] as number)) / 2);
}
