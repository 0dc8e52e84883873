/** What a command reports to, and the reporter for programs: one JSON object per line. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { type ErrorRecord, inTerminal } from '../../../../shared/domain/errors.ts';
import type { LeftOut } from '../../../../shared/domain/left-out.ts';
import { print } from '../output/printer.ts';
import { outputsOf } from './job-words.ts';
import { jsonLine } from './printable.ts';

export interface Reporter {
  /** Starts the report. @param jobs how many are followed */
  begin(jobs: number): void;
  /** Reports something about the run as a whole. */
  note(fields: { readonly event: string; readonly [field: string]: unknown }, line: string): void;
  /** Reports a change of a job. */
  job(job: JobView): void;
  skipped(left: LeftOut): void;
  /** Reports the final views and ends the report. */
  summary(jobs: readonly JobView[], skipped: number): void;
}

/** One JSON object per line on standard output. */
export function createJsonReporter(): Reporter {
  const printed = new Map<string, string>();
  const printJson = (value: unknown) => print(jsonLine(value));
  return {
    begin: () => undefined,
    note: printJson,
    job(job) {
      const line = jobFacts(job);
      const text = JSON.stringify(line);
      if (printed.get(job.id) !== text) printJson({ event: 'job', ...line });
      printed.set(job.id, text);
    },
    skipped: (left) => printJson({ event: 'skipped', ...left }),
    summary: (jobs, skipped) => printJson({ event: 'summary', ...jobCounts(jobs), skipped, jobs: jobs.map(jobFacts) }),
  };
}

function jobFacts(job: JobView) {
  const { state } = job;
  return {
    id: job.id,
    name: job.name,
    folder: job.folder,
    state: state.kind,
    durationSeconds: job.durationSeconds,
    generations: job.generations.map(
      ({
        model,
        state: generationState,
        progress,
        billableSeconds,
        amount,
        charged,
        reused,
        also,
        exportedPath,
        leftOut,
        otherType,
      }) => ({
        model,
        state: generationState,
        progress: progress === null ? null : Math.round(progress * 1000) / 1000,
        billableSeconds,
        amount,
        charged,
        reused,
        output: exportedPath,
        ...(also === null ? {} : { also: also.path }),
        ...(leftOut === null ? {} : { leftOut }),
        ...(otherType === null ? {} : { otherType }),
      }),
    ),
    outputs: outputsOf(job),
    ...(state.kind === 'in-review' ? { held: state.held } : {}),
    ...(job.channelNotes.length > 0 ? { channelNotes: job.channelNotes } : {}),
    ...(job.remarks.length > 0 ? { remarks: job.remarks } : {}),
    ...(job.weaknesses.length > 0 ? { weaknesses: job.weaknesses } : {}),
    error: state.kind === 'failed' ? worded(state.error) : state.kind === 'waiting' ? worded(state.reason) : null,
  };
}

/** With the message for a terminal as one text. */
function worded(error: ErrorRecord): ErrorRecord {
  const { parts: _, ...rest } = error;
  return { ...rest, userMessage: inTerminal(error) };
}

export function jobCounts(jobs: readonly JobView[]) {
  const done = jobs.filter((job) => job.state.kind === 'done').length;
  const failed = jobs.filter((job) => job.state.kind === 'failed' || job.state.kind === 'cancelled').length;
  const inReview = jobs.filter((job) => job.state.kind === 'in-review').length;
  const couldBeBetter = jobs.filter((job) => job.weaknesses.length > 0).length;
  return { done, failed, inReview, couldBeBetter, waiting: jobs.length - done - failed - inReview };
}
