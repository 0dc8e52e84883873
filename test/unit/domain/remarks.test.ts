import { expect, test } from 'vitest';
import { remarkSentence, remarksOf } from '../../../shared/domain/quality/remarks.ts';
import { NO_MEASURES } from '../../fixtures/measures.ts';

const RATE = 1000;
const told = (measures: object, frames = 100_000) =>
  remarksOf({ ...NO_MEASURES, ...measures }, frames, RATE).map(remarkSentence);

test('nothing is remarked about a sound recording, or one that was not scanned', () => {
  expect(told({ soundEndsAt: 98_500 })).toEqual([]);
  expect(remarksOf(null, null, null)).toEqual([]);
});

test('gaps are named with the first of their places', () => {
  expect(told({ gaps: { frames: 1300, places: [2000, 5000, 9000, 70_000] } })).toEqual([
    'Parts are lost or damaged, 1.3 s in all (at 0:02, 0:05, 0:09): silence in their place keeps everything in time.',
  ]);
});

test('one of several tracks is named as its recorder named it', () => {
  const track = { number: 2, of: 3, title: 'Mic', language: 'eng' };
  expect(told({ track })).toEqual(['Track 2 of 3: Mic, eng is restored.']);
});

test('a recording that ends early is named with both lengths', () => {
  expect(told({ declaredSeconds: 400 })).toEqual(['It ends early: 1:40 of 6:40 is there.']);
});

test('a header that says less is named with both lengths, and silence to the end with its place', () => {
  expect(told({ declaredSeconds: 10, soundEndsAt: 45_000 })).toEqual([
    'Its header says 0:10, but the file holds 1:40: all of it is restored.',
    'There is no sound from 0:45 to the end.',
  ]);
});

test('music that was left as it was is named with its length', () => {
  expect(remarksOf(NO_MEASURES, 100_000, RATE, null, 65_000).map(remarkSentence)).toEqual([
    '1:05 of it sounds like music and was left as it was.',
  ]);
});
