/** A job's state as an icon's name, a word and a tone. Pure. */

import type { GenerationView, JobView, TotalsView } from '../../../shared/contract/views.ts';
import { assertNever } from '../../../shared/domain/assert-never.ts';
import { isWorkingStage } from '../../../shared/domain/job-state.ts';
import { REUSED } from '../../features/desk/strings.ts';

export type Tone = 'plain' | 'quiet' | 'good' | 'warn' | 'bad';
export type StateIcon =
  | 'circle'
  | 'clock'
  | 'search'
  | 'upload'
  | 'wave'
  | 'download'
  | 'disk'
  | 'check'
  | 'again'
  | 'pause'
  | 'stop'
  | 'alert'
  | 'question';

export interface StateWords {
  readonly icon: StateIcon;
  readonly word: string;
  readonly tone: Tone;
}

/** @param held whether it would go on if not everything were paused */
export function stateWords(job: JobView, held = false): StateWords {
  const { state } = job;
  if (held) return { icon: 'pause', word: 'Paused', tone: 'quiet' };
  switch (state.kind) {
    case 'queued':
      return job.started
        ? { icon: 'circle', word: 'Queued', tone: 'quiet' }
        : { icon: 'circle', word: 'Waits for Start', tone: 'quiet' };
    case 'preparing':
      return { icon: 'search', word: 'Looking at the recording', tone: 'plain' };
    case 'uploading':
      return { icon: 'upload', word: 'Uploading', tone: 'plain' };
    case 'ready':
      return { icon: 'wave', word: 'Starting', tone: 'plain' };
    case 'generating':
      return { icon: 'wave', word: 'Restoring', tone: 'plain' };
    case 'downloading':
      return { icon: 'download', word: 'Downloading', tone: 'plain' };
    case 'exporting':
      return { icon: 'disk', word: 'Saving', tone: 'plain' };
    case 'waiting':
      return { icon: 'clock', word: 'Waiting', tone: 'warn' };
    case 'paused':
      return { icon: 'pause', word: 'Paused', tone: 'quiet' };
    case 'cancelling':
      return { icon: 'stop', word: 'Cancelling', tone: 'quiet' };
    case 'cancelled':
      return { icon: 'stop', word: 'Cancelled', tone: 'quiet' };
    case 'failed':
      return { icon: 'alert', word: 'Failed', tone: 'bad' };
    case 'needs-you':
      return { icon: 'question', word: 'Needs you', tone: 'warn' };
    case 'done':
      return isReused(job)
        ? { icon: 'again', word: REUSED.word, tone: 'good' }
        : { icon: 'check', word: 'Complete', tone: 'good' };
    default:
      return assertNever(state, 'job state');
  }
}

/** Whether it would go on by itself if not everything were paused: what an earlier run left in the middle of its work does so too. */
export function isHeldBack(job: JobView | undefined, totals: Pick<TotalsView, 'paused' | 'active'>): boolean {
  if (!totals.paused || job === undefined || !job.started) return false;
  const { kind } = job.state;
  return kind === 'queued' || kind === 'waiting' || (isWorkingStage(kind) && totals.active === 0);
}

/** Whether all of its results were paid for before. */
export function isReused(job: JobView): boolean {
  return job.generations.length > 0 && job.generations.every((generation) => generation.reused);
}

export interface GenerationWords {
  /** What it does now: `restoring`, `queued`, `downloading`. */
  readonly word: string;
  /** `31 %`, or empty when nothing is known. */
  readonly figure: string;
  /** 0 to 1 for the bar. */
  readonly fraction: number;
}

/** A generation's stage, preferring the service's own stage names while it works. */
export function generationWords(generation: GenerationView): GenerationWords {
  const fraction = Math.min(1, Math.max(0, generation.progress ?? 0));
  const figure = `${Math.floor(fraction * 100)} %`;
  switch (generation.state) {
    case 'ready':
      return { word: 'waiting', figure: '', fraction: 0 };
    case 'intent':
    case 'started':
      return { word: 'starting', figure: '', fraction: 0 };
    case 'unknown':
      return { word: 'checking', figure: '', fraction: 0 };
    case 'needs-you':
      return { word: 'needs you', figure: '', fraction: 0 };
    case 'queued':
      return { word: 'queued', figure: '', fraction: 0 };
    case 'processing':
      return { word: stageName(generation), figure, fraction };
    case 'complete':
    case 'downloading':
      return { word: 'downloading', figure: '', fraction: 1 };
    case 'stored':
      return { word: 'complete', figure: '', fraction: 1 };
    case 'failed':
      return { word: 'failed', figure: '', fraction };
    default:
      return assertNever(generation.state, 'generation state');
  }
}

function stageName(generation: GenerationView): string {
  const current =
    generation.stages.find((stage) => stage.status === 'processing') ??
    generation.stages.findLast((stage) => stage.progress > 0 && stage.progress < 1);
  return current?.name ?? 'restoring';
}

/** What was charged for a job and is held for it together, in micro-USD; unknown when a price is; null when nothing was sent. */
export function costOf(job: Pick<JobView, 'generations'>): number | 'unknown' | null {
  const begun = job.generations.filter(({ charged, reused, state }) => charged || reused || isOnItsWay(state));
  if (begun.length === 0) return null;
  let sum = 0;
  for (const { amount } of begun) {
    if (amount === null) return 'unknown';
    sum += amount;
  }
  return sum;
}

/** Whether money is held for it: before it is sent nothing is, and what failed gave it back. */
function isOnItsWay(state: GenerationView['state']): boolean {
  return state !== 'ready' && state !== 'failed';
}
