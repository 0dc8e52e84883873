import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import type { EngineProgress } from '../../../shared/engine-api/messages.ts';
import { decodePeaks } from '../../../shared/engine-api/peaks-format.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const ignore = () => undefined;
const SECONDS = 12;
const folder = temporaryFolder('audio', afterAll);

beforeAll(() => {
  const samples = noise(SECONDS * 44_100, 6).map((value) => value * 0.1);
  samples[100_000] = -0.875;
  writeWav(path.join(folder, 'float.wav'), [samples, samples.map((value) => value / 2)], 44_100);
  for (const name of ['take.wav', 'take.flac', 'take.mp3', 'take.m4a', 'take.ogg']) {
    ffmpeg('-i', path.join(folder, 'float.wav'), ...(name.endsWith('.wav') ? ['-c:a', 'pcm_s16le'] : []), at(name));
  }
});

function at(name: string): string {
  return path.join(folder, name);
}

function scan(name: string, report: (progress: EngineProgress) => void = ignore) {
  return engine.scan({ path: at(name), peaksPath: at(`${name}.peaks`), indexPath: at(`${name}.index`) }, report);
}

function copyWith(name: string, copy: string, change: (bytes: Buffer) => Buffer): void {
  writeFileSync(at(copy), change(readFileSync(at(name))));
}

test('a scan tells length, content and peak exactly, and its peaks fit', async () => {
  const fractions: number[] = [];
  const result = await scan('take.wav', (progress) => fractions.push(progress.fraction));
  expect(result).toEqual({
    contentHash: createHash('sha256')
      .update(readFileSync(at('take.wav')))
      .digest('hex'),
    codec: 'pcm_s16le',
    frames: SECONDS * 44_100,
    sampleRate: 44_100,
    channels: 2,
    peak: 0.875,
    declaredSeconds: SECONDS,
    truncated: false,
    damagedPackets: 0,
    hasVideo: false,
    carries: false,
    startedThreads: 0,
    failedThreads: 0,
    measures: expect.objectContaining({ clippedSamples: 0, hum: null, worstMinute: null }),
  });
  const peaks = decodePeaks(readFileSync(at('take.wav.peaks')));
  expect(peaks).toMatchObject({ frames: SECONDS * 44_100, sampleRate: 44_100 });
  expect(peaks.levels[0]?.pairs[2 * Math.floor(100_000 / 256)]).toBe(Math.floor(-0.875 * 127));
  expect(fractions).toEqual([...fractions].sort((one, other) => one - other));
});

describe('a recording that ends before its header says so', () => {
  test.each(['take.wav', 'take.flac', 'take.mp3'])(
    '%s is reported as truncated, and what is there is read',
    async (name) => {
      const cut = `cut-${name}`;
      copyWith(name, cut, (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6)));
      const result = await scan(cut);
      expect(result.truncated).toBe(true);
      expect(result.declaredSeconds).toBeCloseTo(SECONDS, 0);
      expect(result.frames / 44_100).toBeGreaterThan(SECONDS * 0.4);
      expect(result.frames / 44_100).toBeLessThan(SECONDS * 0.8);
    },
  );

  test('an m4a with its table at the front is reported as truncated', async () => {
    ffmpeg('-i', at('take.m4a'), '-c', 'copy', '-movflags', '+faststart', at('front.m4a'));
    copyWith('front.m4a', 'cut-front.m4a', (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    expect(await scan('cut-front.m4a')).toMatchObject({ truncated: true });
  });

  test('an m4a that lost its table cannot be read at all', async () => {
    copyWith('take.m4a', 'cut.m4a', (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    await expect(scan('cut.m4a')).rejects.toMatchObject({
      code: 'mediaDamaged',
      parts: { what: expect.stringContaining('never finished') },
    });
  });

  test.each([0, 0xff_ff_ff_ff])("a crashed recorder's size of %d promises nothing", async (size) => {
    copyWith('take.wav', 'crashed.wav', (bytes) => {
      const header = bytes.indexOf('data', 0, 'latin1') + 4;
      bytes.writeUInt32LE(size, header);
      bytes.writeUInt32LE(size, 4);
      return bytes.subarray(0, Math.floor(bytes.length * 0.6));
    });
    const result = await scan('crashed.wav');
    expect(result).toMatchObject({ truncated: false, declaredSeconds: 0 });
    expect(result.measures.declaredSeconds).toBe(0);
    expect(result.frames).toBeGreaterThan(SECONDS * 44_100 * 0.5);
  });
});

test('damage in the middle is skipped and counted', async () => {
  copyWith('take.mp3', 'scratched.mp3', (bytes) => bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 6000));
  const result = await scan('scratched.mp3');
  expect(result.frames).toBeGreaterThan(SECONDS * 44_100 * 0.9);
});

describe('what cannot be read says why', () => {
  test.each<readonly [string, string, () => void]>([
    ['gone.wav', 'sourceMissing', ignore],
    ['empty.wav', 'mediaEmpty', () => writeFileSync(at('empty.wav'), '')],
    ['text.wav', 'mediaNotRecognized', () => writeFileSync(at('text.wav'), 'Dear diary, today I recorded nothing.\n')],
    [
      'text.mp3',
      'mediaNotRecognized',
      () => writeFileSync(at('text.mp3'), 'Dear diary, today I recorded nothing.\n'.repeat(2000)),
    ],
    [
      'list.wav',
      'mediaNotRecognized',
      () => writeFileSync(at('list.wav'), `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${at('take.mp3')}\n`),
    ],
    [
      'concat.mp3',
      'mediaNotRecognized',
      () => writeFileSync(at('concat.mp3'), `ffconcat version 1.0\nfile take.mp3\n`),
    ],
    ['picture.mp4', 'mediaNoSound', () => ffmpeg('-f', 'lavfi', '-i', 'testsrc=d=1:s=64x64', at('picture.mp4'))],
    ['many.wav', 'mediaUnsupported', () => ffmpeg('-i', at('take.wav'), '-ac', '16', at('many.wav'))],
    ['slow.wav', 'mediaUnsupported', () => ffmpeg('-i', at('take.wav'), '-ar', '4000', at('slow.wav'))],
    ['nothing.wav', 'mediaEmpty', () => writeWav(at('nothing.wav'), [new Float32Array(0)], 48_000)],
    ['header.flac', 'mediaDamaged', () => copyWith('take.flac', 'header.flac', (bytes) => bytes.subarray(0, 20))],
  ])('%s is %s', async (name, code, make) => {
    make();
    await expect(scan(name)).rejects.toMatchObject({ code });
  });

  test('a folder is not a recording', async () => {
    await expect(engine.probe({ path: folder }, ignore)).rejects.toMatchObject({ code: 'sourceNotAFile' });
  });

  test('a file without read permission is sourceUnreadable', async () => {
    writeFileSync(at('locked.wav'), 'x');
    chmodSync(at('locked.wav'), 0);
    await asSomeoneElse(() => expect(scan('locked.wav')).rejects.toMatchObject({ code: 'sourceUnreadable' }));
  });
});

test('file names may hold any character', async () => {
  const name = '100%d: \u{1f399} it\'s "the" take?\nfile:http,list.wav';
  writeFileSync(at(name), readFileSync(at('take.wav')));
  expect((await scan(name)).frames).toBe(SECONDS * 44_100);
  const output = at(`out ${name}`);
  await engine.restore({ input: at(name), model: 'service-2', outputs: [{ path: output, format: 'source' }] }, ignore);
  expect(statSync(output).size).toBeGreaterThan(1000);
});

test('a video tells of its picture and gives its sound', async () => {
  ffmpeg('-f', 'lavfi', '-i', 'testsrc=d=2:s=64x64', '-i', at('take.wav'), '-t', '2', at('film.mp4'));
  expect(await engine.probe({ path: at('film.mp4') }, ignore)).toMatchObject({
    hasVideo: true,
    audioStreams: 1,
    codec: 'aac',
  });
});

test('a cover picture is not a video', async () => {
  ffmpeg('-f', 'lavfi', '-i', 'testsrc=d=0.04:s=64x64', '-frames:v', '1', at('cover.png'));
  ffmpeg('-i', at('take.mp3'), '-i', at('cover.png'), '-map', '0', '-map', '1', '-c', 'copy', at('covered.mp3'));
  expect(await engine.probe({ path: at('covered.mp3') }, ignore)).toMatchObject({ hasVideo: false, codec: 'mp3' });
  const plain = await scan('take.mp3');
  expect((await scan('covered.mp3')).frames).toBe(plain.frames);
});

test('a truncated copy does not count as the same recording', async () => {
  copyWith('take.wav', 'shrinking.wav', (bytes) => bytes);
  const before = await scan('shrinking.wav');
  truncateSync(at('shrinking.wav'), 500_000);
  const after = await scan('shrinking.wav');
  expect(after.frames).toBeLessThan(before.frames);
});

/** The superuser may read everything: where the tests run as root, `work` runs as nobody. */
async function asSomeoneElse(work: () => Promise<void>): Promise<void> {
  const nobody = 65_534;
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(nobody);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
