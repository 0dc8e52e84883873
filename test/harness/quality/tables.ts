/** Figures of many pieces as tables: means of each row, and one line of all rows that noise was added to. */

import { METHODS, type MethodName } from '../audio/methods.ts';
import { type Figures, MOST_DECIBELS, type Outcome } from './judge.ts';

/** Rows of the untuned part to which no noise was added. */
const WITHOUT_NOISE = ['clean', 'music alone', 'full band', 'clean full band'];

export function meanOf(outcomes: readonly Outcome[], method: MethodName, figure: keyof Figures): number {
  const mine = outcomes.filter((one) => one.method === method);
  return mine.reduce((sum, one) => sum + Math.min(MOST_DECIBELS, one[figure]), 0) / mine.length;
}

/** Of the untuned part, everything but clean recordings, music and full band, and rooms. */
export function withNoise(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.filter(
    ({ part, row }) => part === 'untuned' && !WITHOUT_NOISE.includes(row) && !row.startsWith('room'),
  );
}

const COLUMNS: readonly (readonly [keyof Figures, title: string, digits: number])[] = [
  ['siSdr', 'SI-SDR', 2],
  ['gain', 'gain', 2],
  ['pesq', 'PESQ', 3],
  ['estoi', 'ESTOI', 3],
  ['stoi', 'STOI', 3],
  ['segmentalSnr', 'segSNR', 2],
  ['logSpectralDistance', 'LSD', 2],
  ['lost', 'lost %', 2],
  ['level', 'level', 2],
];

export function printTables(title: string, outcomes: readonly Outcome[]): void {
  if (outcomes.length === 0) return;
  const methods = METHODS.filter((method) => outcomes.some((one) => one.method === method));
  const rows = [...new Set(outcomes.map(({ row }) => row))];
  const widest = Math.max(...rows.map((row) => row.length), 'all noises'.length) + 2;
  console.log(
    `\n  ${title.toUpperCase()}, means of rows${' '.repeat(8)}${COLUMNS.map(([, name]) => name.padStart(8)).join('')}`,
  );
  for (const row of rows) {
    const mine = outcomes.filter((one) => one.row === row);
    console.log(`  ${row} (${mine.filter(({ method }) => method === methods[0]).length})`);
    for (const method of methods.filter((one) => mine.some((outcome) => outcome.method === one))) {
      const figures = COLUMNS.map(([figure, , digits]) => meanOf(mine, method, figure).toFixed(digits).padStart(8));
      console.log(`    ${method.padEnd(15)}        ${figures.join('')}`);
    }
  }
  const noisy = withNoise(outcomes);
  for (const [figure, name, digits] of [
    ['gain', 'SI-SDR gain, dB', 1],
    ['pesq', 'PESQ', 2],
    ['estoi', 'ESTOI', 3],
    ['lost', 'speech lost, %', 1],
  ] as const) {
    console.log(`\n  ${title}, ${name}`);
    console.log(`  ${''.padEnd(widest)}${methods.map((method) => method.padStart(15)).join('')}`);
    const line = (row: string, mine: readonly Outcome[], shown: keyof Figures) => {
      const cells = methods.map((method) => meanOf(mine, method, shown));
      const text = cells.map((cell) => (Number.isNaN(cell) ? '–' : cell.toFixed(digits)).padStart(15));
      console.log(`  ${row.padEnd(widest)}${text.join('')}`);
    };
    if (noisy.length > 0) line('all noises', noisy, figure);
    for (const row of rows) {
      const mine = outcomes.filter((one) => one.row === row);
      // Clean recordings have nothing to gain: what is left of them counts.
      line(row, mine, figure === 'gain' && isClean(row) ? 'siSdr' : figure);
    }
  }
}

/** Whether nothing was wrong with the recordings of a row. */
export function isClean(row: string): boolean {
  return ['clean', 'music alone', 'clean full band'].includes(row);
}
