/** How a command reports progress: bars on a terminal, plain lines elsewhere, JSON lines for programs. */

import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { LeftOut } from '../../../../shared/contract/queue/import-report.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { JOB, SUMMARY } from '../strings/reports.ts';
import { jobName, outputsOf, progressOf, stateInWords } from './job-words.ts';
import { createLineReporter } from './line-reporter.ts';
import { printable } from './printable.ts';
import { countJobs, createJsonReporter, type Reporter } from './reporter.ts';

export function createReporter(options: { readonly json: boolean }): Reporter {
  if (options.json) return withHistory(createJsonReporter());
  return withHistory(process.stderr.isTTY ? barReporter() : plainReporter());
}

/** Adds a line for each result that is not paid for again, because an earlier one is used. */
function withHistory(reporter: Reporter): Reporter {
  const told = new Set<string>();
  function note(job: JobView): void {
    for (const { id, model, reused, state } of job.generations) {
      if (!reused || state !== 'stored' || told.has(id)) continue;
      told.add(id);
      reporter.tell({ event: 'reused', id: job.id, model }, JOB.reused(jobName(job), model));
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
  const lines = createLineReporter(printLine);
  return {
    ...lines,
    tell: (_fields, line) => printLine(line),
    skipped: printSkipped,
    summary(jobs, skipped) {
      lines.end();
      printSummary(jobs, skipped);
    },
  };
}

function printLine(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

function barReporter(): Reporter {
  const bars = new MultiBar(
    {
      format: '{bar} {percentage}% {name} · {doing}',
      hideCursor: true,
      clearOnComplete: true,
      fps: 5,
      stream: process.stderr,
      barsize: 18,
    },
    Presets.shades_classic,
  );
  const shown = new Map<string, SingleBar>();
  const final = new Set<string>();
  return {
    begin: () => undefined,
    tell(_fields, line) {
      if (shown.size === 0) printLine(line);
      else bars.log(`${printable(line)}\n`);
    },
    job(job) {
      const fields = { name: jobName(job).slice(-40), doing: stateInWords(job).slice(0, 60) };
      const bar = shown.get(job.id);
      if (isFinal(job.state)) {
        if (bar !== undefined) bars.remove(bar);
        shown.delete(job.id);
        if (!final.has(job.id)) bars.log(`${jobName(job)}: ${stateInWords(job)}\n`);
        final.add(job.id);
      } else if (bar !== undefined) bar.update(progressOf(job), fields);
      else if (job.state.kind !== 'queued') shown.set(job.id, bars.create(1, progressOf(job), fields));
    },
    skipped: printSkipped,
    summary(jobs, skipped) {
      bars.stop();
      printSummary(jobs, skipped);
    },
  };
}

function printSkipped({ path, reason }: LeftOut): void {
  process.stderr.write(`${printable(path)}: ${printable(reason)}\n`);
}

function printSummary(jobs: readonly JobView[], skipped: number): void {
  // Programs need the exact paths; on a terminal they must be harmless.
  const shown = process.stdout.isTTY ? printable : String;
  for (const output of jobs.flatMap(outputsOf)) process.stdout.write(`${shown(output)}\n`);
  const { couldBeBetter, done, failed, inReview, waiting } = countJobs(jobs);
  const charged = chargedFor(jobs);
  const parts = [jobs.length === 0 && skipped === 0 ? SUMMARY.nothing : SUMMARY.done(done)];
  if (failed > 0) parts.push(SUMMARY.failed(failed));
  if (inReview > 0) parts.push(SUMMARY.inReview(inReview));
  if (couldBeBetter > 0) parts.push(SUMMARY.couldBeBetter(couldBeBetter));
  if (waiting > 0) parts.push(SUMMARY.waiting(waiting));
  if (skipped > 0) parts.push(SUMMARY.skipped(skipped));
  if (charged > 0) parts.push(SUMMARY.charged(formatUsd(charged)));
  process.stderr.write(`${parts.join(', ')}\n`);
}

/** Micro-USD that the service charged, as far as its prices are known. */
function chargedFor(jobs: readonly JobView[]): number {
  const generations = jobs.flatMap((job) => job.generations.filter(({ charged }) => charged));
  return generations.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}
