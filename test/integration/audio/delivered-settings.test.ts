/** What a preset says about the delivered file, by what the ffmpeg programs find in it. */

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import type { ExportParams } from '../../../shared/engine-api/export-messages.ts';
import { exportMaterial, measuredByFfmpeg } from '../../fixtures/audio/export-material.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('delivered-settings', afterAll);
const engine = createEngine();
const { original, result, wet } = exportMaterial(folder, 4, 48_000, 0.3);

function run(params: Partial<ExportParams> & Pick<ExportParams, 'output'>) {
  return engine.export({ original, result, strength: 1, loudness: null, format: 'mp3', ...params }, () => undefined);
}

interface Probed {
  readonly streams: readonly { codec_name: string; channels?: number; bit_rate?: string; tags?: object }[];
  readonly format: { readonly bit_rate: string; readonly tags?: object };
}

function probed(file: string): Probed {
  const asked = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file];
  return JSON.parse(spawnSync('ffprobe', asked).stdout.toString());
}

const TEXTS = {
  title: 'Über',
  artist: 'Ann',
  album: 'Talk',
  track: '12',
  date: '2026',
  genre: 'Podcast',
  comment: 'Hi',
};

test.each([
  ['mp3', 1],
  ['m4a', 1],
  ['opus', 1],
  ['flac', 1],
  ['wav16', 0],
] as const)('%s has the tags that were given, and %d cover', async (format, covers) => {
  const cover = path.join(folder, 'cover.png');
  ffmpeg('-f', 'lavfi', '-i', 'color=red:s=32x32', '-frames:v', '1', cover);
  const output = path.join(folder, `tagged-${format}`);
  const made = await run({ output, format, tags: { texts: TEXTS, cover } });
  const { format: whole, streams } = probed(output);
  expect({ ...streams[0]?.tags, ...whole.tags }).toMatchObject(TEXTS);
  expect(streams.filter(({ codec_name }) => codec_name === 'png')).toHaveLength(covers);
  // What can't hold it is named.
  expect(made.leftOut?.pictures ?? 0).toBe(1 - covers);
});

test('given tags take the place of the recording’s, and a cover that can’t be read is named', async () => {
  const tagged = path.join(folder, 'tagged.flac');
  ffmpeg('-i', original, '-metadata', 'title=Old', '-metadata', 'artist=Kept', tagged);
  const output = path.join(folder, 'replaced.mp3');
  const tags = { texts: { title: 'New' }, cover: path.join(folder, 'gone.png') };
  const made = await run({ original: tagged, output, tags });
  expect(probed(output).format.tags).toMatchObject({ title: 'New', artist: 'Kept' });
  expect(made.leftOut?.pictures).toBe(1);
});

test.each(['mp3', 'm4a', 'opus'] as const)('%s of a lower bit rate is smaller', async (format) => {
  const sizes: number[] = [];
  for (const bitRate of [64, 192]) {
    const output = path.join(folder, `rate-${bitRate}.${format}`);
    await run({ output, format, bitRate });
    sizes.push(statSync(output).size);
    if (format === 'mp3') expect(probed(output).streams[0]?.bit_rate).toBe(`${bitRate}000`);
  }
  expect(sizes[0]).toBeLessThan(0.6 * (sizes[1] as number));
});

test('one channel has a loudness of its own, and peaks stay below another ceiling', async () => {
  const asked = { loudness: -16, monoLoudness: -19, truePeak: -3 };
  for (const [channels, target] of [
    ['source', -16],
    ['mono', -19],
  ] as const) {
    const output = path.join(folder, `ceiling-${channels}`);
    await run({ output, channels, ...asked });
    const { loudness, truePeak } = measuredByFfmpeg(output);
    expect(Math.abs(loudness - target)).toBeLessThanOrEqual(0.2);
    expect(truePeak).toBeLessThanOrEqual(-3);
  }
});

test('a silent side makes mono where that is wanted, and two voices stay two', async () => {
  const oneSided = path.join(folder, 'one-sided.wav');
  const left = wet[0] as Float32Array;
  writeWav(oneSided, [left, new Float32Array(left.length)], 48_000);
  const asked = { channels: 'mono-if-silent', loudness: -16, monoLoudness: -19, format: 'wav16' } as const;
  const output = path.join(folder, 'folded.wav');
  await run({ original: oneSided, result: oneSided, output, ...asked });
  expect(probed(output).streams[0]?.channels).toBe(1);
  expect(Math.abs(measuredByFfmpeg(output).loudness + 19)).toBeLessThanOrEqual(0.2);
  await run({ output, ...asked });
  expect(probed(output).streams[0]?.channels).toBe(2);
});

test('a video keeps its picture where others become MP3, unless its sound alone is wanted', async () => {
  const video = path.join(folder, 'call.mp4');
  ffmpeg('-f', 'lavfi', '-i', 'testsrc=d=4:s=64x48', '-i', original, '-c:v', 'mpeg4', '-c:a', 'aac', video);
  const output = path.join(folder, 'video-out');
  const kept = await run({ original: video, output, bitRate: 96, tags: { texts: { title: 'Call' } } });
  expect(kept).toMatchObject({ extension: 'mp4', isVideo: true });
  expect(
    probed(output)
      .streams.map(({ codec_name }) => codec_name)
      .sort(),
  ).toEqual(['aac', 'mpeg4']);
  expect(probed(output).format.tags).toMatchObject({ title: 'Call' });
  const sound = await run({ original: video, output, video: 'sound' });
  expect(sound).toMatchObject({ extension: 'mp3', isVideo: false });
  expect(probed(output).streams.map(({ codec_name }) => codec_name)).toEqual(['mp3']);
});
