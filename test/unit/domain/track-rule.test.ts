import { expect, test } from 'vitest';
import type { AudioTrack } from '../../../shared/domain/tracks/audio-track.ts';
import { chosenTracks, trackLabel } from '../../../shared/domain/tracks/track-rule.ts';

const track = (number: number, title: string | null, language: string | null, more: Partial<AudioTrack> = {}) =>
  ({ number, title, language, codec: 'aac', channels: 1, isDefault: number === 1, heard: 'sound', ...more }) as const;

const TRACKS = [
  track(1, 'Mix', null, { heard: 'silence', hasSpeech: false }),
  track(2, 'Guest mic', 'deu', { hasSpeech: false }),
  track(3, 'Mic', 'eng', { hasSpeech: true }),
];
const numbers = (rule: string, tracks: readonly AudioTrack[] = TRACKS) => {
  const chosen = chosenTracks(rule, tracks, 2);
  return typeof chosen === 'string' ? chosen : chosen.map(({ number }) => number);
};

test('a rule is a word, a number, or a title or language in any spelling', () => {
  expect(numbers('default')).toEqual([2]);
  expect(numbers('all')).toEqual([2, 3]);
  expect(numbers('speech')).toEqual([3]);
  expect(numbers('1')).toEqual([1]);
  expect(numbers('MIC')).toEqual([3]);
  expect(numbers('guest')).toEqual([2]);
  for (const german of ['de', 'deu', 'ger', 'de-AT']) expect([german, numbers(german)]).toEqual([german, [2]]);
});

test('what isn’t there is a problem, except where there is nothing to choose', () => {
  expect(numbers('4')).toBe('no-number');
  expect(numbers('fra')).toBe('no-name');
  expect(numbers('Mic', [track(1, null, null)])).toEqual([1]);
  expect(numbers('2', [track(1, null, null)])).toBe('no-number');
  expect(numbers('speech', TRACKS.slice(0, 2))).toEqual([2]);
});

test('a label is what no other track has', () => {
  expect(trackLabel(track(3, 'Mic', 'eng'), TRACKS)).toBe('Mic');
  expect(trackLabel(track(2, null, 'deu'), TRACKS)).toBe('deu');
  const alike = [track(1, 'Stereo', 'und'), track(2, 'Stereo', 'und')];
  expect(alike.map((one) => trackLabel(one, alike))).toEqual(['track 1', 'track 2']);
});
