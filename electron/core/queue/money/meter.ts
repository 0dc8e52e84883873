/** What a meter would count of a recording, and what that costs at the connection's present price. */

import { type ModelId, priceOf } from '../../../../shared/domain/models.ts';
import { quoteGeneration } from '../../../../shared/domain/money.ts';
import type { ConnectionRow, GenerationRow, JobRow, RecordingRow } from '../../store/schema.ts';
import type { QueueContext } from '../parts/queue-context.ts';

/** Seconds that would be billed for a recording; null while only its headers were read, since they may be wrong. */
export function secondsToBill({
  countedSeconds,
  durationSeconds,
  frames,
}: Pick<RecordingRow, 'countedSeconds' | 'durationSeconds' | 'frames'>): number | null {
  return countedSeconds ?? (frames === null ? null : durationSeconds);
}

/** Whether a connection may charge anything: without a price it may. */
export function isMetered({ prices }: Pick<ConnectionRow, 'prices'>, models?: readonly ModelId[]): boolean {
  return Object.entries(prices).some(([model, price]) => price !== 0 && (models?.some((id) => id === model) ?? true));
}

/** The cost at the connection's present price; the stored quote when the length is unknown. */
export function presentQuote(
  { store }: Pick<QueueContext, 'store'>,
  job: JobRow,
  { model, billableSeconds, amount }: GenerationRow,
): Pick<GenerationRow, 'billableSeconds' | 'amount'> {
  const seconds = secondsToBill(store.recordings.get(job.recordingId));
  if (seconds === null) return { billableSeconds, amount };
  const quote = quoteGeneration(seconds, priceOf(store.connections.get(job.connectionId)?.prices, model));
  return { billableSeconds: quote.billableSeconds, amount: quote.amount };
}
