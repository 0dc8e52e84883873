import { expect, test } from 'vitest';
import { planOutput } from '../../../electron/audio/output/formats.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';

const MP4 = 'mov,mp4,m4a,3gp,3g2,mj2';

function info(container: string, codec: string, more: Partial<MediaInfo> = {}): MediaInfo {
  return {
    container,
    codec,
    sampleRate: 48_000,
    channels: 2,
    channelLayout: 'stereo',
    bitDepth: null,
    durationSeconds: null,
    hasVideo: false,
    audioStreams: 1,
    audioStream: 1,
    ...more,
  };
}

test.each([
  ['wav', 'pcm_s16le', 16, 'wav', 'pcm_s16le'],
  ['wav', 'pcm_s24le', 24, 'wav', 'pcm_s24le'],
  ['wav', 'pcm_s32le', 32, 'wav', 'pcm_s32le'],
  ['wav', 'pcm_f32le', 32, 'wav', 'pcm_f32le'],
  ['wav', 'pcm_f64le', 64, 'wav', 'pcm_f64le'],
  ['wav', 'pcm_mulaw', 8, 'wav', 'pcm_s16le'],
  ['wav', 'mp3', null, 'wav', 'pcm_s16le'],
  ['w64', 'pcm_s24le', 24, 'wav', 'pcm_s24le'],
  ['flac', 'flac', 16, 'flac', 'flac'],
  ['mp3', 'mp3', null, 'mp3', 'libmp3lame'],
  [MP4, 'aac', null, 'm4a', 'aac'],
  ['aac', 'aac', null, 'm4a', 'aac'],
  ['ogg', 'vorbis', null, 'ogg', 'libvorbis'],
  ['ogg', 'opus', null, 'opus', 'libopus'],
  ['ogg', 'flac', 16, 'flac', 'flac'],
  ['matroska,webm', 'opus', null, 'opus', 'libopus'],
  ['matroska,webm', 'vorbis', null, 'ogg', 'libvorbis'],
  ['matroska,webm', 'aac', null, 'wav', 'pcm_s16le'],
  ['aiff', 'pcm_s24be', 24, 'aiff', 'pcm_s24be'],
  ['aiff', 'pcm_f32be', 32, 'aiff', 'pcm_f32be'],
  ['caf', 'pcm_s16le', 16, 'caf', 'pcm_s16le'],
  ['caf', 'alac', 24, 'caf', 'alac'],
  [MP4, 'alac', 24, 'm4a', 'alac'],
  [MP4, 'pcm_s24le', 24, 'wav', 'pcm_s24le'],
  ['matroska,webm', 'pcm_s24le', 24, 'wav', 'pcm_s24le'],
  ['matroska,webm', 'truehd', 24, 'flac', 'flac'],
  ['amr', 'amr_nb', null, 'wav', 'pcm_s16le'],
])('the source family of %s with %s at %s bits is %s', (container, codec, bitDepth, extension, encoder) => {
  const plan = planOutput('source', info(container, codec, { bitDepth }));
  expect(plan.extension).toBe(extension);
  expect(plan.encoding).toMatchObject({ encoder, sampleRate: 48_000, channels: 2 });
});

test.each([
  ['mp3', 96_000, 48_000],
  ['mp3', 44_100, 44_100],
  ['m4a', 192_000, 48_000],
  ['opus', 44_100, 48_000],
  ['opus', 16_000, 16_000],
  ['flac', 192_000, 192_000],
  ['wav', 11_025, 11_025],
] as const)('%s from %d Hz is written at %d Hz', (format, sampleRate, written) => {
  expect(planOutput(format, info('wav', 'pcm_s16le', { sampleRate })).encoding.sampleRate).toBe(written);
});

test('mono takes fewer bits than stereo, and low rates fewer than high ones', () => {
  const bits = (more: Partial<MediaInfo>) => planOutput('mp3', info('mp3', 'mp3', more)).encoding.bitRate;
  expect(bits({ channels: 2 })).toBe(192_000);
  expect(bits({ channels: 1 })).toBe(128_000);
  expect(bits({ channels: 1, sampleRate: 22_050 })).toBe(64_000);
});
