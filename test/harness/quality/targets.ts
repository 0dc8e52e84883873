/** What the models have to reach, in the part that was tuned on and in the one that was not. */

import { NOISE_ROWS } from '../../fixtures/quality/material.ts';
import type { MethodName } from '../audio/methods.ts';
import type { Figures, Outcome } from './judge.ts';
import { isClean, meanOf, withNoise } from './tables.ts';

export interface Target {
  readonly what: string;
  readonly figure: number;
  readonly met: boolean;
}

const MODELS = ['service-2', 'service-3.5'] as const;

/** Stands for what DTLN reaches, where it was judged, too. */
const DTLN = 'DTLN';
/** SI-SDR over the input in decibels, by `service-2` and by `service-3.5`, in the untuned part. */
const UNTUNED_GAINS: Readonly<Record<string, readonly [number, number | typeof DTLN]>> = {
  keyboard: [11.5, 12.5],
  'music bed': [7.8, 8.3],
  fan: [6.8, 7.3],
  street: [8, DTLN],
  dishes: [7, DTLN],
  bicycle: [7.5, DTLN],
  'babble of six': [3.3, 3.8],
  hum: [19, 20],
  'room T60 0.4': [1, 1.4],
  'room T60 0.8': [2.4, 3],
  'room measured': [1.2, 1.6],
};
/** Over all rows with noise. */
const UNTUNED_ALL: readonly (readonly [figure: keyof Figures, what: string, least: readonly [number, number]])[] = [
  ['gain', 'SI-SDR over the input, dB', [7.6, 8.4]],
  ['pesq', 'PESQ', [2, 2.1]],
  ['estoi', 'ESTOI', [0.775, 0.79]],
];
/** Where speech is easily taken for background, percent of it that may be lost. */
const MOST_LOST = { rows: ['babble of six', 'one other voice'], percent: 7 };
/** SI-SDR of clean speech in decibels: the mean, and the worst. */
const CLEAN = [45, 38] as const;

/** Of the rows that there are. */
export function targetsOf(outcomes: readonly Outcome[]): readonly Target[] {
  const methods = MODELS.filter((model) => outcomes.some(({ method }) => method === model));
  const of = (part: string) => outcomes.filter((one) => one.part === part);
  return methods.flatMap((model) => [...tunedTargets(of('tuned'), model), ...untunedTargets(of('untuned'), model)]);
}

function tunedTargets(outcomes: readonly Outcome[], model: (typeof MODELS)[number]): Target[] {
  const targets: Target[] = [];
  const rows = [...new Set(outcomes.map(({ row }) => row))];
  const of = (row: string, figure: keyof Figures, method: MethodName = model) =>
    meanOf(
      outcomes.filter((one) => one.row === row),
      method,
      figure,
    );
  const noises = rows.filter((row) => (NOISE_ROWS as readonly string[]).includes(row));
  if (noises.length > 0) {
    const mean = noises.reduce((sum, row) => sum + of(row, 'gain'), 0) / noises.length;
    const least = model === 'service-2' ? 8.5 : 10;
    targets.push(atLeast(`tuned, ${model}, SI-SDR over the input, mean of the noise rows, dB`, mean, least));
  }
  for (const row of rows) {
    if (row === 'clean') targets.push(atLeast(`tuned, ${model}, SI-SDR of clean speech, dB`, of(row, 'siSdr'), 30));
    else targets.push(atLeast(`tuned, ${model}, SI-SDR over the input, ${row}, dB`, of(row, 'gain'), -0.3));
  }
  if (model === 'service-3.5' && rows.includes('reverberation')) {
    const row = 'reverberation';
    targets.push(atLeast(`tuned, ${model}, SI-SDR over the input, ${row}, dB, high`, of(row, 'gain'), 1.5));
    if (outcomes.some(({ method }) => method === 'nothing')) {
      const stoi = of(row, 'stoi') - of(row, 'stoi', 'nothing');
      targets.push(atLeast(`tuned, ${model}, STOI over the input, ${row}`, stoi, 0.05));
    }
  }
  return targets;
}

function untunedTargets(outcomes: readonly Outcome[], model: (typeof MODELS)[number]): Target[] {
  const targets: Target[] = [];
  const which = MODELS.indexOf(model);
  const rows = [...new Set(outcomes.map(({ row }) => row))];
  const noisy = withNoise(outcomes);
  if (noisy.length > 0) {
    for (const [figure, what, least] of UNTUNED_ALL) {
      targets.push(
        atLeast(`untuned, ${model}, ${what}, all noises`, meanOf(noisy, model, figure), least[which] as number),
      );
    }
  }
  for (const row of rows) {
    const mine = outcomes.filter((one) => one.row === row && one.method === model);
    const goal = UNTUNED_GAINS[row]?.[which];
    const others = outcomes.filter((one) => one.row === row && one.method === DTLN);
    const least = goal === DTLN ? Number(meanOf(others, DTLN, 'gain').toFixed(2)) : goal;
    if (least !== undefined && !Number.isNaN(least)) {
      targets.push(atLeast(`untuned, ${model}, SI-SDR over the input, ${row}, dB`, meanOf(mine, model, 'gain'), least));
    }
    if (MOST_LOST.rows.includes(row)) {
      const lost = meanOf(mine, model, 'lost');
      const what = `untuned, ${model}, speech lost, ${row}, %, at most ${MOST_LOST.percent}`;
      targets.push({ what, figure: lost, met: lost <= MOST_LOST.percent });
    }
    if (isClean(row) && row !== 'music alone') {
      const worst = Math.min(...mine.map((one) => one.siSdr));
      targets.push(atLeast(`untuned, ${model}, SI-SDR, ${row}, dB`, meanOf(mine, model, 'siSdr'), CLEAN[0]));
      targets.push(atLeast(`untuned, ${model}, SI-SDR, ${row}, worst, dB`, worst, CLEAN[1]));
    }
  }
  return targets;
}

function atLeast(what: string, figure: number, least: number): Target {
  return { what: `${what}, at least ${least}`, figure, met: figure >= least };
}
