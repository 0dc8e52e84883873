import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { readRecorderChunks } from '../../../electron/audio/media/side-streams/recorder-chunks.ts';
import { readSeveralValues } from '../../../electron/audio/media/side-streams/several-values.ts';
import type { ExportParams, ExportResult } from '../../../shared/engine-api/export-messages.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { toldOf } from '../../fixtures/audio/tagged.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const folder = temporaryFolder('facts', afterAll);
const RATE = 48_000;
const plain = path.join(folder, 'plain.wav');
writeWav(plain, [noise(RATE, 3).map((value) => value / 16)], RATE);

function made(name: string, ...words: readonly string[]): string {
  const file = path.join(folder, name);
  ffmpeg('-i', plain, ...words, file);
  return file;
}

async function exported(
  original: string,
  name: string,
  params: Partial<ExportParams> = {},
): Promise<ExportResult & { readonly file: string }> {
  const file = path.join(folder, name);
  const request = { original, result: plain, output: file, strength: 1, loudness: null, format: 'source' as const };
  return { file, ...(await engine.export({ ...request, ...params }, () => undefined)) };
}

function chunk(id: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** As a field recorder writes it: broadcast data ahead of the sound, iXML and two labelled markers behind it. */
function fieldRecording(): string {
  const words = ['-c:a', 'pcm_s24le', '-write_bext', '1', '-metadata', 'time_reference=1641600000'];
  const facts = [
    'description=sSCENE=12',
    'originator=ZOOM F3',
    'origination_date=2026-11-20',
    'origination_time=09:30:00',
  ];
  const history = 'coding_history=A=PCM,F=48000,W=24,M=mono,T=F3';
  const file = made('field.wav', ...words, ...[...facts, history].flatMap((one) => ['-metadata', one]));
  const cue = Buffer.alloc(4 + 2 * 24);
  cue.writeUInt32LE(2, 0);
  for (const [index, frame] of [12_000, 36_000].entries()) {
    const at = 4 + 24 * index;
    cue.writeUInt32LE(index + 1, at);
    cue.write('data', at + 8, 'latin1');
    cue.writeUInt32LE(frame, at + 20);
  }
  const label = Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.from('Question 1\0', 'latin1')]);
  const list = Buffer.concat([Buffer.from('adtl', 'latin1'), chunk('labl', label)]);
  const ixml = Buffer.from('<BWFXML><TRACK_LIST><TRACK><NAME>Boom</NAME></TRACK></TRACK_LIST></BWFXML>', 'utf8');
  const whole = Buffer.concat([readFileSync(file), chunk('iXML', ixml), chunk('cue ', cue), chunk('LIST', list)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  writeFileSync(file, whole);
  return file;
}

describe('what a field recorder wrote', () => {
  test('stays in a WAV file, with a line more of coding history', async () => {
    const original = fieldRecording();
    const { file, leftOut } = await exported(original, 'field-out.wav', { format: 'wav24' });
    expect(leftOut).toBeNull();
    const [before, after] = [original, file].map((one) =>
      Object.fromEntries(readRecorderChunks(one).map(({ id, data }) => [id, data])),
    ) as [Record<string, Buffer>, Record<string, Buffer>];
    for (const id of ['iXML', 'cue ', 'LIST']) expect(after[id]).toEqual(before[id]);
    expect(after.bext?.subarray(0, 602)).toEqual(before.bext?.subarray(0, 602));
    const history = after.bext?.toString('latin1', 602).replace(/\0+$/, '');
    expect(history).toBe('A=PCM,F=48000,W=24,M=mono,T=F3\r\nA=PCM,F=48000,W=24,M=mono,T=Cleartake\r\n');
    const bytes = readFileSync(file);
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.indexOf('bext')).toBeLessThan(bytes.indexOf('data'));
    const told = execFileSync('ffprobe', ['-v', 'warning', '-show_format', file]).toString();
    expect(told).toContain('time_reference=1641600000');
    expect(told).toContain('creation_time=09:30:00');
  });

  test('has its markers later behind an intro, as its chapters; what else was said of the sound is named', async () => {
    const intro = path.join(folder, 'intro.wav');
    writeWav(intro, [noise(2 * RATE, 4).map((value) => value / 16)], RATE);
    const original = fieldRecording();
    const { file, leftOut } = await exported(original, 'field-intro.wav', { format: 'wav24', intro, crossFade: 0.5 });
    expect(leftOut?.chunks).toEqual(['iXML']);
    const chunks = readRecorderChunks(file);
    const cue = chunks.find(({ id }) => id === 'cue ')?.data ?? Buffer.alloc(0);
    // Half of the voice at most is faded, and two seconds of intro come before.
    expect([4, 28].map((at) => cue.readUInt32LE(at + 20))).toEqual([12_000 + 1.5 * RATE, 36_000 + 1.5 * RATE]);
    expect(chunks.find(({ id }) => id === 'LIST')?.data.toString('latin1')).toContain('Question 1');
  });

  test('is named where the format cannot hold it', async () => {
    const { leftOut } = await exported(fieldRecording(), 'field.mp3', { format: 'mp3' });
    expect(leftOut?.chunks).toEqual(['iXML', 'cue ', 'adtl']);
  });
});

describe('several values of a tag', () => {
  const words = ['-metadata', 'artist=Ada\u0001Grace', '-metadata', 'album_artist=Both', '-metadata', 'TOTALTRACKS=12'];

  /** The ffmpeg program can't write two values, so our own output is where the tests begin. */
  async function twoArtists(format: 'flac' | 'opus' | 'mp3' | 'm4a'): Promise<string> {
    const first = path.join(folder, 'joined.flac');
    ffmpeg('-i', plain, ...words, first);
    const bytes = readFileSync(first);
    // `artist=Ada?Grace` becomes two comments: the mark gives way to a length and a name, for which another tag is shortened.
    writeFileSync(first, withTwoArtists(bytes));
    return (await exported(first, `two.${format}`, { format })).file;
  }

  test.each(['flac', 'opus', 'mp3', 'm4a'] as const)('stay several in %s', { tags: 'long' }, async (format) => {
    const file = await twoArtists(format);
    expect(readSeveralValues(file)).toEqual({ artist: ['Ada', 'Grace'] });
    // And from there, whether or not the sound is encoded again.
    const again = await exported(file, `again.${format}`, { format, strength: 0.5 });
    expect(again.leftOut).toBeNull();
    expect(readSeveralValues(again.file)).toEqual({ artist: ['Ada', 'Grace'] });
    const words = ['-v', 'warning', '-nostdin', '-i', again.file, '-f', 'null', '-'];
    expect(execFileSync('ffmpeg', words, { stdio: ['ignore', 'pipe', 'pipe'] }).toString()).toBe('');
  });
});

/** Rewrites the comments of a FLAC file: one with a mark in its value becomes two. */
function withTwoArtists(bytes: Buffer): Buffer {
  let at = 4;
  for (; ((bytes[at] as number) & 0x7f) !== 4; at += 4 + bytes.readUIntBE(at + 1, 3));
  const block = bytes.subarray(at + 4, at + 4 + bytes.readUIntBE(at + 1, 3));
  const vendorEnd = 4 + block.readUInt32LE(0);
  const entries: string[] = [];
  for (let from = vendorEnd + 4; from < block.length; from += 4 + block.readUInt32LE(from))
    entries.push(block.toString('utf8', from + 4, from + 4 + block.readUInt32LE(from)));
  const divided = entries.flatMap((entry) => {
    const [name = '', value = ''] = entry.split('=');
    return value.split('\u0001').map((one) => `${name}=${one}`);
  });
  const number = (value: number) => {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    return four;
  };
  const parts = divided.map((entry) => Buffer.concat([number(Buffer.byteLength(entry)), Buffer.from(entry)]));
  const body = Buffer.concat([block.subarray(0, vendorEnd), number(parts.length), ...parts]);
  const head = Buffer.from(bytes.subarray(at, at + 4));
  head.writeUIntBE(body.length, 1, 3);
  return Buffer.concat([bytes.subarray(0, at), head, body, bytes.subarray(at + 4 + block.length)]);
}

test.each(['flac', 'mp3', 'm4a', 'opus'] as const)('a cover goes into %s', { tags: 'long' }, async (format) => {
  const cover = path.join(folder, 'cover.png');
  ffmpeg('-f', 'lavfi', '-i', 'color=teal:s=32x24', '-frames:v', '1', cover);
  const place = ['-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  const original = made('covered.mp3', '-i', cover, ...place);
  const { file, leftOut } = await exported(original, `covered-out.${format}`, { format });
  expect(leftOut).toBeNull();
  expect(toldOf(file).cover).toEqual([32, 24]);
  const wav = await exported(original, 'covered-out.wav', { format: 'wav16' });
  expect(wav.leftOut).toMatchObject({ pictures: 1 });
});

test('a book keeps all of its 300 chapters', { tags: 'long' }, async () => {
  const metadata = path.join(folder, 'chapters.txt');
  const chapters = Array.from({ length: 300 }, (_, index) => {
    const times = `TIMEBASE=1/1000\nSTART=${3 * index}\nEND=${3 * index + 3}`;
    return `[CHAPTER]\n${times}\ntitle=Kapitel ${index} – naïve 😀\n`;
  });
  writeFileSync(metadata, `;FFMETADATA1\ncomment=Comment\ndescription=Description\n${chapters.join('')}`);
  const original = made('book.m4b', '-i', metadata, '-map_metadata', '1', '-map_chapters', '1', '-f', 'ipod');
  const { file, leftOut } = await exported(original, 'book-out.m4a', { format: 'm4a' });
  expect(leftOut).toBeNull();
  const told = toldOf(file);
  expect(told.chapters).toHaveLength(300);
  expect(told.chapters.at(-1)).toEqual({ start: 0.897, title: 'Kapitel 299 – naïve 😀' });
  expect(told.tags).toMatchObject({ comment: 'Comment', description: 'Description' });
});

test('a phone’s video keeps make, model and dates', { tags: 'long' }, async () => {
  const tags = ['com.apple.quicktime.make=Apple', 'com.apple.quicktime.creationdate=2026-01-01T10:00:00+0100'];
  const words = ['-movflags', 'use_metadata_tags'];
  const pictures = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=1', '-map', '0:a', '-map', '1:v'];
  const all = [...pictures, ...words, ...tags.flatMap((one) => ['-metadata', one]), '-c:v', 'mpeg4'];
  const original = made('phone.mov', ...all);
  const { file, leftOut } = await exported(original, 'phone-out.mov');
  expect(leftOut).toBeNull();
  expect(toldOf(file).tags).toMatchObject({
    'com.apple.quicktime.make': 'Apple',
    'com.apple.quicktime.creationdate': '2026-01-01T10:00:00+0100',
  });
  for (const more of [[], words]) {
    const dates = ['-metadata', 'creation_time=2026-01-01T09:00:00Z', ...more];
    const dated = made('dated.mov', ...pictures, ...dates, '-c:v', 'mpeg4');
    const { tags: its } = toldOf((await exported(dated, 'dated-out.mov')).file);
    expect(its.creation_time).toBe('2026-01-01T09:00:00.000000Z');
  }
});

const FILM = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=25:duration=1'];

test('a cover in a Matroska film stays, and is no video', { tags: 'long' }, async () => {
  const cover = path.join(folder, 'poster.png');
  ffmpeg('-f', 'lavfi', '-i', 'color=teal:s=32x24', '-frames:v', '1', cover);
  const attached = ['-attach', cover, '-metadata:s:t', 'mimetype=image/png', '-metadata:s:t', 'filename=cover.png'];
  const original = made('covered.mkv', ...FILM, '-map', '0:a', '-map', '1:v', '-c:v', 'mpeg4', ...attached);
  const { file, leftOut } = await exported(original, 'covered-out.mkv');
  expect(leftOut).toBeNull();
  expect(toldOf(file)).toMatchObject({ cover: [32, 24], streams: ['audio', 'video'] });
});

test('HDR and a varying frame rate are what they were, packet by packet', { tags: 'long' }, async () => {
  const colors = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
  const coded = ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1'];
  const uneven = ['-vf', 'setpts=PTS+mod(N\\,3)*0.007/TB', '-fps_mode', 'vfr'];
  const original = made(
    'hdr.mp4',
    ...FILM,
    '-map',
    '1:v',
    '-map',
    '0:a',
    ...uneven,
    ...coded,
    ...colors,
    '-c:a',
    'aac',
  );
  const { file } = await exported(original, 'hdr-out.mp4');
  const packets = (one: string) =>
    ffmpeg('-i', one, '-map', '0:v', '-c', 'copy', '-f', 'framemd5', '-')
      .toString()
      .replaceAll(/^#.*\n/gm, '');
  expect(packets(file)).toBe(packets(original));
  const shown = ['codec_tag_string', 'color_transfer', 'color_primaries', 'color_space'].join(',');
  const words = ['-v', 'error', '-select_streams', 'v', '-show_entries', `stream=${shown}`, '-of', 'csv=p=0'];
  const told = (one: string) => execFileSync('ffprobe', [...words, one]).toString();
  expect(told(original)).toContain('hvc1');
  expect(told(original)).toContain('smpte2084');
  expect(told(file)).toBe(told(original));
});
