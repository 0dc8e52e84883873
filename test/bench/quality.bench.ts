/**
 * How good the models are: a table over every kind of damage, for nothing, FFmpeg, RNNoise and both models. Recordings of one's own are
 * added from the folder that CLEARTAKE_RECORDINGS names. The figures of all items come to results/quality-items.json.
 */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { decode } from '../fixtures/audio/media.ts';
import { writeWav } from '../fixtures/audio/signals.ts';
import {
  type Item,
  MATERIAL_RATE,
  makeMaterial,
  NOISE_ROWS,
  type OwnRecordings,
  ROWS,
  type Row,
  readOwnRecordings,
} from '../fixtures/quality/material.ts';
import { logSpectralDistance, segmentalSnr } from '../harness/audio/distances.ts';
import { createMethods, METHODS, type Method, type MethodName } from '../harness/audio/methods.ts';
import { siSdr } from '../harness/audio/metrics.ts';
import { STOI_RATE, stoi } from '../harness/audio/stoi.ts';
import type { Bench, BenchResult } from './bench.ts';

/** Figures of one item by one method. */
interface Figures {
  /** Decibels. */
  readonly siSdr: number;
  readonly segmentalSnr: number;
  readonly logSpectralDistance: number;
  /** 0 to 1. */
  readonly stoi: number;
  /** Seconds of work for a second of sound. */
  readonly realTimeFactor: number;
}

interface Outcome extends Figures {
  readonly item: string;
  readonly row: Row;
  readonly heldOut: boolean;
  readonly method: MethodName;
}

export const bench: Bench = {
  measures: 'Targets of quality that a model misses',
  unit: 'targets',
  target: 0,
  better: 'lower',
  async run(folder): Promise<BenchResult> {
    const own = readOwnRecordings(process.env.CLEARTAKE_RECORDINGS);
    const items = await makeMaterial(folder, own);
    const methods = createMethods(folder);
    const outcomes: Outcome[] = [];
    for (const item of items) {
      for (const method of METHODS) outcomes.push(await judge(folder, item, method, methods[method]));
    }
    writeFileSync(path.join(import.meta.dirname, 'results', 'quality-items.json'), JSON.stringify(outcomes, null, 1));
    printTable('all', outcomes);
    printTable(
      'kept out of tuning',
      outcomes.filter((one) => one.heldOut),
    );
    const targets = targetsOf(outcomes);
    for (const { what, figure, met } of targets)
      console.log(`  ${met ? 'met   ' : 'missed'} ${what}: ${figure.toFixed(3)}`);
    return { value: targets.filter(({ met }) => !met).length, details: detailsOf(outcomes, items, own) };
  },
};

async function judge(folder: string, item: Item, name: MethodName, method: Method): Promise<Outcome> {
  const began = performance.now();
  const restored = await method(item.heard);
  const seconds = (performance.now() - began) / 1000;
  if (restored.length !== item.heard.length) throw new Error(`${name} changed the length of ${item.name}`);
  return {
    item: item.name,
    row: item.row,
    heldOut: item.heldOut,
    method: name,
    siSdr: siSdr(item.clean, restored),
    segmentalSnr: segmentalSnr(item.clean, restored, MATERIAL_RATE),
    logSpectralDistance: await logSpectralDistance(item.clean, restored, MATERIAL_RATE),
    stoi: await stoi(atStoiRate(folder, item.clean), atStoiRate(folder, restored)),
    realTimeFactor: seconds / (item.heard.length / MATERIAL_RATE),
  };
}

function atStoiRate(folder: string, samples: Float32Array): Float32Array {
  const whole = path.join(folder, 'whole.wav');
  writeWav(whole, [samples], MATERIAL_RATE);
  return decode(whole, { sampleRate: STOI_RATE, channels: 1 }).channels[0] as Float32Array;
}

interface Target {
  readonly what: string;
  readonly figure: number;
  readonly met: boolean;
}

function targetsOf(outcomes: readonly Outcome[]): Target[] {
  const targets: Target[] = [];
  const atLeast = (what: string, figure: number, least: number) =>
    void targets.push({ what: `${what} at least ${least}`, figure, met: figure >= least });
  const rows = ROWS.filter((row) => outcomes.some((one) => one.row === row));
  const noises = rows.filter((row) => NOISE_ROWS.includes(row));
  const gain = (method: MethodName, row: Row, figure: 'siSdr' | 'stoi') =>
    meanOf(outcomes, method, row, figure) - meanOf(outcomes, 'nothing', row, figure);
  for (const [model, least] of [
    ['service-2', 8.5],
    ['service-3.5', 10],
  ] as const) {
    const mean = noises.reduce((sum, row) => sum + gain(model, row, 'siSdr'), 0) / noises.length;
    atLeast(`${model}, SI-SDR over the input, mean of the noise rows, dB`, mean, least);
    for (const row of rows) {
      if (row !== 'clean') atLeast(`${model}, SI-SDR over the input, ${row}, dB`, gain(model, row, 'siSdr'), -0.3);
    }
    atLeast(`${model}, SI-SDR of clean speech, dB`, meanOf(outcomes, model, 'clean', 'siSdr'), 30);
  }
  atLeast('service-3.5, SI-SDR over the input, reverberation, dB', gain('service-3.5', 'reverberation', 'siSdr'), 1.5);
  atLeast('service-3.5, STOI over the input, reverberation', gain('service-3.5', 'reverberation', 'stoi'), 0.05);
  return targets;
}

function meanOf(outcomes: readonly Outcome[], method: MethodName, row: Row, figure: keyof Figures): number {
  const mine = outcomes.filter((one) => one.method === method && one.row === row);
  // Speech that was left as it is has no bound: what is beyond 60 dB counts as 60.
  return mine.reduce((sum, one) => sum + Math.min(60, one[figure]), 0) / mine.length;
}

function printTable(title: string, outcomes: readonly Outcome[]): void {
  const rows = ROWS.filter((row) => outcomes.some((one) => one.row === row));
  console.log(`  ${title}: SI-SDR dB / segmental SNR dB / log-spectral distance dB / STOI / real-time factor`);
  for (const row of rows) {
    console.log(`  ${row}`);
    for (const method of METHODS) {
      const figure = (name: keyof Figures, digits: number) =>
        meanOf(outcomes, method, row, name).toFixed(digits).padStart(7);
      console.log(
        `    ${method.padEnd(15)}${figure('siSdr', 2)}${figure('segmentalSnr', 2)}${figure('logSpectralDistance', 2)}${figure('stoi', 3)}${figure('realTimeFactor', 3)}`,
      );
    }
  }
}

function detailsOf(outcomes: readonly Outcome[], items: readonly Item[], own: OwnRecordings) {
  const details: Record<string, number | string> = {
    items: items.length,
    heldOut: items.filter((item) => item.heldOut).length,
    ownRecordings: own.clean.length + own.noise.length + own.rooms.length + own.noisy.length,
  };
  for (const row of ROWS.filter((one) => outcomes.some((outcome) => outcome.row === one))) {
    for (const method of METHODS)
      details[`${row}, ${method}`] = Number(meanOf(outcomes, method, row, 'siSdr').toFixed(2));
  }
  return details;
}
