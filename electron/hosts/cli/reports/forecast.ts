/** What a run is about to do and may cost at most, told before the work and once all lengths are known. */

import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { formatUsd, type MicroUsd, quoteGeneration, sumQuotes } from '../../../../shared/domain/money.ts';
import { countOf, formatDuration } from '../../../../shared/domain/units.ts';
import type { Reporter } from './reporter.ts';

export interface Run {
  readonly recordings: number;
  readonly connection: ConnectionView;
  readonly models: readonly ModelId[];
  readonly maxCost: MicroUsd | null;
}

/** Tells of the run at once. @returns a reporter that tells its price, too, as soon as every recording is measured */
export function withForecast(reporter: Reporter, run: Run): Reporter {
  const { connection, maxCost, models, recordings } = run;
  const prices = models.map((model) => connection.prices[model] ?? null);
  const isFree = prices.every((price) => price === 0);
  const count = countOf(recordings, 'recording');
  const cap = maxCost === null ? '' : `, never more than ${formatUsd(maxCost)} USD`;
  const price = isFree ? ', free' : prices.includes(null) ? ', whose prices are not known here' : '';
  reporter.tell(
    { event: 'begun', recordings, connection: connection.name, maxCost },
    `${count} over ${connection.name}${price}${isFree ? '' : cap}`,
  );
  if (isFree || prices.includes(null)) return reporter;

  /** Seconds of sound by job; of one that ended unmeasured nothing is sent. */
  const lengths = new Map<string, number>();
  function note(job: JobView): void {
    if (lengths.size === recordings || (job.durationSeconds === null && !isFinal(job.state))) return;
    lengths.set(job.id, job.durationSeconds ?? 0);
    if (lengths.size < recordings) return;
    const seconds = [...lengths.values()].filter((length) => length > 0);
    const { amount } = sumQuotes(seconds.flatMap((length) => prices.map((each) => quoteGeneration(length, each))));
    const durationSeconds = seconds.reduce((sum, length) => sum + length, 0);
    reporter.tell(
      { event: 'quote', recordings, durationSeconds, amount },
      `${count}, ${formatDuration(durationSeconds)} of sound: ${formatUsd(amount)} USD at most${cap}`,
    );
  }
  return {
    ...reporter,
    job(job) {
      note(job);
      reporter.job(job);
    },
  };
}
