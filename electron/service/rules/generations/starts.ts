/** Decides whether a generation starts, from rows read in the transaction that starts it: nothing can change in between. */

import type { AccountState } from '../billing/account-state.ts';
import { admit, type StartAdmission } from '../billing/admission.ts';
import { quotedAmount, type StartQuote } from '../billing/quote.ts';

/** Generations of a project. A listing returns all of them. */
const MOST_GENERATIONS = 1000;

/** An Idempotency-Key with the fingerprint of its request. */
export interface Idempotency {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

/** Who starts a generation, and with which key. */
export interface Starter {
  readonly userId: string;
  readonly keyId: string;
  /** The key's hash when the call was authenticated; undefined skips the check of the key. */
  readonly secretHash?: string | null;
}

/** What prevents a start, whatever its price. */
export type ObstacleOf<Generation> =
  | { readonly kind: 'key-inactive' }
  | { readonly kind: 'key-replaced' }
  /** The same request came before and started this generation. */
  | { readonly kind: 'repeated'; readonly generation: Generation }
  /** The idempotency key was used for another request. */
  | { readonly kind: 'key-reused' }
  | { readonly kind: 'plan-required' }
  | { readonly kind: 'payment-failed' };

export type StartDecision<Generation> =
  | { readonly kind: 'go' }
  | ObstacleOf<Generation>
  | { readonly kind: 'not-uploaded' }
  /** The project has `MOST_GENERATIONS`. */
  | { readonly kind: 'too-many' }
  /** The account's sums would no longer be exact. */
  | { readonly kind: 'uncountable' }
  | Exclude<StartAdmission, { kind: 'admitted' }>;

/** The rows that matter whatever the price. */
export interface StarterRows<Generation> {
  /** The starter's key. */
  readonly key: { readonly status: string; readonly secretHash: string | null } | null;
  /** The request that used the same idempotency key. */
  readonly earlier: { readonly fingerprint: string; readonly generation: Generation } | null;
  readonly account: AccountState;
}

export interface StartRows<Generation> extends StarterRows<Generation> {
  readonly project: { readonly status: string; readonly uploadedAt: number | null } | null;
  /** How many generations the project has. */
  readonly generations: number;
}

/** Null when nothing prevents the start. A repeated request is answered even when the account may no longer start anything. */
export function findObstacle<Generation>(
  { secretHash }: Starter,
  idempotency: Idempotency | null,
  { key, earlier, account }: StarterRows<Generation>,
  now: number,
): ObstacleOf<Generation> | null {
  if (secretHash !== undefined) {
    if (key?.status !== 'active') return { kind: 'key-inactive' };
    if (key.secretHash !== secretHash) return { kind: 'key-replaced' };
  }
  if (earlier !== null) {
    const isSame = earlier.fingerprint === idempotency?.fingerprint;
    return isSame ? { kind: 'repeated', generation: earlier.generation } : { kind: 'key-reused' };
  }
  const { kind } = admit(account, 0, now);
  return kind === 'plan-required' || kind === 'payment-failed' ? { kind } : null;
}

export function decideStart<Generation>(
  starter: Starter,
  idempotency: Idempotency | null,
  quote: StartQuote,
  rows: StartRows<Generation>,
  now: number,
): StartDecision<Generation> {
  const obstacle = findObstacle(starter, idempotency, rows, now);
  if (obstacle !== null) return obstacle;
  const { project } = rows;
  if (project?.status !== 'uploaded') return { kind: 'not-uploaded' };
  // The medium was replaced after it was quoted.
  if (quote.uploadedAt !== null && quote.uploadedAt !== project.uploadedAt) return { kind: 'not-uploaded' };
  if (rows.generations >= MOST_GENERATIONS) return { kind: 'too-many' };
  try {
    const admission = admit(rows.account, quotedAmount(quote), now);
    return admission.kind === 'admitted' ? { kind: 'go' } : admission;
  } catch (failure) {
    if (failure instanceof RangeError) return { kind: 'uncountable' };
    throw failure;
  }
}
