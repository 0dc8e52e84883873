import path from 'node:path';
import { expect, test } from 'vitest';
import { configureOptions, WRITTEN } from '../../../../build/ffmpeg/components.ts';
import { readSources } from '../../../../build/house/sources.ts';
import { redistributionProblem } from '../../../../build/packaging/ffmpeg-license.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const engine = readSources(root, 'electron/audio')
  .map(({ text }) => text)
  .join('\n');

/** Every name that a pattern finds in the engine's sources. */
function namesIn(pattern: RegExp): readonly string[] {
  return [...new Set([...engine.matchAll(pattern)].map((match) => match[1] ?? ''))];
}

test('it has every muxer and encoder that the engine names', () => {
  const muxers = namesIn(/\bmuxer: '([^']+)'/g);
  const encoders = namesIn(/\bencoder: '([^']+)'/g);
  expect(muxers.length).toBeGreaterThan(8);
  expect(encoders).toContain('libopus');
  expect(muxers.filter((name) => !WRITTEN.muxers.includes(name))).toEqual([]);
  expect(encoders.filter((name) => !WRITTEN.encoders.includes(name))).toEqual([]);
});

test('it has every filter that the engine names', () => {
  const filters = namesIn(/['`,\]](a[a-z]+|highpass|lowpass)=[a-z$]/g);
  expect(filters).toEqual(
    expect.arrayContaining(['abuffer', 'aformat', 'alimiter', 'adeclip', 'aresample', 'highpass']),
  );
  expect(filters.filter((name) => !WRITTEN.filters.includes(name))).toEqual([]);
});

test('it may be passed on, and takes nothing from the computer that it is built on', () => {
  const options = configureOptions('/prefix', { demuxers: ['mpeg'], decoders: ['g722'], ...WRITTEN });
  expect(redistributionProblem([options.join(' ')])).toBeNull();
  expect(options.filter((option) => /gpl|nonfree|version3|fdk|x26[45]/.test(option))).toEqual([]);
  expect(options).toEqual(
    expect.arrayContaining(['--disable-autodetect', '--disable-everything', '--disable-network']),
  );
  expect(options.filter((option) => option.includes('abuffer'))).toEqual([]);
  // configure's names differ from the API's.
  expect(options).toEqual(
    expect.arrayContaining(['--enable-demuxer=mpegps', '--enable-decoder=adpcm_g722', '--enable-muxer=tgp']),
  );
});
