/**
 * Restoring recordings of the history once more, over the connections that they were restored with: with another model, with other settings,
 * or because their results are gone. Each becomes a new job; what was restored stays. What history has is used again.
 */

import type { QuoteView } from '../../../../shared/contract/queue/queue.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { hasEnded } from '../../../../shared/domain/job-state.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { QuotePorts } from '../money/quote.ts';
import type { Calls, QueueContext } from '../parts/queue-context.ts';
import { quoteSendable, type Sendable, startOnceMore } from './send.ts';

/** What is restored again. */
export interface AgainRequest {
  readonly jobIds: readonly string[];
  /** Instead of those that the recordings were restored with. */
  readonly models?: readonly ModelId[] | undefined;
  /** Likewise, apart from the models. */
  readonly settings?: BatchPreset | undefined;
}

/** Jobs that have ended, whose connection is there and whose file isn't on the queue once more; one for each file. */
function repeatable(
  { store }: Pick<QueueContext, 'store'>,
  { jobIds, models, settings }: AgainRequest,
): readonly Sendable[] {
  const found = new Map<string, Sendable>();
  for (const job of store.jobs.many(jobIds)) {
    const { connectionId, preset: earlier, state } = job;
    const connection = store.connections.get(connectionId);
    if (!hasEnded(state) || connection === undefined || connection.removedAt !== null) continue;
    const recording = store.recordings.get(job.recordingId);
    // Whatever it was started with: nothing is paid for that history has.
    const { startedAs: _, reuse: __, excerpt, ...restoredWith } = earlier;
    if (excerpt !== undefined || recording.origin === 'lost') continue;
    const preset = { ...(settings ?? restoredWith), models: [...(models ?? restoredWith.models)] };
    found.set(recording.realPath, { job, recording, preset, connectionId });
  }
  for (const realPath of store.recordings.openAmong([...found.keys()], { review: true })) found.delete(realPath);
  return [...found.values()];
}

/** What it would cost; those that can't be restored again are in no figure. */
export function quoteAgain(context: QuotePorts, request: AgainRequest): QuoteView {
  return quoteSendable(context, repeatable(context, request));
}

/**
 * Writes and starts a job for each of them.
 * @param maxCost micro-USD, as it was shown: nothing is started that costs more. Null where no price was known
 * @returns the new jobs
 * @throws CleartakeError costsMoreThanQuoted
 */
export async function restoreAgain(
  context: QuotePorts & Calls,
  request: AgainRequest,
  maxCost: number | null,
): Promise<string[]> {
  const { amount } = quoteAgain(context, request);
  if (maxCost !== null && amount !== null && amount > maxCost) throw new CleartakeError('costsMoreThanQuoted');
  return await startOnceMore(
    context,
    request.jobIds,
    (part) => repeatable(context, { ...request, jobIds: part }),
    maxCost,
  );
}
