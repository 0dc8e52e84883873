import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import type { ExportParams, ExportResult } from '../../../shared/engine-api/export-messages.ts';
import { exportMaterial } from '../../fixtures/audio/export-material.ts';
import { decode, ffmpeg } from '../../fixtures/audio/media.ts';
import { CHAPTERS, packetHash, tagged, taggedWithCover, toldOf } from '../../fixtures/audio/tagged.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { lagOf, largestDifference } from '../../harness/audio/metrics.ts';
import { someOf } from '../depth.ts';

const engine = createEngine();
const ignore = () => undefined;
const folder = temporaryFolder('side-streams', afterAll);
const material = exportMaterial(folder, 3, 48_000);

function run(
  params: Partial<ExportParams> & Pick<ExportParams, 'original' | 'result' | 'output'>,
): Promise<ExportResult> {
  return engine.export({ strength: 1, loudness: null, format: 'source', ...params }, ignore);
}

/** The restored sound in a format of its own, as a service gives it: without tags. */
function resultIn(extension: string): string {
  const file = path.join(folder, `result.${extension}`);
  ffmpeg('-i', material.result, file);
  return file;
}

const TAGS = { title: 'Träume & Bäume', artist: 'Ada', album: 'Field notes', comment: 'two\nlines' };

describe('tags, cover and chapters', () => {
  test.each(['mp3', 'm4a', 'flac'])(
    'come along from %s to %s, whether packets are copied or made',
    { tags: 'long' },
    async (extension) => {
      const original = taggedWithCover(folder, material.original, `tagged.${extension}`);
      const result = resultIn(extension);
      for (const strength of [1, 0.5]) {
        const output = path.join(folder, `out-${strength}.${extension}`);
        const made = await run({ original, result, output, strength });
        expect(made.kind).toBe(strength === 1 ? 'copied' : 'rendered');
        const told = toldOf(output);
        expect(told.tags).toMatchObject(TAGS);
        expect(told.cover).toEqual([32, 24]);
        // The ffmpeg program writes no chapters into FLAC, so that there are none to be carried.
        expect(told.chapters).toEqual(extension === 'flac' ? [] : CHAPTERS);
      }
    },
  );

  test.each(['mp3', 'm4a', 'flac', 'opus', 'wav'])(
    'from Opus to %s, as far as that can hold them',
    { tags: 'long' },
    async (extension) => {
      const original = tagged(folder, material.original, 'tagged.opus');
      const output = path.join(folder, `from-opus.${extension}`);
      const format = extension === 'wav' ? 'wav16' : (extension as ExportParams['format']);
      await run({ original, result: material.result, output, format });
      const told = toldOf(output);
      expect(told.tags).toMatchObject(TAGS);
      expect(told.chapters).toEqual(extension === 'wav' ? [] : CHAPTERS);
    },
  );

  test('from WAV to m4a, and the broadcast facts of a WAV to a WAV', { tags: 'long' }, async () => {
    const broadcast = ['-metadata', 'time_reference=4800', '-write_bext', '1'];
    const original = tagged(folder, material.original, 'tagged.wav', ...broadcast);
    const m4a = path.join(folder, 'from-wav.m4a');
    await run({ original, result: material.result, output: m4a, format: 'm4a' });
    expect(toldOf(m4a).tags).toMatchObject(TAGS);
    const wav = path.join(folder, 'from-wav.wav');
    await run({ original, result: material.result, output: wav, format: 'wav24' });
    expect(toldOf(wav).tags).toMatchObject({ ...TAGS, time_reference: '4800' });
  });

  test('tags that describe only the old sound are dropped', async () => {
    const old = ['REPLAYGAIN_TRACK_GAIN=-3.2 dB', 'R128_TRACK_GAIN=512', 'iTunSMPB=00000000'];
    const original = path.join(folder, 'measured.flac');
    ffmpeg('-i', material.original, ...old.flatMap((one) => ['-metadata', one]), '-metadata', 'title=Kept', original);
    const output = path.join(folder, 'measured-out.flac');
    await run({ original, result: material.result, output, format: 'flac', loudness: -20 });
    const { tags } = toldOf(output);
    expect(tags.title).toBe('Kept');
    for (const one of old) expect(tags).not.toHaveProperty(one.split('=')[0]?.toLowerCase() ?? '');
  });

  test.each(['mp3', 'm4a', 'flac', 'opus', 'ogg', 'wav'])(
    '%s packets that are copied sound as they did',
    { tags: 'long' },
    async (extension) => {
      const original = tagged(folder, material.original, 'for-copies.opus');
      const result = resultIn(extension);
      const output = path.join(folder, `copied.${extension}`);
      expect((await run({ original, result, output })).kind).toBe('copied');
      const [one, other] = [result, output].map((file) => decode(file, { channels: 2 }).channels[0] as Float32Array);
      expect(largestDifference(one as Float32Array, other as Float32Array)).toBe(0);
    },
  );
});

/** A film with the original's sound. @param late seconds by which the sound begins after the pictures */
function film(name: string, late: number, ...words: readonly string[]): string {
  const sound = ['-itsoffset', String(late), '-i', material.original];
  const file = path.join(folder, name);
  const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=3'];
  ffmpeg(...pictures, ...sound, '-map', '0:v', '-map', '1:a', ...words, file);
  return file;
}

/** The sound of a film on the clock of its pictures, from their first one on. */
function onTheClock(file: string): Float32Array {
  const placed = ['-map', '0:a:0', '-af', 'aresample=48000:async=1:first_pts=0'];
  const raw = ffmpeg('-i', file, ...placed, '-ac', '2', '-f', 'f32le', '-');
  const samples = new Float32Array(new Uint8Array(raw).buffer);
  return Float32Array.from({ length: samples.length / 2 }, (_, i) => samples[2 * i] as number);
}

/** Matroska's clock has milliseconds. */
const CLOCK_FRAMES: Readonly<Record<string, number>> = { mkv: 48, webm: 48 };

describe('a film', () => {
  const films = [
    { kind: 'mp4', late: 0, words: ['-c:v', 'libx264', '-bf', '2', '-c:a', 'aac'] },
    { kind: 'mp4', late: 0.3, words: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'] },
    { kind: 'mov', late: 0, words: ['-c:v', 'mjpeg', '-c:a', 'pcm_s16le', '-timecode', '01:00:00:00'] },
    { kind: 'mov', late: 0.3, words: ['-c:v', 'libx264', '-c:a', 'aac'] },
    { kind: 'mkv', late: 0, words: ['-c:v', 'libx264', '-c:a', 'flac'] },
    { kind: 'mkv', late: 0.3, words: ['-c:v', 'libx264', '-c:a', 'libmp3lame'] },
    { kind: 'webm', late: 0, words: ['-c:v', 'libvpx', '-c:a', 'libvorbis'] },
    { kind: 'webm', late: 0.3, words: ['-c:v', 'libvpx', '-c:a', 'libopus'] },
  ];

  test.each(someOf(films, 2))(
    '$kind whose sound begins $late s late keeps its pictures to the bit, and the sound at its place',
    { tags: 'long' },
    async ({ kind, late, words }) => {
      const original = film(`film-${late}.${kind}`, late, ...words);
      // The original's own sound is what is restored: what is decoded of it.
      const result = path.join(folder, 'film-result.m4a');
      ffmpeg('-i', original, '-vn', result);
      for (const strength of [1, 0.5]) {
        const output = path.join(folder, `film-out.${kind}`);
        const made = await run({ original, result, output, strength });
        expect(made.extension).toBe(kind);
        expect(packetHash(output, '0:v')).toBe(packetHash(original, '0:v'));
        const lag = await lagOf(onTheClock(original), onTheClock(output));
        expect(Math.abs(lag)).toBeLessThanOrEqual(CLOCK_FRAMES[kind] ?? 0);
      }
    },
  );

  test('keeps its subtitles, its other sound, its tags and its chapters', { tags: 'long' }, async () => {
    const subtitles = path.join(folder, 'words.srt');
    writeFileSync(subtitles, '1\n00:00:00,500 --> 00:00:01,500\nHello there\n\n');
    const plain = film('plain.mp4', 0, '-c:v', 'libx264', '-c:a', 'aac');
    const streams = ['0:v', '0:a', '0:a', '2:s'].flatMap((stream) => ['-map', stream]);
    const words = ['-i', subtitles, ...streams, '-c', 'copy', '-c:s', 'mov_text'];
    const original = tagged(folder, plain, 'full.mp4', ...words);
    const output = path.join(folder, 'full-out.mp4');
    const made = await run({ original, result: resultIn('m4a'), output });
    expect(made.kind).toBe('copied');
    const told = toldOf(output);
    // The last one has the chapters, as Apple's players read them.
    expect(told.streams).toEqual(['video', 'audio', 'audio', 'subtitle', 'data']);
    expect(told.tags).toMatchObject({ title: TAGS.title });
    expect(told.chapters).toEqual(CHAPTERS);
    for (const kept of ['0:v', '0:a:1', '0:s']) expect(packetHash(output, kept)).toBe(packetHash(original, kept));
  });

  test.each([
    ['mkv', 'libx264', 'libmp3lame'],
    ['webm', 'libvpx', 'libopus'],
    ['mov', 'libx264', 'aac'],
  ])('%s keeps its tags and its chapters', { tags: 'long' }, async (kind, pictures, sound) => {
    const plain = film(`plain.${kind}`, 0, '-c:v', pictures, '-c:a', sound);
    const original = tagged(folder, plain, `tagged-film.${kind}`, '-map', '0:v', '-map', '0:a', '-c', 'copy');
    const output = path.join(folder, `tagged-film-out.${kind}`);
    await run({ original, result: material.result, output });
    expect(toldOf(output)).toMatchObject({ tags: { title: TAGS.title }, chapters: CHAPTERS });
    // It is a whole file all the same: nothing is said of it, and a place in it is found.
    const words = ['-v', 'warning', '-nostdin', '-ss', '2', '-i', output, '-f', 'null', '-'];
    expect(spawnSync('ffmpeg', words).stderr.toString()).toBe('');
    expect(packetHash(output, '0:v')).toBe(packetHash(original, '0:v'));
  });

  test('keeps the turn that its pictures are shown with', { tags: 'long' }, async () => {
    const plain = film('upright.mp4', 0, '-c:v', 'libx264', '-c:a', 'aac');
    const original = path.join(folder, 'turned.mp4');
    ffmpeg('-i', plain, '-c', 'copy', '-metadata:s:v', 'rotate=90', original);
    const output = path.join(folder, 'turned-out.mp4');
    await run({ original, result: material.result, output });
    const turnOf = (file: string) =>
      execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'side_data=rotation', '-of', 'csv', file]).toString();
    expect(turnOf(original)).toContain('90');
    expect(turnOf(output)).toBe(turnOf(original));
  });

  test('whose pictures no container here takes gives its sound', { tags: 'long' }, async () => {
    // The size of these pictures is known to their decoder alone, which is never run.
    const original = film('sizeless.3gp', 0, '-c:v', 'h263', '-s', '128x96', '-c:a', 'aac');
    const output = path.join(folder, 'sizeless-out');
    const made = await run({ original, result: material.result, output, strength: 0.5 });
    expect(made).toMatchObject({ kind: 'rendered', isVideo: false, extension: 'wav' });
    expect(toldOf(output).streams).toEqual(['audio']);
  });

  test('gives its sound alone where that is asked for', async () => {
    const original = film('alone.mp4', 0, '-c:v', 'libx264', '-c:a', 'aac');
    const output = path.join(folder, 'alone.flac');
    const made = await run({ original, result: material.result, output, format: 'flac', video: 'sound' });
    expect(made.extension).toBe('flac');
    expect(toldOf(output).streams).toEqual(['audio']);
  });
});
