/** The ledger as people read it, and as a file: one line for each entry, and one for the quote that a hold reserved. */

import type { ModelId } from '../models.ts';
import type { MicroUsd } from '../money.ts';
import type { CostFilter } from './cost-sums.ts';

export const LEDGER_KINDS = ['quote', 'hold', 'charge', 'release', 'refund'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export interface LedgerLine {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: LedgerKind;
  readonly jobId: string;
  readonly recording: string;
  readonly folder: string;
  readonly connectionId: string;
  readonly connection: string;
  readonly batchId: string;
  readonly model: ModelId;
  readonly seconds: number;
  /** Null when the price is not known; of a quote, the most that was agreed to. */
  readonly amount: MicroUsd | null;
  /** The part of a charge or refund that the 60-second minimum added. */
  readonly addedByMinimum: MicroUsd | null;
  /** Id on the service; null until the service sent one. */
  readonly generationId: string | null;
}

export interface LedgerFilter extends CostFilter {
  /** Missing: every kind. */
  readonly kinds?: readonly LedgerKind[] | undefined;
}

/** A place in the ledger: the last entry of the page before. */
export interface LedgerPlace {
  readonly at: number;
  readonly id: number;
}

export interface LedgerPage {
  readonly lines: readonly LedgerLine[];
  /** Null at the end. */
  readonly next: LedgerPlace | null;
}
