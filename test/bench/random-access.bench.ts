/** How long a read at any place of an hour takes, and whether every sample of it is what reading from the start gives. */

import path from 'node:path';
import { createEngine } from '../../electron/audio/engine.ts';
import { ffmpeg } from '../fixtures/audio/media.ts';
import { writeRestlessNoise } from '../fixtures/audio/restless-noise.ts';
import { compareSeeks, quantile } from '../harness/audio/seeking.ts';
import type { Bench } from './bench.ts';

const SECONDS = 3600;
const RATE = 44_100;
const SEEKS = 200;
/** A tenth of a second: what a player asks for first. */
const LENGTH = 4410;

/** Name, extension, words for the ffmpeg program. */
const FORMATS = [
  ['wav', 'wav'],
  ['flac', 'flac'],
  ['mp3', 'mp3', '-b:a', '128k'],
  ['mp3Vbr', 'mp3', '-q:a', '4'],
  ['m4a', 'm4a'],
  ['ogg', 'ogg', '-c:a', 'libvorbis'],
  ['opus', 'opus'],
] as const;
/** These are read without an index too. */
const WITHOUT_INDEX: readonly string[] = ['mp3', 'mp3Vbr'];

export const bench: Bench = {
  measures: `95th percentile of the time of reading ${LENGTH} frames at one of ${SEEKS} random places of an hour of ${FORMATS.map(([name]) => name).join(', ')}, the slowest format; every sample is compared with reading from the start`,
  unit: 'ms',
  target: 60,
  better: 'lower',
  run: async (folder) => {
    const details: Record<string, number> = {};
    const source = path.join(folder, 'source.wav');
    writeRestlessNoise(source, SECONDS, RATE);
    let slowest = 0;
    for (const [name, extension, ...words] of FORMATS) {
      const file = path.join(folder, `${name}.${extension}`);
      ffmpeg('-i', source, ...words, file);
      const indexPath = `${file}.index`;
      const scan = { path: file, peaksPath: `${file}.peaks`, indexPath };
      const { frames, sampleRate } = await createEngine().scan(scan, () => undefined);
      for (const index of WITHOUT_INDEX.includes(name) ? [indexPath, null] : [indexPath]) {
        const label = index === null ? `${name}WithoutIndex` : name;
        const options = { file, indexPath: index, sampleRate, frames, seeks: SEEKS, length: LENGTH };
        const found = await compareSeeks(options);
        const p95 = quantile(found.times, 0.95);
        details[`${label}Ms`] = Number(p95.toPrecision(3));
        details[`${label}Different`] = found.different;
        // A wrong sample is no faster read than none.
        slowest = Math.max(slowest, found.different === 0 ? p95 : Number.POSITIVE_INFINITY);
      }
    }
    return { value: slowest, details };
  },
};
