/** Jobs of the fake desk and how they move: the contract's views, advanced by hand or by a timer. */

import type { GenerationView, JobView, RunView, TimeSpan, TotalsView } from '../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import type { ErrorCode } from '../../../shared/domain/error-messages/table.ts';
import { CleartakeError, type ErrorRecord, toErrorRecord } from '../../../shared/domain/errors.ts';
import { isFinal, isWorkingStage, stageOf } from '../../../shared/domain/job-state.ts';
import { MODEL_IDS, type ModelId } from '../../../shared/domain/models.ts';
import { quoteGeneration } from '../../../shared/domain/money.ts';

/** Which connection a job is worked on over. */
export type Over = Pick<JobView, 'connectionId' | 'connection'>;

export const OVER_BUILT_IN: Over = { connectionId: 'built-in', connection: 'This computer' };

export const MOST_ACTIVE = 2;
/** Of a second of sound, in seconds of work; small recordings take at least LEAST_WORK_S. */
const WORK_PER_SECOND = 0.004;
const LEAST_WORK_S = 3;

export function errorOf(code: ErrorCode) {
  return toErrorRecord(new CleartakeError(code));
}

export function makeGeneration(jobId: string, model: ModelId): GenerationView {
  return {
    id: `gen-${jobId}-${model}`,
    model,
    state: 'ready',
    remoteStatus: null,
    progress: null,
    stages: [],
    error: null,
    billableSeconds: null,
    amount: null,
    charged: false,
    reused: false,
    kept: false,
    uncertainSince: null,
    exportedPath: null,
    exportFigures: null,
    leftOut: null,
    also: null,
    otherType: null,
  };
}

export function makeJob(position: number, part: Partial<JobView> & Pick<JobView, 'name'>, addedAt: number): JobView {
  const id = part.id ?? `job-${position}`;
  return {
    id,
    batchId: 'batch',
    priority: 'normal',
    position,
    folder: '',
    bytes: Math.round((part.durationSeconds ?? 0) * 96_000),
    durationSeconds: null,
    countedSeconds: part.durationSeconds ?? null,
    channels: 1,
    sampleRate: 48_000,
    channelNotes: [],
    hasVideo: false,
    started: false,
    own: null,
    state: { kind: 'queued' },
    transfer: null,
    redoAmount: null,
    excerpt: null,
    joined: [],
    side: null,
    weaknesses: [],
    changes: part.state?.kind === 'done' ? [{ kind: 'noise', decibels: 12 + (position % 5) * 3 }] : null,
    heard: false,
    track: null,
    remarks: [],
    generations: [],
    ...OVER_BUILT_IN,
    secondsLeft: null,
    exportProgress: null,
    finishing: false,
    addedAt,
    finishedAt: null,
    ...part,
  };
}

/** As billing leaves a job that is not over: held, or let go. */
export function holdJob(job: JobView, reason: ErrorRecord | null): JobView {
  const stage = stageOf(job.state);
  if (!job.started || stage === null || isFinal(job.state)) return job;
  return reason === null
    ? { ...job, state: { kind: stage } }
    : { ...job, transfer: null, state: { kind: 'waiting', from: stage, until: null, reason } };
}

/** The job as Start leaves it. */
export function startJob(job: JobView, preset: BatchPreset, prices: Readonly<Record<ModelId, number | null>>): JobView {
  const models = MODEL_IDS.filter((id) => preset.models.includes(id));
  const generations = models.map((model) => {
    const quote = quoteGeneration(job.durationSeconds ?? 0, prices[model]);
    return { ...makeGeneration(job.id, model), amount: quote.amount, billableSeconds: quote.billableSeconds };
  });
  return { ...job, started: true, generations };
}

/**
 * A job that is worked on, a moment later.
 * @param seconds how long the moment is
 */
export function advance(job: JobView, seconds: number, now: number): JobView {
  const work = Math.max(LEAST_WORK_S, (job.durationSeconds ?? 0) * WORK_PER_SECOND);
  switch (job.state.kind) {
    case 'queued':
      return { ...job, state: { kind: 'preparing' }, secondsLeft: exactly(work * 1.6) };
    case 'preparing':
      return {
        ...job,
        state: { kind: 'uploading' },
        transfer: { kind: 'upload', sentBytes: 0, totalBytes: job.bytes, bytesPerSecond: 18_000_000 },
      };
    case 'uploading': {
      const sent = (job.transfer?.sentBytes ?? 0) + Math.max(18_000_000, job.bytes / 2) * seconds;
      if (sent < job.bytes && job.transfer !== null) {
        return { ...job, transfer: { ...job.transfer, sentBytes: sent } };
      }
      return { ...job, state: { kind: 'generating' }, transfer: null, secondsLeft: exactly(work * 1.2) };
    }
    case 'ready':
      return { ...job, state: { kind: 'generating' }, secondsLeft: exactly(work) };
    case 'generating': {
      const generations = job.generations.map((generation) => advanceGeneration(generation, seconds / work));
      const left = generations.some((generation) => generation.state !== 'complete' && generation.state !== 'stored');
      const secondsLeft = exactly(Math.max(0, (job.secondsLeft?.most ?? work) - seconds));
      return { ...job, generations, secondsLeft, state: { kind: left ? 'generating' : 'downloading' } };
    }
    case 'downloading':
      return {
        ...job,
        state: { kind: 'exporting' },
        generations: job.generations.map((generation) => ({ ...generation, state: 'downloading' })),
      };
    case 'exporting':
      return {
        ...job,
        state: { kind: 'done' },
        secondsLeft: null,
        finishedAt: now,
        changes: [{ kind: 'noise', decibels: 18 }],
        generations: job.generations.map((generation) => ({ ...generation, state: 'stored', charged: true })),
      };
    default:
      return job;
  }
}

/** The second model takes longer; stages are named as the local service names them. */
function advanceGeneration(generation: GenerationView, share: number): GenerationView {
  if (generation.state === 'stored' || generation.state === 'complete') return generation;
  const speed = generation.model === 'service-2' ? 1.4 : 0.8;
  const progress = Math.min(1, (generation.progress ?? 0) + share * speed);
  const name = progress < 0.15 ? 'analyzing' : progress < 0.92 ? 'restoring' : 'encoding';
  return {
    ...generation,
    state: progress >= 1 ? 'complete' : 'processing',
    remoteStatus: progress >= 1 ? 'complete' : 'processing',
    progress,
    stages: [{ name, status: 'processing', progress }],
  };
}

function sumOf(generations: readonly GenerationView[]): number {
  return generations.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}

function exactly(seconds: number): TimeSpan {
  return { least: seconds, most: seconds };
}

function countInRun(
  run: Record<'started' | 'done' | 'failed' | 'cancelled' | 'startedAt' | 'finishedAt', number>,
  { addedAt, finishedAt, state: { kind } }: JobView,
): void {
  run.started += 1;
  if (kind === 'done' || kind === 'failed' || kind === 'cancelled') run[kind] += 1;
  run.startedAt = Math.min(run.startedAt, addedAt);
  run.finishedAt = Math.max(run.finishedAt, finishedAt ?? addedAt);
}

export function totalsOf(jobs: Iterable<JobView>, paused: boolean): TotalsView {
  const totals = { jobs: 0, notStarted: 0, done: 0, failed: 0, needsYou: 0, inReview: 0, active: 0, waiting: 0 };
  /** Everything that was ever started is one run. */
  const run = { started: 0, done: 0, failed: 0, cancelled: 0, startedAt: Number.MAX_SAFE_INTEGER, finishedAt: 0 };
  let duration = 0;
  let finished = 0;
  let failed = 0;
  let left = 0;
  let longest = 0;
  let charged = 0;
  let unpriced = 0;
  let held = 0;
  for (const job of jobs) {
    totals.jobs += 1;
    const { kind } = job.state;
    if (kind === 'failed') totals.failed += 1;
    else if (!job.started) totals.notStarted += 1;
    else if (kind === 'done') totals.done += 1;
    else if (kind === 'needs-you') totals.needsYou += 1;
    else if (kind === 'in-review') totals.inReview += 1;
    else if (isWorkingStage(kind)) totals.active += 1;
    else if (!isFinal(job.state)) totals.waiting += 1;
    if (!job.started) continue;
    countInRun(run, job);
    const seconds = job.durationSeconds ?? 0;
    if (kind !== 'cancelled') duration += seconds;
    if (kind === 'failed') failed += seconds;
    const parts = job.generations.map((generation) => (generation.state === 'stored' ? 1 : (generation.progress ?? 0)));
    if (kind === 'done' || kind === 'in-review') finished += seconds;
    else if (!isFinal(job.state))
      finished += (seconds * parts.reduce((sum, part) => sum + part, 0)) / (parts.length || 1);
    left += isFinal(job.state) ? 0 : Math.max(LEAST_WORK_S, seconds * WORK_PER_SECOND);
    // The batch takes at least as long as its slowest row says.
    longest = Math.max(longest, job.secondsLeft?.most ?? 0);
    const paid = job.generations.filter((generation) => generation.charged);
    charged += sumOf(paid);
    unpriced += paid.filter((generation) => generation.amount === null).length;
    if (!isFinal(job.state)) held += sumOf(job.generations) - sumOf(paid);
  }
  const shares = { progress: Math.min(1, finished / (duration || 1)), failedShare: failed / (duration || 1) };
  const view: RunView = {
    ...{ ...run, ...shares, secondsLeft: totals.active > 0 ? exactly(Math.max(longest, left / MOST_ACTIVE)) : null },
    finishedAt: run.done + run.failed + run.cancelled === run.started ? run.finishedAt : null,
  };
  return {
    ...totals,
    run: run.started === 0 ? null : view,
    lastRun: null,
    speed: totals.active > 0 ? 41 : null,
    chargedToday: charged,
    unpricedToday: unpriced,
    held,
    spending: [],
    paused,
  };
}
