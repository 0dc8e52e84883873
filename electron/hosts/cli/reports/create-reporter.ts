/** How a command reports progress: bars on a terminal, plain lines elsewhere, JSON lines for programs. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import type { LeftOut } from '../../../../shared/domain/left-out.ts';
import { fileWordOf } from '../../../../shared/domain/models.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import type { Bars } from '../output/bars.ts';
import { print, say } from '../output/printer.ts';
import { jobName, outputsOf, progressOf, stateInWords } from './job-words.ts';
import { createLineReporter } from './line-reporter.ts';
import { createJsonReporter, jobCounts, type Reporter } from './reporter.ts';

export async function createReporter(options: { readonly json?: boolean }): Promise<Reporter> {
  if (options.json === true) return withHistory(createJsonReporter());
  const { createBars } = await import('../output/bars.ts');
  const bars = createBars();
  return withHistory(bars === null ? plainReporter() : barReporter(bars));
}

/** Adds a line for each result that is not paid for again, because an earlier one is used. */
function withHistory(reporter: Reporter): Reporter {
  const reported = new Set<string>();
  function note(job: JobView): void {
    for (const { id, model, reused, state } of job.generations) {
      if (!reused || state !== 'stored' || reported.has(id)) continue;
      reported.add(id);
      reporter.note(
        { event: 'reused', id: job.id, model },
        `${jobName(job)}: ${fileWordOf(model)} from history, not paid again`,
      );
    }
  }
  return {
    ...reporter,
    job(job) {
      note(job);
      reporter.job(job);
    },
  };
}

/** Plain lines on standard error; outputs go to standard output in the summary. */
function plainReporter(): Reporter {
  const lines = createLineReporter(say);
  return {
    ...lines,
    note: (_fields, line) => say(line),
    skipped: printSkipped,
    summary(jobs, skipped) {
      lines.end();
      printSummary(jobs, skipped);
    },
  };
}

function barReporter(bars: Bars): Reporter {
  const final = new Set<string>();
  return {
    begin: () => undefined,
    note(_fields, line) {
      if (bars.isEmpty) say(line);
      else bars.log(line);
    },
    job(job) {
      if (isFinal(job.state)) {
        bars.remove(job.id);
        if (!final.has(job.id)) bars.log(`${jobName(job)}: ${stateInWords(job)}`);
        final.add(job.id);
      } else if (bars.has(job.id) || job.state.kind !== 'queued') {
        bars.show(job.id, progressOf(job), jobName(job), stateInWords(job));
      }
    },
    skipped: printSkipped,
    summary(jobs, skipped) {
      bars.stop();
      printSummary(jobs, skipped);
    },
  };
}

function printSkipped({ path, reason }: LeftOut): void {
  say(`${path}: ${reason}`);
}

function printSummary(jobs: readonly JobView[], skipped: number): void {
  // Programs that need the exact bytes of odd names have `--json`.
  for (const output of jobs.flatMap(outputsOf)) print(output);
  const { couldBeBetter, done, failed, inReview, waiting } = jobCounts(jobs);
  const charged = chargedFor(jobs);
  const parts = [jobs.length === 0 && skipped === 0 ? 'Nothing to do' : `${done} done`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (inReview > 0) parts.push(`${inReview} held back for review`);
  if (couldBeBetter > 0) parts.push(`${couldBeBetter} could be better`);
  if (waiting > 0) parts.push(`${waiting} waiting for you`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (charged > 0) parts.push(`${formatUsd(charged)} USD charged`);
  say(parts.join(', '));
}

/** Micro-USD that the service charged, as far as its prices are known. */
function chargedFor(jobs: readonly JobView[]): number {
  const generations = jobs.flatMap((job) => job.generations.filter(({ charged }) => charged));
  return generations.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}
