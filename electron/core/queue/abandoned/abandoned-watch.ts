/**
 * Follows generations that were under way when their job was cancelled or failed: the service finishes and bills them. They are followed to
 * their end so that the ledger is right; their results are not downloaded.
 */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { isUnresolved } from '../../../../shared/domain/generation-state.ts';
import { every } from '../../../platform/time/timers.ts';
import { BUILT_IN_ID } from '../../connections/connections.ts';
import type { GenerationRow } from '../../store/schema.ts';
import type { Calls, QueueContext } from '../parts/queue-context.ts';
import { followUnderWay } from '../stages/follow.ts';
import { reconcile } from '../start/reconcile.ts';
import { abandonGenerations } from './abandon.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface AbandonedWatch {
  stop(): void;
}

export function createAbandonedWatch(
  context: Calls & Pick<QueueContext, 'quarantine' | 'runs' | 'settings' | 'speeds' | 'time'>,
): AbandonedWatch {
  const { ports, store } = context;
  const stopping = new AbortController();
  const stopLooking = every(ports.clock, context.settings.abandonedEveryMs, () => void look());
  setImmediate(() => void look());

  /** Never throws: a generation that cannot be settled now is checked again next time. */
  async function look(): Promise<void> {
    try {
      const perJob = Map.groupBy(stopping.signal.aborted ? [] : store.generations.abandoned(), ({ jobId }) => jobId);
      for (const [jobId, generations] of perJob) {
        if (stopping.signal.aborted) return;
        await lookAt(jobId, generations).catch((failure: unknown) => logFailure(failure, jobId));
      }
    } catch (failure) {
      logFailure(failure, null);
    }
  }

  function logFailure(failure: unknown, job: string | null): void {
    ports.log.warn('An abandoned generation could not be followed', {
      job,
      code: toCleartakeError(failure).code,
    });
  }

  async function lookAt(jobId: string, generations: readonly GenerationRow[]): Promise<void> {
    const job = store.jobs.get(jobId);
    const client = await context.connections.client(job.connectionId);
    for (const generation of generations) {
      if (isWorthAsking(generation)) await reconcile(context, client, job, markIntentUnknown(generation));
    }
    // The built-in service may not have got the cancel: the desk may have ended first. Send it now.
    if (job.connectionId === BUILT_IN_ID && job.state.kind === 'cancelled') await abandonGenerations(context, jobId);
    else await followUnderWay(context, client, generations, stopping.signal);
  }

  /** A start that stayed unresolved for a day is not checked anymore. */
  function isWorthAsking({ state }: GenerationRow): boolean {
    return isUnresolved(state) && (state.kind !== 'needs-you' || ports.clock.now() - state.since < DAY_MS);
  }

  /** Nothing of such a job runs anymore: if an intent is still there, its outcome could not be stored. */
  function markIntentUnknown(generation: GenerationRow): GenerationRow {
    if (generation.stateKind !== 'intent') return generation;
    context.transitions.generation(generation.id, { kind: 'lost-sight', now: ports.clock.now() });
    return store.generations.get(generation.id);
  }

  return {
    stop: () => {
      stopping.abort();
      void stopLooking();
    },
  };
}
