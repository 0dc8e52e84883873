/**
 * Settles starts of unknown fate by the service's own listing: a new id is adopted; its absence counts only in a listing that began
 * after the quarantine; then one automatic resend under the person's ceiling, else the person decides.
 */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { isModelId } from '../../../../shared/domain/models.ts';
import type { ListedGeneration } from '../../../../shared/service-api/answers.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import { readPreferences } from '../../store/preferences.ts';
import type { GenerationRow, JobRow, StartAttemptRow } from '../../store/schema.ts';
import type { QueueContext } from '../queue-context.ts';
import { releaseHold } from './holds.ts';

/** Without a price, a resend by itself is allowed up to this length. */
const RESEND_CEILING_SECONDS = 600;

/** What the listing said. `wait`: look again after this many milliseconds. */
export type Reconciliation =
  | { readonly kind: 'settled' }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'ask' };

/**
 * Looks once at a generation in state `unknown`.
 * @throws CleartakeError when the listing fails: the generation stays as it is
 */
export async function reconcile(
  context: QueueContext,
  client: ServiceClient,
  job: JobRow,
  generation: GenerationRow,
): Promise<Reconciliation> {
  const { ports, store, transitions } = context;
  const { state, projectId } = generation;
  const attempt = state.kind === 'unknown' ? store.generations.attempt(state.attemptId) : undefined;
  if (state.kind !== 'unknown' || attempt === undefined || projectId === null) {
    throw new CleartakeError('unexpected', { detail: 'an unresolved start without its attempt' });
  }

  const listingBegan = ports.clock.now();
  ports.pass('reconcile:before-listing');
  const fresh = newIds(context, await client.listGenerations(projectId), attempt, generation);
  ports.pass('reconcile:listed');
  const candidates = fresh.filter((one) => mayBeOf(one, generation));
  const first = candidates[0];
  if (first !== undefined) {
    if (candidates.length > 1) {
      const count = candidates.length;
      ports.log.error('The service lists more than one generation for one start', { generation: generation.id, count });
    }
    adopt(context, generation, attempt, first);
    return { kind: 'settled' };
  }
  if (fresh.length > 0) {
    // Something new that was never ordered here: no proof of anything, and nothing to send on the strength of it.
    ports.log.error('The service lists a generation that was not started here', { generation: generation.id });
    transitions.generation(generation.id, { kind: 'ask' });
    return { kind: 'ask' };
  }

  const quarantine =
    job.connectionId === BUILT_IN_ID
      ? context.settings.startQuarantineMs.builtIn
      : context.settings.startQuarantineMs.remote;
  // The request may have been on its way until sight of it was lost: after a sleep that is much later than the intent.
  const remaining = Math.max(attempt.intentAt, state.since) + quarantine - listingBegan;
  if (remaining > 0) return { kind: 'wait', milliseconds: remaining };
  return resendOrAsk(context, generation, attempt);
}

/** Ids that the baseline does not hold and that no other generation of the job has, in the listing's order. */
function newIds(
  context: QueueContext,
  listed: readonly ListedGeneration[],
  attempt: StartAttemptRow,
  generation: GenerationRow,
): readonly ListedGeneration[] {
  const known = new Set(attempt.baseline);
  for (const other of context.store.generations.ofJob(generation.jobId)) {
    if (other.id !== generation.id && other.remoteId !== null) known.add(other.remoteId);
  }
  return listed.filter((one) => !known.has(one.generationId));
}

/**
 * One start of a project is unresolved at a time, so a new id is its generation, whatever the service calls the model: only the
 * other model's exact id speaks against it.
 */
function mayBeOf(listed: ListedGeneration, generation: GenerationRow): boolean {
  return listed.modelKey === generation.model || !isModelId(listed.modelKey);
}

function adopt(
  context: QueueContext,
  generation: GenerationRow,
  attempt: StartAttemptRow,
  found: ListedGeneration,
): void {
  const { ports, store, transitions } = context;
  store.transaction(() => {
    store.generations.resolveAttempt(attempt.id, 'adopted', ports.clock.now());
    store.generations.update(generation.id, { remoteStatus: found.status });
    transitions.generation(generation.id, { kind: 'started', remoteId: found.generationId });
    ports.pass('reconcile:in-adoption');
  });
  ports.pass('reconcile:adopted');
}

function resendOrAsk(context: QueueContext, generation: GenerationRow, attempt: StartAttemptRow): Reconciliation {
  const { ports, store, transitions } = context;
  const cheap =
    generation.amount === null
      ? (generation.billableSeconds ?? Number.POSITIVE_INFINITY) < RESEND_CEILING_SECONDS
      : generation.amount <= readPreferences(store).resendCeiling;
  if (generation.resends > 0 || !cheap) {
    transitions.generation(generation.id, { kind: 'ask' });
    return { kind: 'ask' };
  }
  store.transaction(() => {
    store.generations.resolveAttempt(attempt.id, 'absent', ports.clock.now());
    releaseHold(context, generation.id);
    store.generations.update(generation.id, { resends: generation.resends + 1 });
    transitions.generation(generation.id, { kind: 'start-again' });
    ports.pass('reconcile:in-resend');
  });
  ports.pass('reconcile:resend-durable');
  return { kind: 'settled' };
}

/** The person's own decision to start again what could not be resolved. Runs whatever the ceiling says. */
export function startAgain(context: QueueContext, generation: GenerationRow): void {
  const { ports, store, transitions } = context;
  store.transaction(() => {
    if ('attemptId' in generation.state) {
      store.generations.resolveAttempt(generation.state.attemptId, 'absent', ports.clock.now());
    }
    releaseHold(context, generation.id);
    transitions.generation(generation.id, { kind: 'start-again' });
  });
}
