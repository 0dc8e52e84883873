/** How long the engine draws a spectrogram tile of a window of any length, at a place that it has not been at. */

import path from 'node:path';
import { createEngine } from '../../electron/audio/engine.ts';
import type { Subtrahend } from '../../shared/engine-api/pcm-messages.ts';
import { ffmpeg } from '../fixtures/audio/media.ts';
import { writeRestlessNoise } from '../fixtures/audio/restless-noise.ts';
import { seededRandom } from '../fixtures/audio/signals.ts';
import { quantile } from '../harness/audio/seeking.ts';
import type { Bench } from './bench.ts';

const SECONDS = 600;
const RATE = 48_000;
/** Seconds of a window. */
const WINDOWS = [0.3, 0.7, 1.4, 2, 3, 10, 30, 120, 600] as const;
const TILES = 20;
const GRID = { columns: 256, rows: 256, scale: 'linear' } as const;

/** Name, extension, words for the ffmpeg program. */
const FORMATS = [
  ['wav', 'wav'],
  ['flac', 'flac'],
  ['mp3', 'mp3', '-b:a', '128k'],
  ['m4a', 'm4a'],
  ['opus', 'opus'],
] as const;

interface Scanned {
  readonly path: string;
  readonly indexPath: string;
  /** For a difference. */
  readonly minus?: Subtrahend;
  readonly differenceIndexPath?: string;
}

export const bench: Bench = {
  measures: `Processor time of drawing a tile of 256 by 256 at one of ${TILES} places, 95th percentile of the slowest of ${WINDOWS.length} lengths of windows up to ten minutes, five formats and a difference`,
  unit: 'ms',
  target: 60,
  better: 'lower',
  run: async (folder) => {
    const source = path.join(folder, 'source.wav');
    writeRestlessNoise(source, SECONDS, RATE);
    const scanned = new Map<string, Scanned>();
    for (const [name, extension, ...words] of FORMATS) {
      const file = path.join(folder, `${name}.${extension}`);
      ffmpeg('-i', source, ...words, file);
      scanned.set(name, await scan(file));
    }
    const wav = scanned.get('wav') as Scanned;
    const minus = { ...(scanned.get('mp3') as Scanned), lag: 480 };
    const differenceIndexPath = path.join(folder, 'difference.index');
    const pictures = { peaksPath: path.join(folder, 'difference.peaks'), indexPath: differenceIndexPath };
    await createEngine().scanDifference({ path: wav.path, minus, ...pictures }, () => undefined);
    scanned.set('difference', { ...wav, minus, differenceIndexPath });
    const details: Record<string, number> = {};
    let slowest = 0;
    for (const [name, take] of scanned) {
      const times = await measure(take);
      const cpu = Math.max(...times.map((time) => time.cpu));
      details[`${name}Ms`] = Number(cpu.toPrecision(3));
      details[`${name}WallMs`] = Number(Math.max(...times.map(({ wall }) => wall)).toPrecision(3));
      slowest = Math.max(slowest, cpu);
    }
    return { value: slowest, details };
  },
};

async function scan(file: string): Promise<Scanned> {
  const indexPath = `${file}.index`;
  await createEngine().scan({ path: file, peaksPath: `${file}.peaks`, indexPath }, () => undefined);
  return { path: file, indexPath };
}

/** @returns the 95th percentile of each length of window, in milliseconds */
async function measure(take: Scanned): Promise<readonly { readonly cpu: number; readonly wall: number }[]> {
  const random = seededRandom(5);
  const engine = createEngine();
  const found: { cpu: number; wall: number }[] = [];
  for (const seconds of WINDOWS) {
    const cpu: number[] = [];
    const wall: number[] = [];
    for (let tile = 0; tile < TILES; tile++) {
      const fromFrame = Math.floor(random() * (SECONDS - seconds) * RATE) - tile;
      const before = process.cpuUsage();
      const started = performance.now();
      await engine.tile({ ...take, ...GRID, sampleRate: RATE, fromFrame, frames: seconds * RATE }, () => undefined);
      wall.push(performance.now() - started);
      const { user, system } = process.cpuUsage(before);
      cpu.push((user + system) / 1000);
    }
    const sorted = (times: number[]) => times.sort((one, other) => one - other);
    found.push({ cpu: quantile(sorted(cpu), 0.95), wall: quantile(sorted(wall), 0.95) });
  }
  return found;
}
