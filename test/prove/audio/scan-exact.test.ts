import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { encodePeaks, PEAK_LEVELS } from '../../../shared/engine-api/peaks-format.ts';
import { decode, ffmpeg } from '../../fixtures/audio/media.ts';
import { type Channels, noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { someOf } from '../depth.ts';

const RATE = 44_100;
/** Not a whole number of pixels, packets or blocks. */
const FRAMES = 2 * RATE + 777;
const folder = temporaryFolder('audio', afterAll);
const at = (name: string) => path.join(folder, name);
const engine = createEngine();

beforeAll(() => {
  const left = noise(FRAMES, 11).map((value) => value * 0.2);
  const right = noise(FRAMES, 12).map((value) => value * 0.1);
  writeWav(at('mono.wav'), [left], RATE);
  writeWav(at('stereo.wav'), [left, right], RATE);
});

async function scan(name: string) {
  const made = { peaksPath: at(`${name}.peaks`), indexPath: at(`${name}.index`) };
  const result = await engine.scan({ path: at(name), ...made }, () => undefined);
  return { result, peaks: readFileSync(made.peaksPath) };
}

/** The peaks file in the plainest way. */
function drawn(channels: Channels): Uint8Array {
  const quantize = (value: number) =>
    Math.max(-127, Math.min(127, value < 0 ? Math.floor(value * 127) : Math.ceil(value * 127)));
  const frames = channels[0]?.length ?? 0;
  const levels = PEAK_LEVELS.map((framesPerPixel) => {
    const pairs: number[] = [];
    for (let from = 0; from < frames; from += framesPerPixel) {
      const range = channels.flatMap((samples) => [...samples.subarray(from, from + framesPerPixel)]);
      const [minimum, maximum] = [range.reduce((a, b) => Math.min(a, b)), range.reduce((a, b) => Math.max(a, b))];
      pairs.push(quantize(minimum), quantize(maximum));
    }
    return { framesPerPixel, pairs: Int8Array.from(pairs) };
  });
  return encodePeaks({ sampleRate: RATE, frames, levels });
}

function largest(channels: Channels): number {
  return channels.reduce((peak, samples) => samples.reduce((most, value) => Math.max(most, Math.abs(value)), peak), 0);
}

describe.each(['mono', 'stereo'])('%s', (layout) => {
  const count = layout === 'mono' ? 1 : 2;
  test.each(
    someOf<readonly [string, string, ...string[]]>(
      [
        ['u8', 'wav', '-c:a', 'pcm_u8'],
        ['s16', 'wav', '-c:a', 'pcm_s16le'],
        ['s24', 'wav', '-c:a', 'pcm_s24le'],
        ['s32', 'wav', '-c:a', 'pcm_s32le'],
        ['f32', 'wav', '-c:a', 'pcm_f32le'],
        ['f64', 'wav', '-c:a', 'pcm_f64le'],
        ['big-endian', 'aiff'],
        ['flac', 'flac', '-sample_fmt', 's16'],
        ['deep', 'flac', '-sample_fmt', 's32'],
        ['alac', 'm4a', '-c:a', 'alac'],
      ],
      4,
    ),
  )('a scan of %s draws every sample and hashes every byte', { tags: 'long' }, async (kind, extension, ...words) => {
    const name = `${layout}-${kind}.${extension}`;
    ffmpeg('-i', at(`${layout}.wav`), ...words, at(name));
    const { result, peaks } = await scan(name);
    const { channels } = decode(at(name), { channels: count });
    expect(result).toMatchObject({ frames: FRAMES, peak: largest(channels), damagedPackets: 0 });
    expect(result.contentHash).toBe(
      createHash('sha256')
        .update(readFileSync(at(name)))
        .digest('hex'),
    );
    expect(Buffer.compare(peaks, drawn(channels))).toBe(0);
  });
});

test('invalid and absurd values are drawn as silence', async () => {
  const samples = noise(FRAMES, 13).map((value) => value * 0.2);
  const strange = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e6, -2e6];
  for (let i = 1000; i < FRAMES; i += 5003) samples[i] = strange[i % strange.length] as number;
  samples[500] = 3.5;
  writeWav(at('strange.wav'), [samples], RATE);
  const { result, peaks } = await scan('strange.wav');
  const sane = samples.map((value) => (Math.abs(value) < 1e6 ? value : 0));
  expect(result.peak).toBe(3.5);
  expect(Buffer.compare(peaks, drawn([sane]))).toBe(0);
});
