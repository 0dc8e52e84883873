import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { decode, ffmpeg, speech } from '../../fixtures/audio/media.ts';
import { seededRandom, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { readWhole } from '../../harness/audio/read-whole.ts';
import { someOf } from '../depth.ts';

const engine = createEngine();
const ignore = () => undefined;
const folder = temporaryFolder('audio', afterAll);
const at = (name: string) => path.join(folder, name);
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=d=2:s=176x144:r=25'];

const plain = new Map<number, string>();

/** Two seconds of a voice that is louder on the left. */
function take(sampleRate: number): string {
  const known = plain.get(sampleRate);
  if (known !== undefined) return known;
  const left = speech(folder, 2, sampleRate).map((value) => 0.6 * value);
  const file = at(`take-${sampleRate}.wav`);
  writeWav(file, [left, left.map((value) => 0.5 * value)], sampleRate);
  plain.set(sampleRate, file);
  return file;
}

/** One format: how the ffmpeg program makes it, what it is, and how far two decoders may be apart. */
interface Format {
  readonly name: string;
  readonly words: readonly string[];
  readonly codec: string;
  readonly rate?: number;
  readonly channels?: number;
  readonly withPicture?: boolean;
  readonly apart?: number;
}

const ROUNDING = 1e-6;

const FORMATS: readonly Format[] = [
  { name: 'u8.wav', words: ['-c:a', 'pcm_u8'], codec: 'pcm_u8' },
  { name: 's24.wav', words: ['-c:a', 'pcm_s24le'], codec: 'pcm_s24le' },
  { name: 's32.wav', words: ['-c:a', 'pcm_s32le'], codec: 'pcm_s32le' },
  { name: 'float.wav', words: ['-c:a', 'pcm_f32le'], codec: 'pcm_f32le' },
  { name: 'double.wav', words: ['-c:a', 'pcm_f64le'], codec: 'pcm_f64le' },
  { name: 'a-law.wav', words: ['-c:a', 'pcm_alaw'], codec: 'pcm_alaw', rate: 8000 },
  { name: 'mu-law.wav', words: ['-c:a', 'pcm_mulaw'], codec: 'pcm_mulaw', rate: 8000 },
  { name: 'ms.wav', words: ['-c:a', 'adpcm_ms'], codec: 'adpcm_ms', rate: 22_050 },
  { name: 'ima.wav', words: ['-c:a', 'adpcm_ima_wav'], codec: 'adpcm_ima_wav', rate: 11_025, apart: 3e-3 },
  { name: 'gsm.wav', words: ['-c:a', 'libgsm_ms', '-ac', '1'], codec: 'gsm_ms', rate: 8000, channels: 1 },
  { name: 'rates.wav', words: ['-c:a', 'pcm_s16le'], codec: 'pcm_s16le', rate: 192_000 },
  { name: 'sixty-four.w64', words: ['-c:a', 'pcm_s16le'], codec: 'pcm_s16le' },
  { name: 'big.rf64.wav', words: ['-c:a', 'pcm_s16le', '-rf64', 'always'], codec: 'pcm_s16le' },
  { name: 'sun.au', words: ['-c:a', 'pcm_mulaw'], codec: 'pcm_mulaw', rate: 8000 },
  { name: 'deep.aiff', words: ['-c:a', 'pcm_s24be'], codec: 'pcm_s24be', rate: 96_000 },
  { name: 'float.caf', words: ['-c:a', 'pcm_f32be'], codec: 'pcm_f32be' },
  { name: 'alac.caf', words: ['-c:a', 'alac'], codec: 'alac' },
  { name: 'alac.m4a', words: ['-c:a', 'alac'], codec: 'alac', rate: 44_100 },
  { name: 'take.wma', words: ['-c:a', 'wmav2', '-b:a', '128k'], codec: 'wmav2', rate: 44_100, apart: 1e-4 },
  { name: 'older.wma', words: ['-c:a', 'wmav1', '-b:a', '128k'], codec: 'wmav1', rate: 44_100, apart: 1e-4 },
  { name: 'take.ac3', words: ['-c:a', 'ac3'], codec: 'ac3', apart: 1e-4 },
  { name: 'surround.ac3', words: ['-c:a', 'ac3', '-ac', '6'], codec: 'ac3', channels: 6, apart: 1e-4 },
  { name: 'take.eac3', words: ['-c:a', 'eac3'], codec: 'eac3', apart: 1e-4 },
  { name: 'take.mp2', words: ['-c:a', 'mp2'], codec: 'mp2', apart: 1e-4 },
  {
    name: 'take.3gp',
    words: ['-c:v', 'mpeg4', '-c:a', 'aac'],
    codec: 'aac',
    rate: 16_000,
    withPicture: true,
    apart: 1e-4,
  },
  { name: 'pcm.mov', words: ['-c:a', 'pcm_s24le'], codec: 'pcm_s24le', withPicture: true },
  { name: 'pcm.avi', words: ['-c:a', 'pcm_s16le'], codec: 'pcm_s16le', withPicture: true },
  { name: 'mp3.avi', words: ['-c:a', 'libmp3lame'], codec: 'mp3', withPicture: true, apart: 1e-4 },
  { name: 'aac.ts', words: ['-c:a', 'aac'], codec: 'aac', withPicture: true, apart: 1e-4 },
  { name: 'ac3.mts', words: ['-c:a', 'ac3', '-f', 'mpegts'], codec: 'ac3', withPicture: true, apart: 1e-4 },
  { name: 'aac.flv', words: ['-c:a', 'aac'], codec: 'aac', rate: 44_100, withPicture: true, apart: 1e-4 },
  { name: 'mp3.flv', words: ['-c:a', 'libmp3lame'], codec: 'mp3', rate: 44_100, withPicture: true, apart: 1e-4 },
  { name: 'take.mpg', words: ['-c:a', 'mp2'], codec: 'mp2', withPicture: true, apart: 1e-4 },
  { name: 'flac.mka', words: ['-c:a', 'flac'], codec: 'flac', rate: 96_000 },
  { name: 'wavpack.mka', words: ['-c:a', 'wavpack'], codec: 'wavpack', rate: 44_100 },
  { name: 'surround.opus', words: ['-c:a', 'libopus', '-ac', '6'], codec: 'opus', channels: 6, apart: 1e-3 },
  { name: 'surround.m4a', words: ['-c:a', 'aac', '-ac', '6'], codec: 'aac', channels: 6, apart: 1e-4 },
  {
    name: 'speex.ogg',
    words: ['-c:a', 'libspeex', '-ac', '1'],
    codec: 'speex',
    rate: 16_000,
    channels: 1,
    apart: 1e-3,
  },
];

function make({ name, words, rate = 48_000, withPicture }: Format): string {
  const file = at(name);
  ffmpeg('-i', take(rate), ...(withPicture ? PICTURE : []), ...words, '-t', '2', file);
  return file;
}

describe.each(someOf(FORMATS, 6))('$name', (format) => {
  const { codec, rate = 48_000, channels = 2, apart = ROUNDING } = format;

  test('decodes as the ffmpeg program decodes it, and is restored as long as that', { tags: 'long' }, async () => {
    const file = make(format);
    const { info, channels: read } = readWhole(file);
    expect(info).toMatchObject({ codec, sampleRate: rate, channels, hasVideo: format.withPicture ?? false });
    const program = decode(file, { channels });
    const frames = read[0]?.length as number;
    // Older versions of the program give the padding of AAC's last packet as sound.
    const spare = info.container.includes('mp4') && codec === 'aac' ? 1023 : 0;
    expect(frames).toBeLessThanOrEqual(program.frames);
    expect(frames).toBeGreaterThanOrEqual(program.frames - spare);
    for (const [channel, samples] of read.entries()) {
      const other = program.channels[channel] as Float32Array;
      const worst = samples.reduce((most, value, i) => Math.max(most, Math.abs(value - (other[i] as number))), 0);
      expect(worst, `channel ${channel}`).toBeLessThanOrEqual(apart);
    }
    const counted = await engine.length({ path: file }, ignore);
    expect(counted.frames).toBeGreaterThanOrEqual(frames);
    expect(counted.frames - frames).toBeLessThanOrEqual(Math.max(rate / 10, 2048));
    const output = at(`${format.name}.out`);
    const outputs = [{ path: output, format: 'flac' as const }];
    const result = await engine.restore({ input: file, model: 'service-2', outputs }, ignore);
    expect(result).toMatchObject({ frames, sampleRate: rate, channels });
    expect(readWhole(output)).toMatchObject({ info: { sampleRate: rate, channels }, frames });
  });
});

describe('AMR', () => {
  /** Bytes of a frame behind its head, by the mode of 12.2 kbit/s and of 23.85 kbit/s. */
  const KINDS = { amr_nb: ['#!AMR\n', 7, 31, 8000], amr_wb: ['#!AMR-WB\n', 8, 60, 16_000] } as const;

  // No encoder of it is at hand; but any bits are parameters of some sound.
  test.each(['amr_nb', 'amr_wb'] as const)('%s decodes as the ffmpeg program decodes it', (codec) => {
    const [magic, mode, bytes, rate] = KINDS[codec];
    const random = seededRandom(1);
    const frames = Array.from({ length: 100 }, () =>
      Buffer.from([(mode << 3) | 4, ...Array.from({ length: bytes }, () => Math.floor(random() * 256))]),
    );
    const file = at(`${codec}.amr`);
    writeFileSync(file, Buffer.concat([Buffer.from(magic, 'latin1'), ...frames]));
    const { info, channels, frames: count } = readWhole(file);
    expect(info).toMatchObject({ container: 'amr', codec, sampleRate: rate, channels: 1 });
    expect(count).toBe(100 * 0.02 * rate);
    const program = decode(file, { channels: 1 });
    const [ours, theirs] = [channels[0] as Float32Array, program.channels[0] as Float32Array];
    expect(theirs).toHaveLength(ours.length);
    expect(ours.reduce((most, value, i) => Math.max(most, Math.abs(value - (theirs[i] as number))), 0)).toBeLessThan(
      1e-4,
    );
  });
});

describe('several streams of sound', () => {
  const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=f=${hertz}:r=48000:d=2`];
  const loudest = (samples: Float32Array) => {
    const part = samples.subarray(24_000, 72_000);
    const level = (hertz: number) =>
      Math.hypot(
        part.reduce((sum, value, i) => sum + value * Math.cos((2 * Math.PI * hertz * i) / 48_000), 0),
        part.reduce((sum, value, i) => sum + value * Math.sin((2 * Math.PI * hertz * i) / 48_000), 0),
      );
    return [500, 900].reduce((one, other) => (level(one) > level(other) ? one : other));
  };

  test.each([
    ['mka', ['default', '0'], 1, 500],
    ['mka', ['0', 'default'], 2, 900],
    ['m4a', ['default', '0'], 1, 500],
    ['m4a', ['0', 'default'], 2, 900],
    ['mka', ['default', 'default+hearing_impaired'], 1, 500],
  ] as const)('in %s marked %j, stream %d is read', { tags: 'long' }, (extension, [first, second], number, hertz) => {
    const file = at(`two-${first}-${second}.${extension}`);
    const marks = ['-disposition:a:0', first, '-disposition:a:1', second];
    ffmpeg(...tone(500), ...tone(900), '-map', '0', '-map', '1', '-c:a', 'aac', ...marks, file);
    const { info, channels } = readWhole(file);
    expect(info).toMatchObject({ audioStreams: 2, audioStream: number });
    expect(loudest(channels[0] as Float32Array)).toBe(hertz);
  });
});

test.each([
  ['cut.w64', ['-c:a', 'pcm_s16le']],
  ['cut.aiff', ['-c:a', 'pcm_s16be']],
  ['cut.flv', ['-c:a', 'libmp3lame', '-ar', '44100']],
] as const)('%s is found to end before it should', async (name, words) => {
  ffmpeg('-i', take(48_000), ...words, at(name));
  const params = { path: at(name), peaksPath: at('cut.peaks'), indexPath: at('cut.index') };
  expect(await engine.scan(params, ignore)).toMatchObject({ truncated: false });
  const bytes = readFileSync(at(name));
  writeFileSync(at(name), bytes.subarray(0, Math.floor(bytes.length * 0.6)));
  const { truncated, declaredSeconds } = await engine.scan(params, ignore);
  expect(truncated).toBe(true);
  expect(declaredSeconds).toBeCloseTo(2, 1);
});

describe('odd, but in order', () => {
  test('a recording with the wrong extension is still recognized', { tags: 'long' }, async () => {
    ffmpeg('-i', take(44_100), '-c:a', 'aac', at('right.m4a'));
    ffmpeg('-i', take(44_100), '-f', 'mp3', at('wrong.wav'));
    ffmpeg('-i', at('right.m4a'), '-c', 'copy', '-f', 'mov', at('wrong.mp3'));
    expect(await engine.probe({ path: at('wrong.wav') }, ignore)).toMatchObject({ container: 'mp3', codec: 'mp3' });
    expect(await engine.probe({ path: at('wrong.mp3') }, ignore)).toMatchObject({ codec: 'aac' });
  });

  test('an mp3 of variable bit rate without a header is as long as it is', async () => {
    ffmpeg('-i', take(44_100), '-q:a', '4', '-write_xing', '0', '-id3v2_version', '0', at('variable.mp3'));
    const program = decode(at('variable.mp3'), { channels: 2 });
    expect(readWhole(at('variable.mp3')).frames).toBe(program.frames);
    expect((await engine.length({ path: at('variable.mp3') }, ignore)).frames).toBe(program.frames);
  });

  test('one channel in a stream of two stays there', () => {
    const left = speech(folder, 2, 48_000);
    writeWav(at('one-sided.wav'), [left, new Float32Array(left.length)], 48_000);
    const { channels } = readWhole(at('one-sided.wav'));
    expect(channels[0]).toEqual(left);
    expect(channels[1]).toEqual(new Float32Array(left.length));
  });

  test('ten minutes of silence in a few kilobytes are ten minutes of silence', { tags: 'long' }, async () => {
    ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '600', at('silence.flac'));
    const scanned = await engine.scan(
      { path: at('silence.flac'), peaksPath: at('silence.peaks'), indexPath: at('silence.index') },
      ignore,
    );
    expect(scanned).toMatchObject({ frames: 600 * 8000, peak: 0, damagedPackets: 0 });
  });
});
