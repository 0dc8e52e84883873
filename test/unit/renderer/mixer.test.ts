import { expect, test } from 'vitest';
import { createMixer, type Mixer } from '../../../renderer/components/playback/sound/mixer.ts';

const CHUNK = 64;
const FADE = 8;
const LENGTH = CHUNK * 6;

/** Take 0 counts frames up, take 1 down: every sample identifies its frame and take. */
function sampleOf(take: number, frame: number): number {
  return take === 0 ? frame + 1 : -(frame + 1);
}

function chunkOf(take: number, chunk: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(CHUNK * 2);
  for (let frame = 0; frame < CHUNK; frame++) {
    samples[frame * 2] = sampleOf(take, chunk * CHUNK + frame);
    samples[frame * 2 + 1] = sampleOf(take, chunk * CHUNK + frame) * 2;
  }
  return samples;
}

function feed(mixer: Mixer, chunks: readonly number[], takes: readonly number[] = [0, 1], epoch = 0): void {
  for (const chunk of chunks) for (const take of takes) mixer.push(epoch, take, chunk, chunkOf(take, chunk));
}

function render(mixer: Mixer, frames: number, block = 16): { left: number[]; right: number[] } {
  const left: number[] = [];
  const right: number[] = [];
  for (let done = 0; done < frames; done += block) {
    const one = new Float32Array(Math.min(block, frames - done));
    const other = new Float32Array(one.length);
    mixer.fill(one, other);
    left.push(...one);
    right.push(...other);
  }
  return { left, right };
}

const isSilent = (value: number) => value === 0;

function make(): Mixer {
  return createMixer({ sources: 2, lengthFrames: LENGTH, fadeFrames: FADE, chunkFrames: CHUNK, keepAhead: 6 });
}

/** A mixer that plays, with these chunks of these takes. */
function playing(chunks: readonly number[], takes?: readonly number[]): Mixer {
  const mixer = make();
  feed(mixer, chunks, takes);
  mixer.play();
  return mixer;
}

test('plays every frame of the selected take exactly, in both channels, across chunks', () => {
  const mixer = playing([0, 1, 2, 3, 4, 5]);
  const { left, right } = render(mixer, LENGTH);
  for (let frame = FADE; frame < LENGTH; frame++) {
    expect(left[frame]).toBe(sampleOf(0, frame));
    expect(right[frame]).toBe(sampleOf(0, frame) * 2);
  }
});

test('fades in from silence instead of clicking', () => {
  const mixer = playing([0, 1]);
  const { left } = render(mixer, FADE);
  left.forEach((value, frame) => {
    expect(value).toBeCloseTo((sampleOf(0, frame) * (frame + 1)) / FADE, 4);
  });
});

test('is silent and keeps its position before play and after a pause', () => {
  const mixer = make();
  feed(mixer, [0, 1]);
  expect(render(mixer, 32).left.every(isSilent)).toBe(true);
  mixer.play();
  render(mixer, 32);
  mixer.pause();
  const after = render(mixer, 64).left;
  expect(after.slice(FADE).every(isSilent)).toBe(true);
  expect(mixer.state().position).toBe(32 + FADE);
});

test('switching is a linear crossfade of the given length and loses no frame', () => {
  const mixer = playing([0, 1, 2, 3, 4, 5]);
  render(mixer, 80);
  mixer.select(1);
  const { left } = render(mixer, 80);
  for (let index = 0; index < 80; index++) {
    const frame = 80 + index;
    const share = Math.min(1, (index + 1) / FADE);
    const expected = sampleOf(0, frame) * (1 - share) + sampleOf(1, frame) * share;
    expect(left[index]).toBeCloseTo(expected, 3);
    if (index >= FADE) expect(left[index]).toBe(sampleOf(1, frame));
  }
});

test('a switch during a switch keeps the sum of the weights at one', () => {
  const mixer = createMixer({ sources: 3, lengthFrames: LENGTH, fadeFrames: FADE, chunkFrames: CHUNK, keepAhead: 6 });
  const same = new Float32Array(CHUNK * 2).fill(0.5);
  for (let chunk = 0; chunk < 6; chunk++) for (let take = 0; take < 3; take++) mixer.push(0, take, chunk, same);
  mixer.play();
  render(mixer, 16);
  mixer.select(1);
  render(mixer, 3, 3);
  mixer.select(2);
  render(mixer, 2, 2);
  mixer.select(0);
  // Three takes with the same signal: its level must not change, whatever the weights.
  for (const value of render(mixer, 40).left) expect(value).toBeCloseTo(0.5, 5);
});

test('the old take keeps playing until the new one has samples', () => {
  const mixer = playing([0, 1, 2, 3], [0]);
  render(mixer, 32);
  mixer.select(1);
  const { left } = render(mixer, 32);
  expect(left.at(-1)).toBe(sampleOf(0, 63));
  expect(mixer.state().starved).toBe(false);
  feed(mixer, [1, 2, 3], [1]);
  expect(render(mixer, 32).left.at(-1)).toBe(sampleOf(1, 95));
});

test('fades out before missing samples, waits, and continues at the next frame', () => {
  const mixer = playing([0]);
  const { left } = render(mixer, CHUNK + 32);
  expect(mixer.state()).toMatchObject({ starved: true, playing: true });
  const stopped = mixer.state().position;
  expect(stopped).toBeLessThanOrEqual(CHUNK);
  const edge = Math.max(...left.slice(1).map((value, index) => Math.abs(value - (left[index] ?? 0))));
  expect(edge).toBeLessThan(CHUNK / 2);
  feed(mixer, [1, 2]);
  const after = render(mixer, 32).left;
  expect(after[FADE]).toBe(sampleOf(0, stopped + FADE));
});

test('a seek reaches the exact frame and refuses chunks of older epochs', () => {
  const mixer = playing([0, 1]);
  render(mixer, 32);
  mixer.seek(200, 1);
  expect(mixer.state()).toMatchObject({ position: 200, epoch: 1 });
  expect(mixer.push(0, 0, 3, new Float32Array(CHUNK * 2).fill(9))).toBe(false);
  const before = render(mixer, 32).left;
  expect(before.slice(FADE).every(isSilent)).toBe(true);
  expect(mixer.state().starved).toBe(true);
  feed(mixer, [3, 4], [0, 1], 1);
  const { left } = render(mixer, 32);
  expect(left[FADE]).toBe(sampleOf(0, 200 + FADE));
  expect(mixer.state().position).toBe(232);
});

test('ends at the last frame, and says so', () => {
  const mixer = make();
  feed(mixer, [5]);
  mixer.seek(LENGTH - 20, 1);
  feed(mixer, [5], [0, 1], 1);
  mixer.play();
  const { left } = render(mixer, 48);
  expect(left[19]).toBe(sampleOf(0, LENGTH - 1));
  expect(left.slice(20).every(isSilent)).toBe(true);
  expect(mixer.state()).toMatchObject({ ended: true, playing: false, position: LENGTH });
});

test('keeps a bounded number of chunks', () => {
  const sizes = { lengthFrames: CHUNK * 1000, fadeFrames: FADE, chunkFrames: CHUNK };
  const long = createMixer({ ...sizes, sources: 1, keepAhead: 4 });
  long.play();
  for (let chunk = 0; chunk < 200; chunk++) {
    long.push(0, 0, chunk, chunkOf(0, chunk));
    long.push(0, 0, chunk + 1, chunkOf(0, chunk + 1));
    render(long, CHUNK);
  }
  // Old chunks are gone: seeking back without new ones is silent.
  long.seek(0, 1);
  expect(render(long, 64).left.slice(FADE).every(isSilent)).toBe(true);
});

test('gives back every chunk that it dropped or replaced, once, and none that it still plays', () => {
  const sizes = { lengthFrames: CHUNK * 1000, fadeFrames: FADE, chunkFrames: CHUNK };
  const mixer = createMixer({ ...sizes, sources: 1, keepAhead: 4 });
  mixer.play();
  const given = Array.from({ length: 40 }, (_, chunk) => chunkOf(0, chunk));
  const back: Float32Array[] = [];
  for (const [chunk, samples] of given.entries()) {
    mixer.push(0, 0, chunk, samples);
    if (chunk > 0) render(mixer, CHUNK);
    const spent = mixer.spent();
    // Their new owner writes into them.
    for (const each of spent) each.fill(9);
    back.push(...spent);
  }
  expect(back).toEqual(given.slice(0, back.length));
  expect(back.length).toBeGreaterThan(30);
  const again = chunkOf(0, 39);
  mixer.push(0, 0, 39, again);
  expect(mixer.spent()).toEqual([given[39]]);
  mixer.seek(39 * CHUNK, 1);
  expect(mixer.push(0, 0, 39, chunkOf(0, 39))).toBe(false);
});

test('a source that comes later takes over in a crossfade once it has samples, and takes the place of one before it', () => {
  const mixer = make();
  mixer.play();
  feed(mixer, [0, 1, 2, 3, 4, 5]);
  const part = (source: number) => [{ source, weight: 1, lag: 0 }];
  mixer.setMixes([part(0), part(1), part(2)]);
  mixer.select(2);
  // Nothing of it is there: the first goes on.
  expect(render(mixer, 32).left.slice(FADE)).toEqual(Array.from({ length: 24 }, (_, i) => sampleOf(0, FADE + i)));
  const first = [0, 1].map((chunk) => chunkOf(1, chunk));
  for (const [chunk, samples] of first.entries()) expect(mixer.push(0, 2, chunk, samples)).toBe(true);
  const { left } = render(mixer, 32);
  expect(left.slice(FADE)).toEqual(Array.from({ length: 24 }, (_, i) => sampleOf(1, 32 + FADE + i)));
  for (const [i, value] of left.slice(0, FADE).entries()) {
    const share = (i + 1) / FADE;
    expect(value).toBeCloseTo((1 - share) * sampleOf(0, 32 + i) + share * sampleOf(1, 32 + i), 3);
  }
  mixer.spent();
  mixer.setMixes([part(0), part(1), part(3)]);
  expect(mixer.push(0, 3, 1, chunkOf(0, 1))).toBe(true);
  expect(mixer.spent()).toEqual(first);
  expect(mixer.push(0, 2, 1, chunkOf(1, 1))).toBe(false);
  // What was heard is gone, so there is nothing to fade out.
  expect(render(mixer, 32).left.slice(-8)).toEqual(Array.from({ length: 8 }, (_, i) => sampleOf(0, 80 - 8 + i)));
});
