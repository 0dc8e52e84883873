/** What a command tells before the work: what the run will do, what it can cost at most, and what an earlier run left. */

import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import type { ImportReport, SplitRecording } from '../../../../shared/contract/queue/queue.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { insteadOf, repeatSentence } from '../../../../shared/domain/costs/paid-repeat-words.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import { type ModelId, priceOf } from '../../../../shared/domain/models.ts';
import { formatUsd, type MicroUsd, quoteGeneration, sumQuotes } from '../../../../shared/domain/money.ts';
import { countOf, formatDuration, localDates } from '../../../../shared/domain/units.ts';
import { openForReading } from '../access/open-store.ts';
import type { Reporter } from './reporter.ts';

export interface Run {
  readonly recordings: number;
  readonly connection: ConnectionView;
  readonly models: readonly ModelId[];
  readonly maxCost: MicroUsd | null;
}

/** Announces the run. @returns a reporter that also tells its price as soon as every recording is measured */
export function withForecast(reporter: Reporter, run: Run): Reporter {
  const { connection, maxCost, models, recordings } = run;
  const prices = models.map((model) => priceOf(connection.prices, model));
  const isFree = prices.every((price) => price === 0);
  const cap = maxCost === null ? '' : `, never more than ${formatUsd(maxCost)} USD`;
  const price = isFree ? ', free' : prices.includes(null) ? ', prices unknown' : '';
  reporter.note(
    { event: 'begun', recordings, connection: connection.name, maxCost },
    `${countOf(recordings, 'recording')} over ${connection.name}${`${price}${isFree ? '' : cap}`}`,
  );
  if (isFree || prices.includes(null)) return reporter;

  /** Billed seconds by job, counted in the files; 0 for a job that ended uncounted, since nothing of it is sent. */
  const lengths = new Map<string, number>();
  function note(job: JobView): void {
    if (lengths.size === recordings || (job.countedSeconds === null && !isFinal(job.state))) return;
    lengths.set(job.id, job.countedSeconds ?? 0);
    if (lengths.size < recordings) return;
    const seconds = [...lengths.values()].filter((length) => length > 0);
    const { amount } = sumQuotes(seconds.flatMap((length) => prices.map((each) => quoteGeneration(length, each))));
    const durationSeconds = seconds.reduce((sum, length) => sum + length, 0);
    reporter.note(
      { event: 'quote', recordings, durationSeconds, amount },
      `${countOf(recordings, 'recording')}, ${formatDuration(durationSeconds)} of audio: at most ${formatUsd(amount)} USD${cap}`,
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

/** Which recordings were left out because they would be paid for again, and what costs nothing instead. */
export function reportPaidBefore(reporter: Reporter, { paidBefore = [] }: ImportReport): void {
  const { date } = localDates(new Intl.DateTimeFormat().resolvedOptions().locale);
  for (const repeat of paidBefore) {
    const { earlier, model, path, reason } = repeat;
    const reasons = `${repeatSentence(repeat, date(earlier.at))} ${insteadOf(repeat, 'terminal')}`;
    reporter.note(
      { event: 'paid-before', path, model, reason, earlier },
      `${path}: ${reasons} Left out; \`--again\` restores it and pays again.`,
    );
  }
}

/** Which recordings look like parts of one. */
export function partsInWords(parts: readonly SplitRecording[]): string[] {
  return parts.map(({ missing, names }) =>
    missing.length === 0
      ? `${names.join(', ')} look like parts of one recording: \`--join\` makes one of them.`
      : `${names.join(', ')} look like parts of one recording, but can’t be joined: ${missing.join(', ')} ${missing.length === 1 ? 'isn’t' : 'aren’t'} among them.`,
  );
}

/** What an earlier run left of the same files: `resume` continues there without sending or paying anything again. */
export async function reportEarlierWork(
  reporter: Reporter,
  report: ImportReport,
  dataDirectory: string | undefined,
): Promise<void> {
  const unfinished = report.skipped.filter(({ kind }) => kind === 'in-queue').length;
  if (unfinished > 0) {
    reporter.note(
      { event: 'earlier', state: 'unfinished', recordings: unfinished },
      `An earlier run left ${countOf(unfinished, 'recording')} of these unfinished: run \`cleartake resume\` to continue.`,
    );
  }
  const store = await openForReading(dataDirectory);
  try {
    const failed = store?.recordings.countFailedBefore(report.batchId) ?? 0;
    if (failed === 0) return;
    reporter.note(
      { event: 'earlier', state: 'failed', recordings: failed },
      `${countOf(failed, 'recording')} of these failed in an earlier run: \`cleartake resume --failed\` continues from there and sends nothing twice. Press Ctrl-C to stop this run.`,
    );
  } finally {
    store?.close();
  }
}
