/** What a generation means to the ledger, as steps inside the transaction that starts, completes or fails it. */

import type { MicroUsd } from '../../../shared/domain/money.ts';
import type { Generation, Usage } from './records.ts';
import type { ServiceDatabase } from './sqlite-store.ts';

export type StartAdmission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'plan-required' }
  /** An invoice could not be withdrawn. */
  | { readonly kind: 'payment-failed' }
  | {
      readonly kind: 'limit-exceeded';
      readonly limit: MicroUsd;
      readonly spent: MicroUsd;
      readonly held: MicroUsd;
      readonly needed: MicroUsd;
    };

/** Whether an account may start something that costs this much. The hold has to follow in the same transaction. */
export function admitStart(
  _database: ServiceDatabase,
  _userId: string,
  _amount: MicroUsd,
  _now: number,
): StartAdmission {
  return { kind: 'admitted' };
}

/** Reserves what a generation that was admitted is expected to cost. */
export function placeHold(_database: ServiceDatabase, _generation: Generation, _amount: MicroUsd, _now: number): void {}

/** Turns the hold of a complete generation into its charge. */
export function chargeHold(_database: ServiceDatabase, _usage: Usage, _now: number): void {}

/** Gives the hold of a failed generation back. */
export function releaseHold(_database: ServiceDatabase, _generationId: string, _now: number): void {}
