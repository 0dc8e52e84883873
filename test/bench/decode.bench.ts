/** How much of plain decoding's speed is left when a scan also tells length, peaks, seek index and hash. */

import path from 'node:path';
import { createEngine } from '../../electron/audio/engine.ts';
import { ffmpeg } from '../fixtures/audio/media.ts';
import { decodePlainly } from '../fixtures/audio/plain-decode.ts';
import { writeTone } from '../fixtures/tone.ts';
import type { Bench } from './bench.ts';

const FORMATS = ['wav', 'flac', 'mp3', 'm4a'] as const;
const RATE = 48_000;
const SECONDS = 60;
const SHORT_SECONDS = 10;
const ROUNDS = 15;

export const bench: Bench = {
  measures: `Time of a plain node-av loop that decodes a WAV, a FLAC, an MP3 and an M4A of ${SECONDS} s by the time of scanning them, by processor time in the same process, the best of ${ROUNDS} alternating rounds each`,
  unit: 'of plain decoding',
  target: 0.5,
  better: 'higher',
  run: async (folder) => {
    const details: Record<string, number | string> = {
      format: '48 kHz, mono, 16 bit',
      seconds: SECONDS,
      rounds: ROUNDS,
    };
    const all = { scan: 0, plain: 0 };
    for (const extension of FORMATS) {
      const { scan, plain } = await measure(folder, extension, SECONDS);
      all.scan += scan;
      all.plain += plain;
      details[`${extension}TimesRealTime`] = Math.round((SECONDS * 1000) / scan);
      details[`${extension}OfPlain`] = rounded(plain / scan);
      details[`${extension}ScanMs`] = rounded(scan);
    }
    details[`wavOf${SHORT_SECONDS}SecondsScanMs`] = rounded((await measure(folder, 'wav', SHORT_SECONDS)).scan);
    return { value: all.plain / all.scan, details };
  },
};

interface Cost {
  /** Milliseconds of processor time. */
  readonly scan: number;
  readonly plain: number;
}

async function measure(folder: string, extension: (typeof FORMATS)[number], seconds: number): Promise<Cost> {
  const file = path.join(folder, `${seconds}.${extension}`);
  const tone = path.join(folder, `${seconds}.wav`);
  writeTone(tone, { seconds, sampleRate: RATE });
  if (file !== tone) ffmpeg('-i', tone, file);
  const engine = createEngine();
  const best = { scan: Number.POSITIVE_INFINITY, plain: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    const made = path.join(folder, `${seconds}-${extension}-${round}`);
    const params = { path: file, peaksPath: `${made}.peaks`, indexPath: `${made}.index` };
    best.scan = Math.min(best.scan, await costOf(() => engine.scan(params, () => undefined)));
    best.plain = Math.min(best.plain, await costOf(() => decodePlainly(file)));
  }
  return best;
}

async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
