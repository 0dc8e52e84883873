import { expect, test } from 'vitest';
import { repairs } from '../../../electron/audio/chains/repairs.ts';
import { tuningOf } from '../../../electron/audio/chains/tuning.ts';
import { speech } from '../../fixtures/audio/media.ts';
import { clipped, withClicks } from '../../fixtures/quality/noises.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { clicksIn, siSdr } from '../../harness/audio/metrics.ts';
import { throughAll } from '../../harness/audio/through.ts';

const RATE = 48_000;
const SECONDS = 6;
const SPOKEN = {
  hum: [],
  clicks: 0,
  clippedSamples: 0,
  decayTime: null,
  sampleRate: RATE,
  channels: 1,
  frames: SECONDS * RATE,
  largest: 1,
  offsets: [0],
  groups: [{ channels: [0], mix: [1] }],
};

test('clicks and clipped peaks in speech are repaired', { tags: 'long' }, () => {
  const voice = speech(temporaryFolder(), SECONDS, RATE).map((value) => 0.4 * value);
  const clicking = withClicks(voice, 4, RATE);
  const clicks = clicksIn(clicking, RATE);
  const unclicked = throughAll(repairs({ ...SPOKEN, clicks }, tuningOf(undefined)), clicking);
  expect(siSdr(voice, unclicked)).toBeGreaterThan(siSdr(voice, clicking) + 6);
  const cut = clipped(voice, 0.08);
  const whole = throughAll(repairs({ ...SPOKEN, clippedSamples: 5000 }, tuningOf(undefined)), cut);
  expect(whole).toHaveLength(cut.length);
  expect(siSdr(voice, whole)).toBeGreaterThan(siSdr(voice, cut) + 2);
});
