/** How a command reports progress: bars on a terminal, plain lines elsewhere, JSON lines for programs. */

import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { JobView } from '../../../../shared/contract/views.ts';
import { type ErrorRecord, inTerminal } from '../../../../shared/domain/errors.ts';
import { isFinal } from '../../../../shared/domain/job-state.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { JOB, SUMMARY } from '../strings/reports.ts';
import { jobName, outputsOf, progressOf, stateInWords } from './job-words.ts';
import { createLineReporter } from './line-reporter.ts';
import { jsonLine, printable } from './printable.ts';

export interface Reporter {
  /** Starts the report. @param jobs how many are followed */
  begin(jobs: number): void;
  /** Reports something about the run as a whole. */
  tell(fields: { readonly event: string; readonly [field: string]: unknown }, line: string): void;
  /** Reports a change of a job. */
  job(job: JobView): void;
  skipped(path: string, reason: string): void;
  /** Reports the final views and ends the report. */
  summary(jobs: readonly JobView[], skipped: number): void;
}

export function createReporter(options: { readonly json: boolean }): Reporter {
  if (options.json) return withHistory(jsonReporter());
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

/** One JSON object per line on standard output. */
function jsonReporter(): Reporter {
  const told = new Map<string, string>();
  const print = (value: unknown) => process.stdout.write(`${jsonLine(value)}\n`);
  return {
    begin: () => undefined,
    tell: print,
    job(job) {
      const line = jobFacts(job);
      const text = JSON.stringify(line);
      if (told.get(job.id) !== text) print({ event: 'job', ...line });
      told.set(job.id, text);
    },
    skipped: (path, reason) => print({ event: 'skipped', path, reason }),
    summary: (jobs, skipped) => print({ event: 'summary', ...counts(jobs), skipped, jobs: jobs.map(jobFacts) }),
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
      ({ model, state: generationState, progress, billableSeconds, amount, charged, reused, exportedPath }) => ({
        model,
        state: generationState,
        progress: progress === null ? null : Math.round(progress * 1000) / 1000,
        billableSeconds,
        amount,
        charged,
        reused,
        output: exportedPath,
      }),
    ),
    outputs: outputsOf(job),
    error: state.kind === 'failed' ? worded(state.error) : state.kind === 'waiting' ? worded(state.reason) : null,
  };
}

/** With the message for a terminal as one text. */
function worded(error: ErrorRecord): ErrorRecord {
  const { parts: _, ...rest } = error;
  return { ...rest, userMessage: inTerminal(error) };
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

function printSkipped(path: string, reason: string): void {
  process.stderr.write(`${printable(path)}: ${printable(reason)}\n`);
}

function printSummary(jobs: readonly JobView[], skipped: number): void {
  // Programs need the exact paths; on a terminal they must be harmless.
  const shown = process.stdout.isTTY ? printable : String;
  for (const output of jobs.flatMap(outputsOf)) process.stdout.write(`${shown(output)}\n`);
  const { done, failed, waiting } = counts(jobs);
  const charged = chargedFor(jobs);
  const parts = [jobs.length === 0 && skipped === 0 ? SUMMARY.nothing : SUMMARY.done(done)];
  if (failed > 0) parts.push(SUMMARY.failed(failed));
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

function counts(jobs: readonly JobView[]) {
  const done = jobs.filter((job) => job.state.kind === 'done').length;
  const failed = jobs.filter((job) => job.state.kind === 'failed' || job.state.kind === 'cancelled').length;
  return { done, failed, waiting: jobs.length - done - failed };
}
