import { expect, test } from 'vitest';
import { heardTakes, isHearable, matchedGains, resultIn } from '../../../renderer/components/playback/heard-takes.ts';
import type { TakeView } from '../../../shared/contract/views.ts';

function take(id: string, loudness: number | null, truePeak: number | null, channels = 2): TakeView {
  const measures = {
    loudness,
    loudnessRange: null,
    truePeak,
    noiseFloor: null,
    speechLevel: null,
    signalToNoise: null,
    clippedSamples: 0,
    hum: null,
    decayTime: null,
    bandwidth: null,
    worstMinute: null,
  };
  const kind = id.startsWith('original') ? 'original' : 'result';
  const rest = { label: id, model: null, frames: 1, sampleRate: 48_000, fileName: id, playable: true };
  return { id, kind, channels, measures, ...rest };
}

test('takes are matched to the original, and the difference keeps its level', () => {
  const takes = heardTakes([take('original:1', -23, -6), take('result:1', -16, -1), take('result:2', -26, -9)]);
  expect(takes.map(({ id }) => id)).toEqual([
    'original:1',
    'result:1',
    'result:2',
    'difference:result:1@1',
    'difference:result:2@1',
  ]);
  expect(matchedGains(takes)).toEqual([0, -7, 3, 0, 0]);
});

test('where a take has no headroom, the others are lowered instead', () => {
  const takes = heardTakes([take('original:1', -16, -3), take('result:1', -26, -5.1)]);
  // The result may rise by 5 dB, to −21 LUFS.
  expect(matchedGains(takes).map((gain) => gain?.toFixed(2))).toEqual(['-5.00', '5.00', '-5.00']);
});

test('one channel plays from both loudspeakers, three decibels louder than its file', () => {
  const gains = matchedGains(heardTakes([take('original:1', -20, -9), take('result:1', -20, -9, 1)]));
  expect(gains[1]).toBeCloseTo(-3.01, 2);
});

test('in a loop its own loudness counts, and the peaks of the whole recording still keep below full scale', () => {
  const views = [take('original:1', -23, -6), take('result:1', -23, -3)];
  const passage = new Map([
    [0, -30],
    [1, -33],
  ]);
  const gains = (levels: ReadonlyMap<number, number | null>) =>
    matchedGains(heardTakes(views, { lags: new Map(), preview: null, passage: levels })).map((gain) =>
      gain?.toFixed(1),
    );
  // The result may rise by 2.9 dB only.
  expect(gains(passage)).toEqual(['-0.1', '2.9', '-0.1']);
  expect(gains(new Map([...passage, [1, null]]))).toEqual(['0.0', undefined, '0.0']);
});

test('a take of unknown loudness is not matched; without an original the first result counts', () => {
  expect(matchedGains(heardTakes([take('original:1', null, null), take('result:1', -20, -6)]))).toEqual([null, 0, 0]);
  expect(matchedGains(heardTakes([take('result:1', -20, -6), take('result:2', -18, -6)]))).toEqual([0, -2]);
});

test('a difference can be heard while both of its takes can', () => {
  const heard = heardTakes([take('original:1', -20, -6), take('result:1', -20, -6)]);
  const difference = heard[2];
  if (difference === undefined) throw new Error('there is a difference');
  expect(isHearable(difference, new Set())).toBe(true);
  expect(isHearable(difference, new Set([0]))).toBe(false);
  expect([0, 1, 2].map((index) => resultIn(heard, index))).toEqual([null, 1, 1]);
});
