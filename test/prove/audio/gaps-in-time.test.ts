import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { packetHash } from '../../fixtures/audio/tagged.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { lagOf } from '../../harness/audio/metrics.ts';
import { readWhole } from '../../harness/audio/read-whole.ts';
import { someOf } from '../depth.ts';

const RATE = 48_000;
const SECONDS = 6;
/** On the clock of the picture, behind all gaps: what is compared. */
const HEARD = { from: 4.6, seconds: 1 };

const engine = createEngine();
const folder = temporaryFolder('gaps-in-time', afterAll);
const at = (name: string) => path.join(folder, name);
const lines: string[] = [];

beforeAll(() => {
  const samples = noise(SECONDS * RATE, 6).map((value) => value * 0.02);
  for (let frame = 0; frame < 200; frame++) samples[5 * RATE + frame] = 0.9 * Math.sin(frame) * Math.exp(-frame / 40);
  writeWav(at('clap.wav'), [samples], RATE);
});
afterAll(() => console.log(lines.join('\n')));

const H264 = ['-c:v', 'libx264', '-bf', '2', '-pix_fmt', 'yuv420p'];
const M2TS = ['-mpegts_m2ts_mode', '1', '-f', 'mpegts'];
/** Extension, codecs, and how exact the container's clock is, in frames. */
const CONTAINERS: readonly (readonly [kind: string, codec: string, clock: number, words: readonly string[]])[] = [
  ['mp4', 'aac', 0, [...H264, '-c:a', 'aac']],
  ['mp4', 'opus', 0, [...H264, '-c:a', 'libopus']],
  ['mov', 'aac', 0, [...H264, '-c:a', 'aac']],
  ['mov', 'alac', 0, [...H264, '-c:a', 'alac']],
  ['mkv', 'aac', 48, [...H264, '-c:a', 'aac']],
  ['mkv', 'mp3', 48, [...H264, '-c:a', 'libmp3lame']],
  ['mkv', 'flac', 48, [...H264, '-c:a', 'flac']],
  ['webm', 'opus', 48, ['-c:v', 'libvpx', '-c:a', 'libopus']],
  ['webm', 'vorbis', 48, ['-c:v', 'libvpx', '-c:a', 'libvorbis']],
  ['flv', 'aac', 48, [...H264, '-c:a', 'aac']],
  ['ts', 'aac', 1, [...H264, '-c:a', 'aac']],
  ['ts', 'mp2', 1, ['-c:v', 'mpeg2video', '-c:a', 'mp2']],
  ['m2ts', 'ac3', 1, [...H264, '-c:a', 'ac3', ...M2TS]],
  ['mpg', 'mp2', 1, ['-c:v', 'mpeg2video', '-bf', '2', '-c:a', 'mp2', '-f', 'vob']],
  ['wmv', 'wmav2', 48, ['-c:v', 'wmv2', '-c:a', 'wmav2']],
];

/** Packets that never arrived. */
const GAPS = {
  burst: 'between(n,50,89)',
  'single packets': 'eq(mod(n,17),5)+eq(mod(n,31),7)',
  'silence suppression': 'between(n,40,120)*gt(mod(n,20),0)',
};

const MATRIX = CONTAINERS.flatMap(([kind, codec, clock, words]) =>
  Object.entries(GAPS).map(([gap, dropped]) => ({ kind, codec, clock, words, gap, dropped })),
);

test.each(someOf(MATRIX, 3))(
  '$kind with $codec, $gap: what is heard behind it is in time with the picture',
  { tags: 'long' },
  async ({ clock, codec, dropped, gap, kind, words }) => {
    const name = `${codec}-${gap.replace(' ', '-')}.${kind}`;
    const [film, whole] = [at(`film-${codec}.${kind}`), at(`whole-${codec}.${kind}`)];
    const [gappy, output] = [at(name), at(`out-${name}`)];
    const picture = ['-f', 'lavfi', '-i', `testsrc=size=64x48:rate=25:duration=${SECONDS}`];
    ffmpeg(...picture, '-i', at('clap.wav'), '-map', '0:v', '-map', '1:a', ...words, film);
    const muxer = words.includes('-f') ? words.slice(words.indexOf('-f')) : [];
    // Both are copies: FFmpeg moves a picture by the encoder's delay when it copies.
    ffmpeg('-i', film, '-map', '0', '-c', 'copy', ...muxer, whole);
    ffmpeg('-i', film, '-map', '0', '-c', 'copy', '-bsf:a', `noise=drop='${dropped}'`, ...muxer, gappy);
    const result = at(`${name}.wav`);
    const { channels, info } = readWhole(gappy);
    writeWav(result, channels, info.sampleRate);
    const request = { original: gappy, result, output, strength: 1, loudness: null, format: 'source' as const };
    const { extension, isVideo } = await engine.export(request, () => undefined);
    const isSame = packetHash(output, '0:v') === packetHash(gappy, '0:v');
    const lag = await lagOf(heard(whole), heard(output));
    lines.push([kind, codec, gap, `${lag} frames`, isSame ? 'same picture' : 'OTHER PICTURE'].join(' | '));
    expect({ extension, isVideo, isSame }).toEqual({ extension: kind, isVideo: true, isSame: true });
    expect(Math.abs(lag)).toBeLessThanOrEqual(clock);
  },
);

/** The sound of a file where its picture's clock says `HEARD`. */
function heard(file: string): Float32Array {
  const raw = ffmpeg('-i', file, '-map', '0:a:0', '-ac', '1', '-ar', String(RATE), '-f', 'f32le', '-');
  const samples = new Float32Array(new Uint8Array(raw).buffer);
  const begins = Math.round((firstTime(file, 'a') - firstTime(file, 'v')) * RATE);
  const from = HEARD.from * RATE - begins;
  return samples.subarray(from, from + HEARD.seconds * RATE);
}

/** Of the first decoded frame, in seconds. */
function firstTime(file: string, stream: 'a' | 'v'): number {
  const words = ['-v', 'error', '-select_streams', `${stream}:0`, '-read_intervals', '%+#8', '-show_entries'];
  const told = execFileSync('ffprobe', [...words, 'frame=best_effort_timestamp_time', '-of', 'csv=p=0', file]);
  return Number.parseFloat(told.toString());
}
