/** What each way of restoring makes of a piece, in figures. */

import type { Piece } from '../../fixtures/quality/material.ts';
import { logSpectralDistance, missingSpeech, segmentalSnr } from '../audio/distances.ts';
import { createMethods, METHODS, type Method, type MethodName, resampled } from '../audio/methods.ts';
import { siSdr } from '../audio/metrics.ts';
import { extendedStoi, STOI_RATE, stoi } from '../audio/stoi.ts';
import { NETWORK_RATE, otherNetworks } from './other-networks.ts';
import { PESQ_RATE, pesq } from './pesq.ts';

/** Speech that was left as it is has no bound: what is beyond this counts as this, in decibels. */
export const MOST_DECIBELS = 60;

/** Figures of one piece by one method. */
export interface Figures {
  /** Decibels. */
  readonly siSdr: number;
  /** By how much that is more than the input's, decibels. */
  readonly gain: number;
  /** 1.04 to 4.64. */
  readonly pesq: number;
  /** 0 to 1. */
  readonly estoi: number;
  readonly stoi: number;
  /** Decibels. */
  readonly segmentalSnr: number;
  readonly logSpectralDistance: number;
  /** Speech that is gone, in percent of its energy. */
  readonly lost: number;
  /** By how much the speech in the output is louder than it was, decibels. */
  readonly level: number;
}

export interface Outcome extends Figures, Pick<Piece, 'part' | 'row' | 'name'> {
  readonly method: MethodName;
}

export interface Judge {
  /** By every method that is asked for and can be had. */
  outcomesOf(piece: Piece): Promise<readonly Outcome[]>;
}

/** @param folder for what is made on the way @param models where the files of others' networks are, if anywhere */
export async function createJudge(
  folder: string,
  models: string | undefined,
  wanted: (method: string) => boolean,
): Promise<Judge> {
  const own = createMethods(folder);
  const others = models === undefined ? {} : await otherNetworks(models);
  const all: Partial<Record<MethodName, Method>> = { ...own, ...others };
  return {
    async outcomesOf(piece) {
      const target = await targetOf(folder, piece);
      const before = siSdr(piece.clean, piece.heard);
      const outcomes: Outcome[] = [];
      for (const name of METHODS) {
        const method = all[name];
        if (method === undefined || !wanted(name)) continue;
        // Others' networks know one rate, and what lies above it would be lost.
        if (name in others && piece.rate !== NETWORK_RATE) continue;
        const restored = await method(piece.heard, piece.rate);
        if (restored.length !== piece.heard.length) throw new Error(`${name} changed the length of ${piece.name}`);
        const { part, row, name: of } = piece;
        outcomes.push({ part, row, name: of, method: name, ...(await figuresOf(folder, target, restored, before)) });
      }
      return outcomes;
    },
  };
}

interface Target {
  readonly rate: number;
  readonly clean: Float32Array;
  readonly cleanForStoi: Float32Array;
  readonly cleanForPesq: Float32Array;
}

async function targetOf(folder: string, { clean, rate }: Piece): Promise<Target> {
  return {
    rate,
    clean,
    cleanForStoi: resampled(folder, clean, rate, STOI_RATE),
    cleanForPesq: resampled(folder, clean, rate, PESQ_RATE),
  };
}

async function figuresOf(folder: string, target: Target, restored: Float32Array, before: number): Promise<Figures> {
  const { clean, rate } = target;
  const ratio = siSdr(clean, restored);
  const forStoi = resampled(folder, restored, rate, STOI_RATE);
  return {
    siSdr: ratio,
    gain: Math.min(MOST_DECIBELS, ratio) - Math.min(MOST_DECIBELS, before),
    pesq: await pesq(target.cleanForPesq, resampled(folder, restored, rate, PESQ_RATE)),
    estoi: await extendedStoi(target.cleanForStoi, forStoi),
    stoi: await stoi(target.cleanForStoi, forStoi),
    segmentalSnr: segmentalSnr(clean, restored, rate),
    logSpectralDistance: await logSpectralDistance(clean, restored, rate),
    lost: await missingSpeech(clean, restored, rate),
    level: levelOfSpeech(clean, restored),
  };
}

/** Of the part of `restored` that is `clean`, in decibels. */
function levelOfSpeech(clean: Float32Array, restored: Float32Array): number {
  let energy = 0;
  let product = 0;
  for (const [i, value] of clean.entries()) {
    energy += value * value;
    product += value * (restored[i] as number);
  }
  return 20 * Math.log10(Math.max(1e-5, product / energy));
}
