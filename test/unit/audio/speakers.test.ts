import { avChannelLayoutDescribe, type ChannelLayout } from 'node-av/lib';
import { describe, expect, test } from 'vitest';
import { createDownmix } from '../../../electron/audio/dsp/downmix.ts';
import { isHeard, mixedBy, reordered, speakersOf, stereoOf } from '../../../electron/audio/dsp/speakers.ts';
import { layoutName, layoutNamed } from '../../../electron/audio/media/layouts.ts';

/** Every layout of up to eight channels that FFmpeg has a name for, by trying all masks of the speakers that WAV knows. */
function namedLayouts(): ChannelLayout[] {
  const found: ChannelLayout[] = [];
  for (let mask = 1; mask < 2 ** 18; mask++) {
    const nbChannels = mask.toString(2).replaceAll('0', '').length;
    if (nbChannels > 8) continue;
    const layout = { order: 1, nbChannels, mask: BigInt(mask) } as ChannelLayout;
    if (!avChannelLayoutDescribe(layout)?.includes(' channels')) found.push(layout);
  }
  return found;
}

test('each layout that FFmpeg has a name for is known by it, speaker for speaker', () => {
  const layouts = namedLayouts();
  expect(layouts.length).toBeGreaterThan(25);
  for (const layout of layouts) {
    const name = layoutName(layout);
    expect(speakersOf(name), name).toHaveLength(layout.nbChannels);
    expect(layoutNamed(name, layout.nbChannels), name).toEqual(layout);
  }
});

test('a layout without a name is known by its speakers, one without speakers by its number', () => {
  const pair = { order: 1, nbChannels: 2, mask: 9n } as ChannelLayout;
  expect(layoutName(pair)).toBe('2 channels (FL+LFE)');
  expect(layoutNamed('2 channels (FL+LFE)', 2)).toEqual(pair);
  const unknown = layoutNamed('6 channels', 6);
  expect(unknown).toMatchObject({ order: 0, nbChannels: 6 });
  expect(layoutName(unknown)).toBe('6 channels');
});

test('low-frequency effects are not listened to, unless there is nothing else', () => {
  expect(isHeard('5.1', 6)).toEqual([true, true, true, false, true, true]);
  expect(isHeard('6 channels', 6)).toEqual(new Array(6).fill(true));
  expect(isHeard('1 channels (LFE)', 1)).toEqual([true]);
});

test('rear channels behind and beside are the same', () => {
  expect(reordered('5.1(side)', '5.1')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(reordered('6.1', '6.1(back)')).toEqual([0, 1, 2, 3, 5, 6, 4]);
  expect(reordered('2.1', '3.0')).toBeNull();
  expect(reordered('6 channels', '5.1')).toBeNull();
});

describe('stereo of more channels', () => {
  test('5.1 by the weights of BS.775: each channel keeps its level, and low frequencies are not lost', () => {
    const [left, right] = stereoOf('5.1', 6) as [number[], number[]];
    expect(left[0]).toBe(1);
    expect(20 * Math.log10(left[2] as number)).toBeCloseTo(-3.01, 2);
    expect(left[4]).toBe(left[2]);
    expect([left[1], left[3], left[5]]).toEqual([0, 0.5, 0]);
    expect(right).toEqual([0, left[0], left[2], 0.5, 0, left[4]]);
  });

  test('unknown speakers are all in the middle, at equal power', () => {
    expect(stereoOf('4 channels', 4)).toEqual([new Array(4).fill(0.5), new Array(4).fill(0.5)]);
  });

  test('what adds up beyond full scale is limited, and the rest stays as it is', () => {
    const block = [0.4, 1].map((level) => Float32Array.from({ length: 4800 }, () => level));
    const quiet = block.map((samples) => samples.map((value) => value / 2));
    const mix = createDownmix([[1, 1]], 48_000);
    expect(mix(quiet)).toEqual(mixedBy([[1, 1]], quiet));
    expect(mix(block)[0]?.reduce((most, value) => Math.max(most, value), 0)).toBeLessThan(0.99);
  });

  test('samples are mixed as the weights say', () => {
    const block = [Float32Array.of(1, 0), Float32Array.of(0, 1), Float32Array.of(0.5, 0.5)];
    const left = [1, 0, 0.5];
    const right = [0, 0.25, 0];
    expect(mixedBy([left, right], block)).toEqual([Float32Array.of(1.25, 0.25), Float32Array.of(0, 0.25)]);
  });
});
