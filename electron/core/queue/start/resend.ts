/** After a proven absence: one automatic resend within the person's limit, ever; otherwise the person decides. */

import type { GenerationRow, JobRow, StartAttemptRow } from '../../store/schema.ts';
import { readPreferences } from '../../store/tables/preferences.ts';
import { releaseHold } from '../money/holds.ts';
import { presentQuote } from '../money/meter.ts';
import type { Books, QueueContext } from '../parts/queue-context.ts';

/** Without a price, recordings up to this length may be resent automatically. */
const RESEND_CEILING_SECONDS = 600;

/** Whether the rules allow an automatic resend. */
export function mayResend(context: Pick<QueueContext, 'store'>, job: JobRow, generation: GenerationRow): boolean {
  if (generation.resends > 0) return false;
  const { amount, billableSeconds } = presentQuote(context, job, generation);
  if (amount !== null) return amount <= readPreferences(context.store).resendCeiling;
  return (billableSeconds ?? Number.POSITIVE_INFINITY) < RESEND_CEILING_SECONDS;
}

/** Makes it ready again without asking. Runs inside the caller's transaction. */
export function resend(context: Books, generation: GenerationRow, attempt: StartAttemptRow): void {
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
