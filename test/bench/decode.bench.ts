/** What looking a recording of two hours through takes, with its peaks and all measures, against the ffmpeg program that only decodes it. */

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { createEngine } from '../../electron/audio/engine.ts';
import { ffmpeg } from '../fixtures/audio/media.ts';
import type { Bench } from './bench.ts';

const MINUTES = 120;
/** The same ten minutes again and again: making two hours of sound would take longer than measuring them. */
const BASE_MINUTES = 10;
const RATE = 48_000;
const ROUNDS = 5;

/** Times of the scan by that of the ffmpeg program that may be, by format. */
const FORMATS = [
  { extension: 'mp3', limit: 1.5, words: ['-b:a', '96k'] },
  { extension: 'm4a', limit: 1.8, words: ['-b:a', '96k'] },
  { extension: 'wav', limit: 3, words: ['-c:a', 'pcm_s16le'] },
] as const;

export const bench: Bench = {
  measures: `Time by the clock of scanning ${MINUTES} minutes of mono at 48 kHz (exact length, hash, peaks, seek index, all measures) by that of \`ffmpeg -f null -\`, median of ${ROUNDS} alternating rounds, by what is allowed (${FORMATS.map(({ extension, limit }) => `${extension} ${limit}`).join(', ')}); the worst format`,
  unit: 'of what is allowed',
  target: 1,
  better: 'lower',
  run: async (folder) => {
    const details: Record<string, number | string> = { minutes: MINUTES, rounds: ROUNDS };
    let worst = 0;
    for (const { extension, limit, words } of FORMATS) {
      const file = path.join(folder, `long.${extension}`);
      makeLong(folder, file, words);
      const { scan, program } = await measure(file);
      const ratio = scan.wall / program.wall;
      details[`${extension}Of`] = rounded(ratio);
      details[`${extension}OfProcessorTime`] = rounded(scan.processor / program.processor);
      details[`${extension}ScanSeconds`] = rounded(scan.wall);
      details[`${extension}ScanProcessorSeconds`] = rounded(scan.processor);
      details[`${extension}FfmpegSeconds`] = rounded(program.wall);
      details[`${extension}FfmpegProcessorSeconds`] = rounded(program.processor);
      worst = Math.max(worst, ratio / limit);
    }
    return { value: worst, details };
  },
};

/** A voice of ever-changing pitch and loudness, with pauses, over faint noise. */
function makeLong(folder: string, file: string, words: readonly string[]): void {
  const base = path.join(folder, `base${path.extname(file)}`);
  const pitch = '2*PI*140*t+6*sin(2*PI*0.7*t)+2*sin(2*PI*2.3*t)';
  const syllables = 'pow(sin(2*PI*1.9*t)*sin(2*PI*0.31*t),2)*(0.4+0.6*pow(sin(2*PI*0.043*t),2))';
  const voice = `${syllables}*(0.5*sin(${pitch})+0.25*sin(3*(${pitch}))+0.12*sin(9*(${pitch}))+0.2*(random(0)-0.5))`;
  const sound = `aevalsrc='${voice}+0.003*(random(1)-0.5)':s=${RATE}:d=${BASE_MINUTES * 60}`;
  ffmpeg('-f', 'lavfi', '-i', sound, ...words, base);
  ffmpeg('-stream_loop', String(MINUTES / BASE_MINUTES - 1), '-i', base, '-c', 'copy', file);
}

/** Seconds. */
interface Cost {
  readonly wall: number;
  readonly processor: number;
}

async function measure(file: string): Promise<{ readonly scan: Cost; readonly program: Cost }> {
  const scans: Cost[] = [];
  const programs: Cost[] = [];
  const engine = createEngine();
  const params = { path: file, peaksPath: `${file}.peaks`, indexPath: `${file}.index` };
  for (let round = 0; round < ROUNDS; round++) {
    programs.push(costOfProgram(file));
    const before = process.cpuUsage();
    const started = performance.now();
    await engine.scan(params, () => undefined);
    const { user, system } = process.cpuUsage(before);
    scans.push({ wall: (performance.now() - started) / 1000, processor: (user + system) / 1e6 });
  }
  return { scan: medians(scans), program: medians(programs) };
}

/** The program tells its own processor time. */
function costOfProgram(file: string): Cost {
  const started = performance.now();
  const words = ['-hide_banner', '-nostdin', '-nostats', '-benchmark', '-i', file, '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', words, { encoding: 'utf8' });
  const wall = (performance.now() - started) / 1000;
  const found = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr);
  if (found === null) throw new Error('The ffmpeg program told no times');
  return { wall, processor: Number(found[1]) + Number(found[2]) };
}

function medians(costs: readonly Cost[]): Cost {
  const median = (values: readonly number[]) =>
    values.toSorted((one, other) => one - other)[values.length >> 1] as number;
  return { wall: median(costs.map(({ wall }) => wall)), processor: median(costs.map(({ processor }) => processor)) };
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
