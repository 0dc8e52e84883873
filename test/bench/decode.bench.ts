/** What scanning a recording of two hours takes, from the start of the process on, against the ffmpeg program that only decodes it. */

import { rmSync } from 'node:fs';
import path from 'node:path';
import { ffmpeg } from '../fixtures/audio/media.ts';
import { runWhole, type WholeCommand } from '../harness/load/whole-command.ts';
import type { Bench } from './bench.ts';

const MINUTES = 120;
/** The same ten minutes again and again: making two hours of sound would take longer than measuring them. */
const BASE_MINUTES = 10;
const RATE = 48_000;
const ROUNDS = 3;
const SCAN = path.resolve(import.meta.dirname, '../harness/engine/scan-file.ts');
const MOST_MIB = 200;

/** Times of the scan by that of the ffmpeg program that may be, by format. */
const FORMATS = [
  { extension: 'mp3', limit: 1.5, words: ['-b:a', '96k'] },
  { extension: 'm4a', limit: 1.8, words: ['-b:a', '96k'] },
  { extension: 'wav', limit: 3, words: ['-c:a', 'pcm_s16le'] },
] as const;

export const bench: Bench = {
  measures: `Time by the clock of scanning ${MINUTES} minutes at 48 kHz (exact length, hash, peaks, seek index, all measures), the process's start included, by that of \`ffmpeg -f null -\`, median of ${ROUNDS} alternating rounds, by what is allowed (${FORMATS.map(({ extension, limit }) => `${extension} ${limit}`).join(', ')}; ${MOST_MIB} MiB); the worst of mono and stereo`,
  unit: 'of what is allowed',
  target: 1,
  better: 'lower',
  run: async (folder) => {
    const details: Record<string, number | string> = { minutes: MINUTES, rounds: ROUNDS };
    let worst = 0;
    for (const channels of [1, 2]) {
      for (const { extension, limit, words } of FORMATS) {
        const file = path.join(folder, `long-${channels}.${extension}`);
        makeLong(folder, file, channels, words);
        const { scan, program } = await measure(file);
        rmSync(file);
        const name = `${extension} ${channels === 1 ? 'mono' : 'stereo'}`;
        const ratio = scan.seconds / program.seconds;
        details[`${name}: times ffmpeg by the clock`] = rounded(ratio);
        details[`${name}: times ffmpeg's processor time`] = rounded(scan.processorSeconds / program.processorSeconds);
        details[`${name}: seconds, of the processor`] = `${rounded(scan.seconds)}, ${rounded(scan.processorSeconds)}`;
        details[`${name}: MiB`] = rounded(scan.mebibytes);
        worst = Math.max(worst, ratio / limit, scan.mebibytes / MOST_MIB);
      }
    }
    return { value: worst, details };
  },
};

/** A voice of ever-changing pitch and loudness, with pauses, over faint noise. */
function makeLong(folder: string, file: string, channels: number, words: readonly string[]): void {
  const base = path.join(folder, `base${path.extname(file)}`);
  const pitch = '2*PI*140*t+6*sin(2*PI*0.7*t)+2*sin(2*PI*2.3*t)';
  const syllables = 'pow(sin(2*PI*1.9*t)*sin(2*PI*0.31*t),2)*(0.4+0.6*pow(sin(2*PI*0.043*t),2))';
  const voice = `${syllables}*(0.5*sin(${pitch})+0.25*sin(3*(${pitch}))+0.12*sin(9*(${pitch}))+0.2*(random(0)-0.5))`;
  // Noise of its own on each channel.
  const planes = Array.from({ length: channels }, (_, index) => `${voice}+0.003*(random(${index + 1})-0.5)`);
  const sound = `aevalsrc='${planes.join('|')}':s=${RATE}:d=${BASE_MINUTES * 60}`;
  ffmpeg('-f', 'lavfi', '-i', sound, ...words, base);
  ffmpeg('-stream_loop', String(MINUTES / BASE_MINUTES - 1), '-i', base, '-c', 'copy', file);
}

type Cost = Pick<WholeCommand, 'seconds' | 'processorSeconds'> & { readonly mebibytes: number };

async function measure(file: string): Promise<{ readonly scan: Cost; readonly program: Cost }> {
  const scans: Cost[] = [];
  const programs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    programs.push(await costOf(['ffmpeg', '-v', 'error', '-nostdin', '-i', file, '-f', 'null', '-']));
    scans.push(await costOf([process.execPath, SCAN, file]));
  }
  return { scan: medians(scans), program: medians(programs) };
}

async function costOf(words: readonly string[]): Promise<Cost> {
  const { memory, processorSeconds, seconds, status, stderr } = await runWhole(words);
  if (status !== 0) throw new Error(stderr);
  return { seconds, processorSeconds, mebibytes: Math.max(...memory) };
}

function medians(costs: readonly Cost[]): Cost {
  const median = (name: keyof Cost) =>
    costs.map((cost) => cost[name]).toSorted((one, other) => one - other)[costs.length >> 1] as number;
  return {
    seconds: median('seconds'),
    processorSeconds: median('processorSeconds'),
    mebibytes: median('mebibytes'),
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
