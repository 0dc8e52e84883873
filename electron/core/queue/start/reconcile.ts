/**
 * Settles uncertain starts by the service's listing. A new id is adopted. Its absence counts only in a complete listing that began after
 * the quarantine; then the start is resent once automatically, or the person decides.
 */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { ListedGeneration } from '../../../../shared/service-api/answers.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { GenerationRow, JobRow, StartAttemptRow } from '../../store/schema.ts';
import { readPreferences } from '../../store/tables/preferences.ts';
import { releaseHold } from '../money/holds.ts';
import { presentQuote } from '../money/meter.ts';
import type { Books, QueueContext } from '../parts/queue-context.ts';
import { adopt, expectationOf, listKnown } from './adoption.ts';
import { describeListing, observe } from './evidence.ts';
import { type Proof, proofOf } from './listing.ts';

/** Without a price, recordings up to this length may be resent automatically. */
const RESEND_CEILING_SECONDS = 600;

/** The result of one check. `wait`: check again after this many milliseconds. */
export type Reconciliation =
  | { readonly kind: 'settled' }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'ask' };

/**
 * Checks once a generation in state `unknown`, or in `needs-you`, which a listing may still settle.
 * @throws CleartakeError when the listing fails: the generation stays as it is
 */
export async function reconcile(
  context: Books & Pick<QueueContext, 'quarantine'>,
  client: ServiceClient,
  job: JobRow,
  generation: GenerationRow,
): Promise<Reconciliation> {
  const { ports, quarantine, store } = context;
  const { state, projectId } = generation;
  const isOpen = state.kind === 'unknown' || state.kind === 'needs-you';
  const attempt = isOpen ? store.generations.attempt(state.attemptId) : undefined;
  if (!isOpen || attempt === undefined || projectId === null) {
    throw new CleartakeError('unexpected', { detail: 'an unresolved start without its attempt' });
  }

  // The time at which the listing begins counts, not when it arrives.
  const remaining = quarantine.remaining(job.connectionId, attempt, state.since);
  ports.pass('reconcile:before-listing');
  // A project that the service does not know proves nothing: the key may belong to another account.
  const known = await listKnown(client, projectId);
  // This computer's own service has no other accounts: what it doesn't know is lost, and begins again.
  if (known === null && job.connectionId === BUILT_IN_ID && state.kind === 'unknown') {
    throw new CleartakeError('projectUnknown', { detail: 'the built-in service lost it' });
  }
  const listed = known ?? [];
  ports.pass('reconcile:listed');
  if (!isStillOpen(context, generation, attempt)) return { kind: 'settled' };
  const expected = expectationOf(context, job, generation, projectId, attempt.baseline);
  const proof: Proof = known === null ? { kind: 'incomplete', found: [] } : proofOf(known, expected);

  // Presence counts in a complete listing. In an incomplete one it counts only after the quarantine.
  const mayAdopt = proof.kind === 'present' || (proof.kind === 'incomplete' && remaining === 0);
  if (mayAdopt && proof.found.length > 0) {
    adopt(context, job, generation, attempt, proof.found);
    return { kind: 'settled' };
  }
  quarantine.missed(attempt.id);
  if (state.kind === 'needs-you') return { kind: 'ask' };
  observe(context, generation.id, 'listed', `${proof.kind}: ${describeListing(listed)}`);
  if (remaining > 0) {
    const next = quarantine.nextLook(job.connectionId, attempt.id, ports.random());
    return { kind: 'wait', milliseconds: Math.min(remaining, next) };
  }
  return conclude(context, job, generation, attempt, proof, listed);
}

/** Whether nobody settled it while the listing was on its way. */
function isStillOpen({ store }: Pick<QueueContext, 'store'>, { id }: GenerationRow, attempt: StartAttemptRow): boolean {
  const { state } = store.generations.get(id);
  return (state.kind === 'unknown' || state.kind === 'needs-you') && state.attemptId === attempt.id;
}

/** After the quarantine, when the listing does not contain it. */
function conclude(
  context: Books,
  job: JobRow,
  generation: GenerationRow,
  attempt: StartAttemptRow,
  proof: Proof,
  listed: readonly ListedGeneration[],
): Reconciliation {
  const { ports, store, transitions } = context;
  // Anything that the service once listed may be billed, even if it is not listed now. This computer's own bills nothing.
  const wasSeen = attempt.outcome !== null;
  const isFree = job.connectionId === BUILT_IN_ID;
  const resends = proof.kind === 'absent' && (isFree || (!wasSeen && mayResend(context, job, generation)));
  store.transaction(() => {
    if (proof.kind === 'absent') observe(context, generation.id, 'absent', describeListing(listed));
    if (!resends) {
      transitions.generation(generation.id, { kind: 'ask' });
      return;
    }
    resend(context, generation, attempt);
    ports.pass('reconcile:in-resend');
  });
  if (!resends) {
    ports.log.warn('The listing cannot tell whether a start happened', {
      generation: generation.id,
      listing: proof.kind,
    });
    return { kind: 'ask' };
  }
  ports.pass('reconcile:resend-durable');
  return { kind: 'settled' };
}

/** Whether the rules allow an automatic resend. */
function mayResend(context: Pick<QueueContext, 'store'>, job: JobRow, generation: GenerationRow): boolean {
  if (generation.resends > 0) return false;
  const { amount, billableSeconds } = presentQuote(context, job, generation);
  if (amount !== null) return amount <= readPreferences(context.store).resendCeiling;
  return (billableSeconds ?? Number.POSITIVE_INFINITY) < RESEND_CEILING_SECONDS;
}

/** Makes it ready again without asking. Runs inside the caller's transaction. */
function resend(context: Books, generation: GenerationRow, attempt: StartAttemptRow): void {
  const { ports, store, transitions } = context;
  store.generations.resolveAttempt(attempt.id, 'absent', ports.clock.now());
  releaseHold(context, generation.id);
  store.generations.update(generation.id, { resends: generation.resends + 1 });
  transitions.generation(generation.id, { kind: 'start-again' });
}

/** The person decided to start an unresolved generation again. The limit does not apply. */
export function startAgain(context: Books, generation: GenerationRow): void {
  const { ports, store, transitions } = context;
  store.transaction(() => {
    if ('attemptId' in generation.state) {
      store.generations.resolveAttempt(generation.state.attemptId, 'absent', ports.clock.now());
    }
    releaseHold(context, generation.id);
    transitions.generation(generation.id, { kind: 'start-again' });
  });
}
