import { expect, test } from 'vitest';
import { createStretch } from '../../../renderer/components/playback/sound/stretch.ts';
import { someOf } from '../depth.ts';

const RATE = 48_000;

type Sound = (frame: number) => number;

/** A source of `length` frames that counts what was read. */
function sourceOf(sound: Sound, length = Number.POSITIVE_INFINITY) {
  let at = 0;
  const read = (left: Float32Array, right: Float32Array): number => {
    const count = Math.min(left.length, length - at);
    for (let i = 0; i < count; i++, at++) {
      left[i] = sound(at);
      right[i] = -sound(at);
    }
    return count;
  };
  return { read, position: () => at };
}

function render(stretch: ReturnType<typeof createStretch>, frames: number): Float32Array {
  const all = new Float32Array(frames);
  for (let done = 0; done < frames; done += 128) {
    stretch.fill(all.subarray(done, done + 128), new Float32Array(Math.min(128, frames - done)));
  }
  return all;
}

const tone =
  (hertz: number): Sound =>
  (frame) =>
    Math.sin((2 * Math.PI * hertz * frame) / RATE);

/** Hz, by rising zero crossings between the first and the last. */
function pitchOf(samples: Float32Array): number {
  const rises: number[] = [];
  for (let i = 1; i < samples.length; i++) {
    const [before, now] = [samples[i - 1] as number, samples[i] as number];
    if (before < 0 && now >= 0) rises.push(i - 1 + before / (before - now));
  }
  return ((rises.length - 1) / ((rises.at(-1) as number) - (rises[0] as number))) * RATE;
}

test.each(someOf([0.5, 0.75, 1.25, 1.5, 2], 2))('at %s times the speed, the pitch stays within one percent', (rate) => {
  for (const hertz of [110, 220, 997]) {
    const stretch = createStretch(RATE, sourceOf(tone(hertz)).read);
    stretch.setRate(rate);
    const heard = render(stretch, RATE * 2);
    expect(Math.abs(pitchOf(heard) / hertz - 1)).toBeLessThan(0.01);
    // Pieces are laid where they fit: the tone never dips.
    for (let from = 4800; from < heard.length - 960; from += 960) {
      expect(Math.max(...heard.subarray(from, from + 960))).toBeGreaterThan(0.9);
    }
  }
});

test.each(someOf([0.5, 0.8, 1.3, 2], 2))(
  'at %s times the speed, it is as long as it should be, and at its place throughout',
  (rate) => {
    const { read, position } = sourceOf(tone(180));
    const stretch = createStretch(RATE, read);
    stretch.setRate(rate);
    for (let second = 1; second <= 10; second++) {
      render(stretch, RATE);
      expect(Math.abs(position() - stretch.held() - second * RATE * rate)).toBeLessThan(RATE * 0.06);
    }
  },
);

test('a whole recording ends after its length divided by the speed', () => {
  const stretch = createStretch(RATE, sourceOf(() => 0.5, RATE * 3).read);
  stretch.setRate(1.5);
  const heard = render(stretch, RATE * 4);
  const end = heard.findLastIndex((value) => value !== 0) + 1;
  expect(Math.abs(end - RATE * 2)).toBeLessThan(RATE * 0.06);
});

test('at its own speed every sample passes unchanged, also after another speed and without a step on the way', () => {
  const sound: Sound = (frame) => Math.sin(frame / 40) * 0.5;
  const { read, position } = sourceOf(sound);
  const stretch = createStretch(RATE, read);
  const heard = [...render(stretch, 1280)];
  expect(heard).toEqual(heard.map((_, frame) => Math.fround(sound(frame))));
  stretch.setRate(1.7);
  heard.push(...render(stretch, 48_000));
  stretch.setRate(1);
  heard.push(...render(stretch, 9600));
  expect(stretch.held()).toBe(0);
  const last = render(stretch, 1280);
  const from = position() - 1280;
  expect([...last]).toEqual([...last].map((_, index) => Math.fround(sound(from + index))));
  for (let i = 1; i < heard.length; i++) {
    expect(Math.abs((heard[i] as number) - (heard[i - 1] as number))).toBeLessThan(0.05);
  }
});
