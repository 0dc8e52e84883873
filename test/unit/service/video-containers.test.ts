import { expect, test } from 'vitest';
import { mayContainVideo, VIDEO_HEAD_BYTES } from '../../../electron/service/work/projects/medium-pictures.ts';

const text = (...parts: readonly string[]) => Buffer.from(parts.join('').padEnd(200, '\0'), 'latin1');
const bytes = (...start: readonly number[]) => Buffer.concat([Buffer.from(start), Buffer.alloc(VIDEO_HEAD_BYTES)]);

test.each([
  ['MP4', text('\0\0\0\x20ftypisom')],
  ['QuickTime without a brand', text('\0\0\0\x08wide')],
  ['AVI', text('RIFF\0\0\0\0AVI LIST')],
  ['Ogg with Theora', text('OggS\0\x02', '\0'.repeat(22), '\x80theora')],
  ['Matroska', bytes(0x1a, 0x45, 0xdf, 0xa3)],
  ['WMV', bytes(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11)],
  ['an MPEG program stream', bytes(0, 0, 1, 0xba)],
  ['an MPEG transport stream', Buffer.from(new Uint8Array(400).fill(0x47))],
  ['Flash video', text('FLV\x01')],
])('%s may hold video', (_name, head) => {
  expect(mayContainVideo(head)).toBe(true);
});

test.each([
  ['WAV', text('RIFF\0\0\0\0WAVEfmt ')],
  ['AIFF', text('FORM\0\0\0\0AIFF')],
  ['FLAC', text('fLaC')],
  ['MP3 with tags', text('ID3\x04')],
  ['MP3', bytes(0xff, 0xfb, 0x90)],
  ['M4A', text('\0\0\0\x20ftypM4A ')],
  ['Ogg Opus', text('OggS\0\x02', '\0'.repeat(22), 'OpusHead')],
  ['text', text('no medium at all')],
  ['an empty file', Buffer.alloc(0)],
])('%s holds sound alone, or nothing', (_name, head) => {
  expect(mayContainVideo(head)).toBe(false);
});
