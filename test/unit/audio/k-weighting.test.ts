import { expect, test } from 'vitest';
import { createSampleStage } from '../../../electron/audio/measures/sample-stage.ts';
import { noise } from '../../fixtures/audio/signals.ts';

/** What makes filters hold much: an offset, loud and quiet in turn, a low tone that begins at once. */
function unevenSound(frames: number, sampleRate: number): Float32Array {
  return noise(frames, 11).map((value, frame) => {
    const isLoud = frame % sampleRate < sampleRate / 3;
    const tone = frame > frames / 2 ? 0.4 * Math.sin((2 * Math.PI * 30 * frame) / sampleRate) : 0;
    return 0.1 + (isLoud ? 0.3 : 0.0003) * value + tone;
  });
}

/** Weighted mean square of every slot, and the plain one of the first channel. */
function slotsOf(channels: readonly Float32Array[], sampleRate: number): number[] {
  const stage = createSampleStage(sampleRate, channels.length);
  const slots: number[] = [];
  const take = ({ channelPower, slotWeighted }: { channelPower: Float64Array; slotWeighted: Float64Array }) =>
    slots.push(...slotWeighted, ...channelPower.subarray(0, stage.slots));
  stage.add(channels, channels[0]?.length ?? 0, take);
  stage.finish(take);
  return slots;
}

test.each([8000, 44_100, 48_000, 96_000])(
  'the halves of a lone channel at %i Hz weigh what they weigh one after the other',
  (sampleRate) => {
    const sound = unevenSound(3 * sampleRate, sampleRate);
    const alone = slotsOf([sound], sampleRate);
    // A channel of a pair is filtered from its start to its end; of two that are alike the sum counts.
    const paired = slotsOf([sound, sound], sampleRate);
    const slots = createSampleStage(sampleRate, 1).slots;
    expect(alone).toHaveLength(paired.length);
    for (const [index, value] of alone.entries()) {
      const isWeighted = Math.floor(index / slots) % 2 === 0;
      const expected = (paired[index] as number) / (isWeighted ? 2 : 1);
      expect(Math.abs(value - expected)).toBeLessThan(1e-11 + 1e-7 * expected);
    }
  },
);

test('a third channel, which has no other to go with, is weighed as by itself', () => {
  const [one, other, third] = [noise(24_000, 1), noise(24_000, 2), noise(24_000, 3)] as const;
  const silence = new Float32Array(24_000);
  const all = slotsOf([one, other, third], 48_000);
  const parts = [slotsOf([one, other, silence], 48_000), slotsOf([silence, silence, third], 48_000)] as const;
  for (const [index, value] of all.entries()) {
    expect(value).toBeCloseTo((parts[0][index] as number) + (parts[1][index] as number), 9);
  }
});
