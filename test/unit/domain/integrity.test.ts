import { describe, expect, test } from 'vitest';
import type { Comparison } from '../../../shared/domain/integrity/comparison.ts';
import { type Finding, placeOf } from '../../../shared/domain/integrity/findings.ts';
import { isAligned, judgeLoudness, judgeResult, lostSpeechOf } from '../../../shared/domain/integrity/judge.ts';
import { findingDetail, findingTitle } from '../../../shared/domain/integrity/strings.ts';
import { NO_DIFFERENCE } from '../../fixtures/measures.ts';

const RATE = 48_000;
const WHOLE = { frames: 600 * RATE, sampleRate: RATE, clippedSamples: 0 };
const KEEPS_LEVEL = { loudness: null };

function kindsOf(...given: Parameters<typeof judgeResult>): string[] {
  return judgeResult(...given).map(({ kind }) => kind);
}

describe('what the comparison of a result comes to', () => {
  test('nothing, for a good result', () => {
    expect(judgeResult(NO_DIFFERENCE, WHOLE, WHOLE, KEEPS_LEVEL)).toEqual([]);
  });

  test('lost speech comes first, with its sum and its first place', () => {
    const lost = [
      { fromFrame: 60 * RATE, frames: RATE },
      { fromFrame: 90 * RATE, frames: RATE / 2 },
    ];
    const shorter = { ...WHOLE, frames: WHOLE.frames - RATE };
    expect(judgeResult({ ...NO_DIFFERENCE, lost }, WHOLE, shorter, KEEPS_LEVEL)).toEqual([
      { kind: 'lost-speech', at: 60, seconds: 1.5, places: 2 },
      { kind: 'length', at: 599, seconds: -1 },
    ]);
  });

  test('lengths are compared in seconds: another sample rate is no fault, a tenth of a second of padding neither', () => {
    const atOtherRate = { ...WHOLE, frames: 600 * 44_100, sampleRate: 44_100 };
    expect(kindsOf(NO_DIFFERENCE, WHOLE, atOtherRate, KEEPS_LEVEL)).toEqual([]);
    expect(kindsOf(NO_DIFFERENCE, WHOLE, { ...WHOLE, frames: WHOLE.frames + 4750 }, KEEPS_LEVEL)).toEqual([]);
    expect(kindsOf(NO_DIFFERENCE, WHOLE, { ...WHOLE, frames: WHOLE.frames + 4900 }, KEEPS_LEVEL)).toEqual(['length']);
  });

  test('a delay that the export removes is no fault; a longer one is, and so is a jump', () => {
    const late = (lag: number) => ({ ...NO_DIFFERENCE, lag });
    expect(kindsOf(late(2400), WHOLE, WHOLE, KEEPS_LEVEL)).toEqual([]);
    expect(isAligned(late(2400))).toBe(true);
    expect(judgeResult(late(-2401), WHOLE, WHOLE, KEEPS_LEVEL)).toEqual([
      { kind: 'offset', at: 0, seconds: -2401 / RATE },
    ]);
    expect(isAligned(late(-2401))).toBe(false);
    expect(isAligned(late(0))).toBe(false);
    const jumps = [{ fromFrame: 10 * RATE, frames: -4800 }];
    expect(judgeResult({ ...NO_DIFFERENCE, jumps }, WHOLE, WHOLE, KEEPS_LEVEL)).toEqual([
      { kind: 'offset', at: 10, seconds: -0.1 },
    ]);
  });

  test('a channel that fell silent is named with its place, exchanged and equal channels are faults everywhere', () => {
    const silent = { kind: 'silent', channel: 1, fromFrame: 680 * RATE, frames: 10 * RATE } as const;
    const judged = (channels: Comparison['channels']) =>
      judgeResult({ ...NO_DIFFERENCE, channels }, WHOLE, WHOLE, KEEPS_LEVEL);
    expect(judged(silent)).toEqual([{ kind: 'silent-channel', channel: 'right', at: 680, seconds: 10 }]);
    expect(judged(silent).map(findingTitle)).toEqual(['Right channel is silent from 11:20']);
    expect(judged({ kind: 'swapped' }).map(placeOf)).toEqual([null]);
    expect(judged({ kind: 'merged' }).map(findingTitle)).toEqual(['Left and right are the same']);
  });

  test('a result with nothing in it and a pitch that drifts are faults', () => {
    expect(kindsOf({ ...NO_DIFFERENCE, isSilent: true }, WHOLE, WHOLE, KEEPS_LEVEL)).toEqual(['silent']);
    const drift = { fromFrame: 60 * RATE, frames: 3 * RATE, ratio: 1.03 };
    const judged = judgeResult({ ...NO_DIFFERENCE, drift }, WHOLE, WHOLE, KEEPS_LEVEL);
    expect(judged.map(findingTitle)).toEqual(['Pitch 3 % higher at 1:00']);
    expect(judged.map(placeOf)).toEqual([60]);
  });

  test('only clipping that the recording did not have counts, from its first place on', () => {
    const recording = { ...WHOLE, clippedSamples: 30, clippedPlaces: [5 * RATE, 70 * RATE] };
    expect(kindsOf(NO_DIFFERENCE, { ...recording, clippedSamples: 900 }, recording, KEEPS_LEVEL)).toEqual([]);
    const places = (...seconds: number[]) => seconds.map((second) => second * 44_100);
    const result = { frames: 600 * 44_100, sampleRate: 44_100, clippedSamples: 900 };
    const judged = (clippedPlaces?: number[]) =>
      judgeResult(NO_DIFFERENCE, recording, { ...result, clippedPlaces }, KEEPS_LEVEL);
    expect(judged(places(5.5, 30, 70))).toEqual([{ kind: 'clipping', at: 30 }]);
    expect(judged(places(5.5, 70))).toEqual([{ kind: 'clipping', at: 5.5 }]);
    expect(judged()).toEqual([{ kind: 'clipping', at: 0 }]);
  });

  test('lost speech is a share of what is heard; a recording without speech has none to lose', () => {
    expect(lostSpeechOf({ speech: { frames: 1000, lostFrames: 4 } })).toBe(0.004);
    expect(lostSpeechOf({ speech: { frames: 0, lostFrames: 0 } })).toBe(null);
  });

  test('the level counts only where the preset keeps it, the loudness only where it asks for one', () => {
    const quieter = { ...NO_DIFFERENCE, gain: -9 };
    expect(kindsOf(quieter, WHOLE, WHOLE, KEEPS_LEVEL)).toEqual(['level']);
    expect(kindsOf(quieter, WHOLE, WHOLE, { loudness: -16 })).toEqual([]);
    expect(judgeLoudness(-19.2, -16)).toEqual([{ kind: 'loudness', loudness: -19.2, asked: -16 }]);
    for (const [loudness, asked] of [
      [-17.4, -16],
      [-19.2, null],
      [null, -16],
    ] as const)
      expect(judgeLoudness(loudness, asked)).toEqual([]);
  });
});

test('findings in words', () => {
  const words: readonly (readonly [Finding, string, string])[] = [
    [
      { kind: 'lost-speech', at: 751, seconds: 1.2, places: 1 },
      '1.2 s of speech missing at 12:31',
      'The recording has a voice there.',
    ],
    [
      { kind: 'lost-speech', at: 751, seconds: 3, places: 2 },
      '3.0 s of speech missing in 2 places',
      'The recording has a voice there. The first place is at 12:31.',
    ],
    [{ kind: 'length', at: 60, seconds: -0.4 }, '0.4 s shorter than the recording', 'Part of it is cut off.'],
    [{ kind: 'length', at: 60, seconds: 2 }, '2.0 s longer than the recording', 'Something was added.'],
    [{ kind: 'offset', at: 0, seconds: 0.06 }, '0.06 s too late', 'The result isn’t in sync with the recording.'],
    [{ kind: 'offset', at: 70, seconds: -0.5 }, 'Out of sync from 1:10', 'From there on it is 0.5 s early.'],
    [{ kind: 'clipping', at: 1720 }, 'Clipped at 28:40', 'Peaks are cut off that are whole in the recording.'],
    [{ kind: 'level', decibels: -9.4 }, '9 dB quieter than the recording', 'The preset keeps the recording’s level.'],
    [
      { kind: 'loudness', loudness: -19.24, asked: -16 },
      '−19.2 LUFS instead of −16.0',
      'The output misses the loudness of the preset.',
    ],
  ];
  for (const [finding, title, detail] of words)
    expect([findingTitle(finding), findingDetail(finding)]).toEqual([title, detail]);
});
