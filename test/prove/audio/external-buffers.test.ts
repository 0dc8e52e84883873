import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { expect, test } from 'vitest';
import { layoutForChannels } from '../../../electron/audio/media/layouts.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { REFUSED_BY, runRefusing } from '../../harness/external-buffers/refusing.ts';
import { depth } from '../depth.ts';

/** Of the engine's tests those in which the most is decoded, filtered and encoded in little time. All of them run in the bench of this name. */
const SHORT_FORM = [
  'prove/audio/external-buffers',
  'integration/audio/samples',
  ...depth([], ['prove/audio/pcm', 'integration/audio/scan', 'prove/audio/surround']),
].map((name) => `test/${name}.test.ts`);
const LONGEST_MS = 30 * 60_000;

/** The first sample of a frame behind whose back 9 was written where 1 is. */
function writtenThrough(): number {
  const samples = Buffer.from(Float32Array.of(1, 2, 3, 4).buffer);
  const shape = { nbSamples: 4, format: AV_SAMPLE_FMT_FLTP, sampleRate: 48_000, channelLayout: layoutForChannels(1) };
  const frame = Frame.fromAudioBuffer(samples, { ...shape, timeBase: { num: 1, den: 48_000 }, pts: 0n });
  frame.data?.[0]?.writeFloatLE(9, 0);
  const other = frame.clone();
  const first = other?.data?.[0]?.readFloatLE(0) ?? Number.NaN;
  other?.free();
  frame.free();
  return first;
}

function testFromOutside(): void {
  test('the engine works where external buffers are refused, as Electron does', {
    tags: 'long',
    timeout: LONGEST_MS,
  }, () => {
    const { status, report, by } = runRefusing(temporaryFolder(), SHORT_FORM);
    if (by !== 'the loader') console.log('No C compiler here: external buffers are refused in JavaScript alone.');
    expect(status, report).toBe(0);
    expect(report).toMatch(/Tests +.*passed/);
  });

  test('without that a write does reach the frame', () => {
    expect(writtenThrough()).toBe(9);
  });
}

/** In a run of its own, which this file starts, it has something else to show. */
function testFromInside(): void {
  test('external buffers are refused: what is written to a frame does not reach it', () => {
    expect(writtenThrough()).toBe(1);
  });
}

if (process.env[REFUSED_BY] === undefined) testFromOutside();
else testFromInside();
