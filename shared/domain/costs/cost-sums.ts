/** What a number of generations cost, and by what costs are grouped and filtered. Amounts are micro-USD. */

import type { ModelId } from '../models.ts';
import type { MicroUsd } from '../money.ts';

export const COST_BY = ['model', 'batch', 'connection', 'show'] as const;
export type CostBy = (typeof COST_BY)[number];

export interface CostSums {
  /** Charged generations, without refunded ones. */
  readonly generations: number;
  /** Billed seconds. */
  readonly seconds: number;
  /** Charges less refunds. */
  readonly charged: MicroUsd;
  readonly refunded: MicroUsd;
  /** Charged generations whose price is not known. */
  readonly unpriced: number;
  /** Charged generations for which the 60-second minimum added something, and what it added. */
  readonly short: number;
  readonly addedByMinimum: MicroUsd;
  /** Generations whose results came from history, and what that saved. */
  readonly reused: number;
  readonly saved: MicroUsd;
}

/** What is counted; a field that is missing or null leaves everything in. */
export interface CostFilter {
  /** Milliseconds since the epoch, at a quarter of an hour. */
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
  readonly connectionId?: string | null | undefined;
  readonly model?: ModelId | null | undefined;
  readonly batchId?: string | null | undefined;
  /** With its last separator; empty for recordings without a path. */
  readonly folder?: string | null | undefined;
}

export const NO_COSTS: CostSums = {
  generations: 0,
  seconds: 0,
  charged: 0,
  refunded: 0,
  unpriced: 0,
  short: 0,
  addedByMinimum: 0,
  reused: 0,
  saved: 0,
};

export function addCosts(one: CostSums, other: CostSums): CostSums {
  return {
    generations: one.generations + other.generations,
    seconds: one.seconds + other.seconds,
    charged: one.charged + other.charged,
    refunded: one.refunded + other.refunded,
    unpriced: one.unpriced + other.unpriced,
    short: one.short + other.short,
    addedByMinimum: one.addedByMinimum + other.addedByMinimum,
    reused: one.reused + other.reused,
    saved: one.saved + other.saved,
  };
}

/** The last part of a folder, by which people know their show; empty for recordings without a path. */
export function showName(folder: string): string {
  return folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder;
}
