import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import type { TileParams } from '../../../shared/engine-api/tile-messages.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { noise, writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const engine = createEngine();
const ignore = () => undefined;
const RATE = 48_000;
const SECONDS = 12;
const folder = temporaryFolder('tiles', afterAll);
const at = (name: string) => path.join(folder, name);

beforeAll(async () => {
  // Four seconds each of 1 kHz at full scale, of silence, of 6 kHz at -40 dBFS.
  const tone = Float32Array.from({ length: SECONDS * RATE }, (_, i) => {
    const second = i / RATE;
    if (second < 4) return Math.sin((2 * Math.PI * 1000 * i) / RATE);
    return second < 8 ? 0 : 0.01 * Math.sin((2 * Math.PI * 6000 * i) / RATE);
  });
  writeWav(at('tones.wav'), [tone, tone], RATE);
  writeWav(at('half.wav'), [tone.map((value) => value / 2)], RATE);
  const long = `sine=f=2000:r=${RATE}:d=300,volume='gt(t,100)*lt(t,200)':eval=frame`;
  ffmpeg('-f', 'lavfi', '-i', long, at('long.wav'));
  await scan('long.wav', 'long');
  await scan('tones.wav', 'tones');
  await scan('half.wav', 'half');
});

async function scan(name: string, base: string): Promise<void> {
  await engine.scan({ path: at(name), peaksPath: at(`${base}.peaks`), indexPath: at(`${base}.index`) }, ignore);
}

const WHOLE: TileParams = {
  path: '',
  indexPath: null,
  sampleRate: RATE,
  fromFrame: 0,
  frames: SECONDS * RATE,
  columns: 120,
  rows: 240,
  scale: 'linear',
};

async function tile(name: string, params: Partial<TileParams> = {}) {
  const all = { ...WHOLE, path: at(name), ...params };
  const { levels } = await engine.tile(all, ignore);
  expect(levels.length).toBe(all.columns * all.rows);
  const column = (number: number) => [...levels.subarray(number * all.rows, (number + 1) * all.rows)];
  const loudest = (number: number) => column(number).indexOf(Math.max(...column(number)));
  return { levels, column, loudest };
}

/** dBFS of a byte. */
const decibels = (byte: number | undefined) => ((byte ?? 0) / 255) * 120 - 120;

describe('a window that is read whole', () => {
  test('has every tone in its row and column, at its level', async () => {
    const { column, loudest } = await tile('tones.wav');
    expect(loudest(10)).toBe(10);
    expect(decibels(column(10)[10])).toBeCloseTo(0, 0);
    expect(Math.max(...column(60))).toBe(0);
    expect(loudest(100)).toBe(60);
    expect(Math.abs(decibels(column(100)[60]) + 40)).toBeLessThan(1);
  });

  test('looks alike at every zoom: an event between two columns is not lost', async () => {
    const click = noise(SECONDS * RATE, 3).map((value, i) => (Math.abs(i - 5.03 * RATE) < 100 ? value : 0));
    writeWav(at('click.wav'), [click], RATE);
    for (const columns of [10, 120, 1000]) {
      const { column } = await tile('click.wav', { columns });
      expect(Math.max(...column(Math.floor((5.03 / SECONDS) * columns)))).toBeGreaterThan(100);
      expect(Math.max(...column(columns - 1))).toBe(0);
    }
  });

  test('has low frequencies spread wider on the mel scale', async () => {
    const mel = (frequency: number) => 2595 * Math.log10(1 + frequency / 700);
    const { loudest } = await tile('tones.wav', { scale: 'mel', rows: 100 });
    expect(Math.abs(loudest(10) - (100 * mel(1000)) / mel(RATE / 2))).toBeLessThan(1.5);
  });

  test('is silent outside the recording', async () => {
    const { column } = await tile('tones.wav', { fromFrame: -6 * RATE });
    expect(Math.max(...column(30))).toBe(0);
    expect(decibels(Math.max(...column(80)))).toBeCloseTo(0, 0);
  });
});

describe('a window of minutes', () => {
  const minutes = { frames: 300 * RATE, columns: 300, rows: 48 };

  test.each([
    ['of what the scan took along', 'long.index'],
    ['of a few places', null],
  ])('is made %s', { tags: 'long' }, async (_name, index) => {
    const indexPath = index === null ? null : at(index);
    for (const scale of ['linear', 'mel'] as const) {
      const { column, loudest } = await tile('long.wav', { ...minutes, indexPath, scale });
      expect(Math.max(...column(50))).toBeLessThan(20);
      expect(decibels(Math.max(...column(150)))).toBeGreaterThan(-21);
      if (scale === 'linear') expect(loudest(150)).toBe(4);
      expect(Math.max(...column(250))).toBeLessThan(20);
    }
  });
});

async function scannedDifference(name: string, other: string, lag = 0) {
  const base = at(`${name}-${other}`);
  const params = {
    path: at(name),
    minus: { path: at(other), lag },
    peaksPath: `${base}.peaks`,
    indexPath: `${base}.index`,
  };
  await engine.scanDifference(params, ignore);
  return {
    minus: { path: at(other), indexPath: null, lag },
    differenceIndexPath: params.indexPath,
    peaks: params.peaksPath,
  };
}

describe('a window of seconds of a scanned recording', () => {
  const scanned = { indexPath: at('tones.index') };

  test('is made of what the scan took along, with every tone in its row and column', async () => {
    const { column, loudest } = await tile('tones.wav', scanned);
    // Between two rows of the scan, levels lie between theirs.
    expect(Math.abs(decibels(Math.max(...column(20))))).toBeLessThan(3);
    expect(Math.abs(loudest(20) - 10)).toBeLessThan(3);
    expect(Math.max(...column(60))).toBe(0);
    expect(Math.abs(loudest(100) - 60)).toBeLessThan(5);
  });

  test('has no steps where its rows are finer than those of the scan', async () => {
    const { column } = await tile('tones.wav', { ...scanned, rows: 512, scale: 'mel' });
    const largest = Math.max(...column(20).map((level, row, all) => Math.abs(level - (all[row - 1] ?? level))));
    expect(largest).toBeLessThan(40);
  });

  test('of a difference has what one recording has more than the other', async () => {
    const most = (levels: Uint8Array) => decibels(Math.max(...levels));
    const all = await tile('tones.wav', scanned);
    const rest = await tile('tones.wav', { ...scanned, ...(await scannedDifference('tones.wav', 'half.wav')) });
    expect(Math.abs(most(all.levels) - most(rest.levels) - 6)).toBeLessThan(0.6);
    const none = await scannedDifference('tones.wav', 'tones.wav');
    expect(Math.max(...(await tile('tones.wav', { ...scanned, ...none })).levels)).toBe(0);
  });
});

test('a tile that was drawn before comes again, until the file is another', async () => {
  writeWav(at('changing.wav'), [noise(RATE, 3)], RATE);
  const first = await tile('changing.wav', { frames: RATE });
  expect((await tile('changing.wav', { frames: RATE })).levels).toBe(first.levels);
  writeWav(at('changing.wav'), [new Float32Array(2 * RATE)], RATE);
  expect(Math.max(...(await tile('changing.wav', { frames: RATE })).levels)).toBe(0);
});

describe('a difference', () => {
  const pcm = async (name: string, minus: string | null) => {
    const taken = minus === null ? {} : { minus: { path: at(minus), indexPath: null, lag: 0 } };
    const params = { path: at(name), indexPath: null, sampleRate: RATE, fromFrame: 1000, frames: 500, ...taken };
    return new Float32Array(new Uint8Array((await engine.pcm(params, ignore)).samples).buffer);
  };

  test('is what one recording has more than the other, frame by frame', async () => {
    expect(await pcm('tones.wav', 'half.wav')).toEqual(await pcm('half.wav', null));
    expect(Math.max(...(await pcm('tones.wav', 'tones.wav')))).toBe(0);
  });

  test('of different rates lies at the same frames', async () => {
    ffmpeg('-i', at('tones.wav'), '-ar', '44100', at('other-rate.wav'));
    const left = await pcm('tones.wav', 'other-rate.wav');
    expect(Math.max(...left.map(Math.abs))).toBeLessThan(0.01);
  });

  test('can be looked at as well', async () => {
    const minus = { path: at('half.wav'), indexPath: null, lag: 0 };
    const { column } = await tile('tones.wav', { minus });
    expect(Math.abs(decibels(column(10)[10]) + 6)).toBeLessThan(1);
    const none = await tile('tones.wav', { minus: { path: at('tones.wav'), indexPath: null, lag: 0 } });
    expect(Math.max(...none.levels)).toBe(0);
  });
});

test.each<Partial<TileParams>>([
  { columns: 0 },
  { rows: 513 },
  { columns: 2048, rows: 512 },
  { frames: 0 },
  { fromFrame: 0.5 },
  { scale: 'bark' as 'mel' },
])('%o is refused', async (wrong) => {
  await expect(engine.tile({ ...WHOLE, path: at('tones.wav'), ...wrong }, ignore)).rejects.toThrow(RangeError);
});
