import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import type { ExportResult } from '../../../shared/engine-api/export-messages.ts';
import { exportMaterial } from '../../fixtures/audio/export-material.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { packetHash, toldOf } from '../../fixtures/audio/tagged.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { lagOf } from '../../harness/audio/metrics.ts';
import { someOf } from '../depth.ts';

const engine = createEngine();
const folder = temporaryFolder('containers', afterAll);
const material = exportMaterial(folder, 3, 48_000);

function film(name: string, ...words: readonly string[]): string {
  const file = path.join(folder, name);
  const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=3'];
  ffmpeg(...pictures, '-i', material.original, '-map', '0:v', '-map', '1:a', ...words, file);
  return file;
}

async function exported(original: string, name: string): Promise<ExportResult & { readonly file: string }> {
  const file = path.join(folder, name);
  const result = path.join(folder, 'result.wav');
  ffmpeg('-i', original, '-map', '0:a:0', result);
  const request = { original, result, output: file, strength: 1, loudness: null, format: 'source' as const };
  return { file, ...(await engine.export(request, () => undefined)) };
}

/** Frames from the earliest packet of a file to its first picture. */
function pictureBegins(file: string): number {
  const words = [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-show_entries',
    'stream=start_time:format=start_time',
    '-of',
    'json',
  ];
  const { format, streams } = JSON.parse(execFileSync('ffprobe', [...words, file]).toString());
  return Math.round((Number(streams[0].start_time) - Number(format.start_time)) * 48_000);
}

/** The sound on the clock of the file, from its earliest packet on. */
function onTheClock(file: string): Float32Array {
  const placed = ['-map', '0:a:0', '-af', 'aresample=48000:async=1:first_pts=0'];
  const raw = ffmpeg('-i', file, ...placed, '-ac', '2', '-f', 'f32le', '-');
  const samples = new Float32Array(new Uint8Array(raw).buffer);
  return Float32Array.from({ length: samples.length / 2 }, (_, i) => samples[2 * i] as number);
}

const KINDS = [
  { kind: 'avi', words: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'], clock: 0 },
  { kind: 'avi', words: ['-c:v', 'mpeg4', '-bf', '2', '-c:a', 'pcm_s16le'], clock: 0 },
  { kind: 'avi', words: ['-c:v', 'mjpeg', '-c:a', 'ac3'], clock: 0 },
  // Milliseconds.
  { kind: 'flv', words: ['-c:v', 'flv', '-ar', '44100', '-c:a', 'libmp3lame'], clock: 48 },
  { kind: 'flv', words: ['-c:v', 'libx264', '-c:a', 'aac'], clock: 48 },
  { kind: 'wmv', words: ['-c:v', 'wmv2', '-c:a', 'wmav2'], clock: 48 },
  // 90 kHz.
  { kind: 'ts', words: ['-c:v', 'libx264', '-bf', '2', '-c:a', 'aac'], clock: 1 },
  { kind: 'ts', words: ['-c:v', 'mpeg2video', '-bf', '2', '-c:a', 'mp2'], clock: 1 },
  { kind: 'm2ts', words: ['-c:v', 'libx264', '-c:a', 'ac3', '-mpegts_m2ts_mode', '1', '-f', 'mpegts'], clock: 1 },
  { kind: 'mpg', words: ['-c:v', 'mpeg2video', '-bf', '2', '-c:a', 'mp2'], clock: 1 },
  { kind: 'vob', words: ['-c:v', 'mpeg2video', '-c:a', 'ac3'], clock: 1 },
];

test.each(someOf(KINDS, 3))(
  '$kind ($words) keeps its pictures to the bit, and the sound at its place',
  { tags: 'long' },
  async ({ clock, kind, words }) => {
    const original = film(`film.${kind}`, ...words);
    const { extension, file, isVideo } = await exported(original, `out.${kind}`);
    expect({ extension, isVideo }).toEqual({ extension: kind, isVideo: true });
    expect(packetHash(file, '0:v')).toBe(packetHash(original, '0:v'));
    const later = await lagOf(onTheClock(original), onTheClock(file));
    expect(Math.abs(later - (pictureBegins(file) - pictureBegins(original)))).toBeLessThanOrEqual(clock);
  },
);

test.each([
  ['mp4', ['video', 'audio']],
  ['mov', ['video', 'audio', 'audio']],
] as const)(
  'a track that nobody can decode does not take the picture of an %s along',
  { tags: 'long' },
  async (kind, streams) => {
    const twice = film(`twice.${kind}`, '-map', '1:a', '-c:v', 'libx264', '-c:a', 'aac');
    const bytes = readFileSync(twice);
    // As phones write spatial sound: a second track of a codec of their own.
    const [tag, description] = [bytes.lastIndexOf('mp4a'), bytes.lastIndexOf('esds')];
    bytes.write('apac', tag, 'latin1');
    bytes.write('dapa', description, 'latin1');
    const original = path.join(folder, `spatial.${kind}`);
    writeFileSync(original, bytes);
    const { file, isVideo, leftOut } = await exported(original, `spatial-out.${kind}`);
    expect(isVideo).toBe(true);
    expect(toldOf(file).streams).toEqual(streams);
    expect(packetHash(file, '0:v')).toBe(packetHash(original, '0:v'));
    const tracks = [{ kind: 'audio', number: 2, codec: 'apac' }];
    expect(leftOut?.tracks ?? []).toEqual(kind === 'mp4' ? tracks : []);
  },
);
