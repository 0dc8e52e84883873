import { expect, test } from 'vitest';
import { heardTakes, resultIn } from '../../../renderer/components/playback/heard-takes.ts';
import { planPreview } from '../../../renderer/features/listen/preview/use-preview.ts';
import type { TakeView } from '../../../shared/contract/views.ts';
import { partsOfDifference } from '../../../shared/domain/listening/difference.ts';
import { NO_MEASURES } from '../../fixtures/measures.ts';

const RATE = 48_000;

function take(id: string, kind: TakeView['kind']): TakeView {
  const rest = { label: id, model: null, frames: 1, sampleRate: RATE, channels: 2, fileName: id, measures: null };
  return { id, kind, playable: true, ...rest };
}

const TAKES = [take('original:1', 'original'), take('result:2', 'result'), take('result:3', 'result')];

function measured(loudness: number | null, truePeak: number | null, channels = 2) {
  return { sampleRate: RATE, channels, lag: 0, before: { loudness, truePeak } };
}

test('a preview has the gain of the export, and the loudness and peak that come of it', () => {
  const { mix, loweredBy } = planPreview(1, { strength: 0.8, loudness: -16 }, measured(-20, -9));
  expect(mix).toEqual({ result: 1, strength: 0.8, gain: 4, loudness: -16, truePeak: -5 });
  expect(loweredBy).toBe(0);
  expect(planPreview(1, { strength: 0.8, loudness: null }, measured(-20, -9)).mix.gain).toBe(0);
  expect(planPreview(1, { strength: 0.8, loudness: -16 }, measured(null, null)).mix.gain).toBe(0);
});

test('where the export would limit peaks, the preview stays below them and says by how much', () => {
  const { mix, loweredBy } = planPreview(1, { strength: 1, loudness: -14 }, measured(-20, -3));
  expect(mix).toMatchObject({ gain: 2, loudness: -18, truePeak: -1 });
  expect(loweredBy).toBe(4);
});

test('one channel is louder in stereo, but gets the gain of its file', () => {
  const { mix } = planPreview(1, { strength: 1, loudness: -19 }, measured(-24, -9, 1));
  expect(mix.gain).toBe(5);
  expect(mix.loudness).toBeCloseTo(-15.99, 2);
});

test('until it is measured, a preview plays without a gain, and isn’t matched', () => {
  const { mix } = planPreview(1, { strength: 0.5, loudness: -16 }, null);
  expect(mix).toMatchObject({ gain: 0, loudness: null });
});

test('the preview comes last, mixes the result without its lag, and leaves out what has no part in it', () => {
  const lags = new Map([[2, 480]]);
  const heard = (strength: number) => {
    const { mix } = planPreview(2, { strength, loudness: null }, null);
    return heardTakes(TAKES, { lags, preview: mix }).at(-1);
  };
  expect(heard(0.75)).toMatchObject({
    ...{ id: 'preview:3', kind: 'preview', of: 2 },
    mix: [
      { source: 0, weight: 0.25, lag: 0 },
      { source: 2, weight: 0.75, lag: 480 },
    ],
  });
  expect(heard(1)?.mix).toEqual([{ source: 2, weight: 1, lag: 480 }]);
  expect(heard(0)?.mix).toEqual([{ source: 0, weight: 1, lag: 0 }]);
});

test('where either has one channel, so does the export and the preview; the difference is as the takes sound', () => {
  const [original, result] = TAKES as [TakeView, TakeView];
  const { mix } = planPreview(1, { strength: 0.5, loudness: null }, null);
  const monoOf = (one: number, other: number) => {
    const takes = [
      { ...original, channels: one },
      { ...result, channels: other },
    ];
    return heardTakes(takes, { lags: new Map(), preview: mix })
      .at(-1)
      ?.mix.map((part) => part.mono !== undefined);
  };
  expect(monoOf(2, 1)).toEqual([true, false]);
  expect(monoOf(1, 2)).toEqual([false, true]);
  expect(monoOf(2, 2)).toEqual([false, false]);
  expect(monoOf(6, 2)).toEqual([false, false]);
});

test('exports in mono are previewed in mono, by the channels that the recording keeps its voice on', () => {
  const [original, result] = TAKES as [TakeView, TakeView];
  const measures = { ...NO_MEASURES, channelNotes: [{ kind: 'silent-side', side: 'right' }] } as const;
  const { mix } = planPreview(1, { strength: 0.5, loudness: null, channels: 'mono' }, measured(-20, -9, 1));
  const heard = heardTakes([{ ...original, measures }, result], { lags: new Map(), preview: mix }).at(-1);
  expect(heard?.mix.map(({ mono }) => mono)).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

test('what was delivered is matched by its own loudness, and belongs to its result', () => {
  const settings = { strength: 1, loudness: -16 };
  const figures = { loudness: -16.2, truePeak: -1 };
  const delivery = { settings, figures, extension: 'mp3', problem: null, prepared: true };
  const heard = heardTakes([...TAKES, { ...take('delivered:3', 'delivered'), delivery }]);
  expect(heard[3]).toMatchObject({ id: 'delivered:3', kind: 'delivered', of: 2, loudness: -16.2, truePeak: -1 });
  expect(heard[3]?.mix).toEqual([{ source: 3, weight: 1, lag: 0 }]);
  expect(resultIn(heard, 3)).toBe(2);
});

test('a difference leaves out the lag of its own result only', () => {
  const heard = heardTakes(TAKES, { lags: new Map([[2, 480]]), preview: null });
  const lagsOf = (id: string) => heard.find((each) => each.id === id)?.mix.map(({ lag }) => lag);
  expect(lagsOf('difference:result:2@1')).toEqual([0, 0]);
  expect(lagsOf('difference:result:3@1')).toEqual([0, 480]);
});

test('a take that was added is less the original of this room, whoever made it', () => {
  const heard = heardTakes([...TAKES, take('result:9', 'earlier'), take('delivered:3', 'delivered')]);
  const differences = heard.filter(({ kind }) => kind === 'difference');
  expect(differences.map(({ id, of }) => [id, of])).toEqual([
    ['difference:result:2@1', 1],
    ['difference:result:3@1', 2],
    ['difference:result:9@1', 3],
  ]);
  expect(partsOfDifference('difference:result:9@1')).toEqual({ original: 'original:1', take: 'result:9' });
  for (const none of ['difference:9', 'result:9@1', 'difference:original:1@1', 'difference:delivered:3@1']) {
    expect(partsOfDifference(none)).toBe(null);
  }
});
