import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { readRecorderChunks } from '../../../electron/audio/media/side-streams/recorder-chunks.ts';
import { ffmpeg, ffmpegReport } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const folder = temporaryFolder('join', afterAll);
const RATE = 48_000;
const SEAM = 61_234;
const at = (name: string) => path.join(folder, name);
const whole = at('whole.wav');
writeWav(whole, [noise(2 * RATE, 3), noise(2 * RATE, 4)], RATE);

function made(name: string, from: string, ...words: readonly string[]): string {
  ffmpeg('-i', from, ...words, at(name));
  return at(name);
}

const joined = async (inputs: readonly string[], name: string) => {
  const { extension } = await engine.join({ inputs, stem: at(name) }, () => undefined);
  return at(`${name}.${extension}`);
};
const samples = (file: string, format = 's32le') => ffmpeg('-i', file, '-f', format, '-');

/** The whole in two parts, exact to the sample. */
function partsOf(name: string, ...words: readonly string[]): string[] {
  const [stem, ending] = name.split('.');
  return [
    made(`${stem}-1.${ending}`, whole, '-af', `atrim=end_sample=${SEAM}`, ...words),
    made(`${stem}-2.${ending}`, whole, '-af', `atrim=start_sample=${SEAM},asetpts=N`, ...words),
  ];
}

test.each([
  ['deep.wav', '-c:a', 'pcm_s24le'],
  ['float.wav', '-c:a', 'pcm_f32le'],
  ['plain.w64', '-c:a', 'pcm_s16le'],
  ['sound.flac', '-c:a', 'flac', '-sample_fmt', 's32'],
])(
  '%s: every sample is there, as deep as before, and joined once more the bytes are the same',
  async (name, ...words) => {
    const parts = partsOf(name, ...words);
    const first = await joined(parts, `joined ${name}`);
    const apart = Buffer.concat(parts.map((part) => samples(part)));
    expect(samples(first).equals(apart)).toBe(true);
    const facts = await engine.partFacts({ path: first }, () => undefined);
    const part = await engine.partFacts({ path: parts[0] as string }, () => undefined);
    expect([facts.codec, facts.bitDepth, facts.sampleRate]).toEqual([part.codec, part.bitDepth, RATE]);
    expect(readFileSync(await joined(parts, `again ${name}`)).equals(readFileSync(first))).toBe(true);
  },
);

test('MP3 that a recorder split is what it was before: one decoder reads it without a seam', async () => {
  const mp3 = made(
    'whole.mp3',
    whole,
    '-b:a',
    '128k',
    '-write_xing',
    '0',
    '-id3v2_version',
    '3',
    '-metadata',
    'title=Talk',
  );
  const bytes = readFileSync(mp3);
  // A frame of 128 kbit/s at 48 kHz has 384 bytes.
  const begin = bytes.indexOf(Buffer.from([0xff, 0xfb]));
  const cut = begin + 384 * 40;
  writeFileSync(at('r1.mp3'), bytes.subarray(0, cut));
  writeFileSync(at('r2.mp3'), bytes.subarray(cut));
  const again = await joined([at('r1.mp3'), at('r2.mp3')], 'r');
  expect(path.extname(again)).toBe('.mp3');
  expect(samples(again).equals(samples(mp3))).toBe(true);
  expect(ffmpegReport('-i', again)).toContain('Talk');
});

test('AAC in MP4 has its own delay in each part: its samples are joined, losslessly', async () => {
  const parts = partsOf('memo.m4a', '-c:a', 'aac');
  const again = await joined(parts, 'memo');
  expect(path.extname(again)).toBe('.flac');
  const frames = await Promise.all([...parts, again].map((file) => engine.length({ path: file }, () => undefined)));
  const [one, two, all] = frames.map((length) => length.frames);
  expect(all).toBe((one ?? 0) + (two ?? 0));
});

test('what the first part’s recorder wrote is there, and marks of later parts move behind the earlier sound', async () => {
  const facts = ['time_reference=1641600000', 'originator=ZOOM F3', 'origination_date=2026-11-20', 'title=Scene 12'];
  const words = ['-c:a', 'pcm_s24le', '-write_bext', '1', ...facts.flatMap((one) => ['-metadata', one])];
  const parts = partsOf('field.wav', ...words);
  for (const part of parts) mark(part, 1000, part === parts[0] ? 'Door' : 'Window');
  const [first = ''] = parts;
  expect(await engine.partFacts({ path: first }, () => undefined)).toMatchObject({
    began: { date: '2026-11-20', seconds: 1_641_600_000 / RATE, isExact: true },
  });
  const again = await joined(parts, 'field');
  const chunks = new Map(readRecorderChunks(again).map(({ data, id }) => [id, data]));
  expect(chunks.get('bext')?.readBigUInt64LE(338)).toBe(1_641_600_000n);
  const cue = chunks.get('cue ');
  expect([cue?.readUInt32LE(0), cue?.readUInt32LE(4 + 20), cue?.readUInt32LE(4 + 24 + 20)]).toEqual([
    2,
    1000,
    SEAM + 1000,
  ]);
  const labels = chunks.get('LIST')?.toString('latin1') ?? '';
  expect(labels.indexOf('Door')).toBeGreaterThan(0);
  expect(labels.indexOf('Window')).toBeGreaterThan(labels.indexOf('Door'));
  expect(ffmpegReport('-i', again)).toContain('Scene 12');
  expect(samples(again)).toHaveLength(samples(whole).length);
});

test('files of other formats aren’t joined', async () => {
  const [one = ''] = partsOf('one.wav', '-c:a', 'pcm_s24le');
  const [, two = ''] = partsOf('two.wav', '-c:a', 'pcm_s16le');
  await expect(joined([one, two], 'odd')).rejects.toMatchObject({ code: 'mediaUnsupported' });
});

/** Appends a cue point with its label, the first of its file. */
function mark(file: string, frame: number, label: string): void {
  const cue = Buffer.alloc(4 + 24);
  cue.writeUInt32LE(1, 0);
  cue.writeUInt32LE(1, 4);
  cue.writeUInt32LE(frame, 8);
  cue.write('data', 12, 'latin1');
  cue.writeUInt32LE(frame, 24);
  const text = Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.from(`${label}\0`)]);
  const adtl = Buffer.concat([Buffer.from('adtl'), chunk('labl', text)]);
  const bytes = Buffer.concat([readFileSync(file), chunk('cue ', cue), chunk('LIST', adtl)]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  writeFileSync(file, bytes);
}

function chunk(id: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
