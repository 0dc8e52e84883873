/** A job's state as an icon, a word and a tone. Pure. */

import type { GenerationView, JobView, TotalsView } from '../../../shared/contract/views.ts';
import { strangeStatus } from '../../../shared/domain/generation-state.ts';
import { STATE_LABELS } from '../../../shared/domain/history/strings.ts';
import { isWorkingStage } from '../../../shared/domain/job-state.ts';
import { FINISHING, GENERATION_LABELS, NOT_STARTED, REUSED } from './strings.ts';

export type StateTone = 'plain' | 'quiet' | 'good' | 'warn' | 'bad';
export type StateIconName =
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
  readonly icon: StateIconName;
  readonly word: string;
  readonly tone: StateTone;
}

const ICONS: Readonly<Record<JobView['state']['kind'], readonly [icon: StateIconName, tone: StateTone]>> = {
  queued: ['clock', 'quiet'],
  preparing: ['search', 'plain'],
  uploading: ['upload', 'good'],
  ready: ['wave', 'good'],
  generating: ['wave', 'good'],
  downloading: ['download', 'good'],
  exporting: ['disk', 'good'],
  waiting: ['clock', 'warn'],
  paused: ['pause', 'quiet'],
  cancelling: ['stop', 'quiet'],
  cancelled: ['stop', 'quiet'],
  failed: ['alert', 'bad'],
  'needs-you': ['question', 'warn'],
  'in-review': ['alert', 'warn'],
  done: ['check', 'good'],
};

/** As the desk draws it. @param state of History, which may be one that only another version knows */
export function drawnState(state: string): Pick<StateWords, 'icon' | 'tone'> {
  const [, [icon, tone]] = Object.entries(ICONS).find(([kind]) => kind === state) ?? ['', ['circle', 'quiet'] as const];
  return { icon, tone };
}

/** @param paused whether only Pause all keeps it from continuing */
export function stateWords(job: JobView, paused = false): StateWords {
  if (job.finishing) return { icon: 'pause', tone: 'quiet', word: FINISHING };
  const kind = paused ? 'paused' : job.state.kind;
  const [icon, tone] = ICONS[kind];
  if (kind === 'queued' && !job.started) return { icon: 'circle', tone, word: NOT_STARTED };
  if (kind === 'done' && isReused(job)) return { icon: 'again', tone, word: REUSED.word };
  return { icon, tone, word: STATE_LABELS[kind] };
}

/** Whether only Pause all keeps the job from continuing. That includes work that an earlier run left unfinished. */
export function isPausedByQueue(job: JobView | undefined, totals: Pick<TotalsView, 'paused'>): boolean {
  if (!totals.paused || job === undefined || !job.started) return false;
  const { kind } = job.state;
  return kind === 'queued' || kind === 'waiting' || isWorkingStage(kind);
}

/** Whether all results come from history. */
export function isReused(job: JobView): boolean {
  return job.generations.length > 0 && job.generations.every((generation) => generation.reused);
}

export interface GenerationWords {
  /** The current step: `restoring`, `queued`, `downloading`. */
  readonly word: string;
  /** `31 %`, or empty when nothing is known. */
  readonly figure: string;
  /** 0 to 1 for the bar. */
  readonly fraction: number;
}

/** A generation's step. While the service works, its own stage names win, and then a status that only it knows. */
export function generationWords(generation: GenerationView): GenerationWords {
  const { state } = generation;
  const fraction = Math.min(1, Math.max(0, generation.progress ?? 0));
  const figure = state === 'processing' ? `${Math.floor(fraction * 100)} %` : '';
  const word =
    (state === 'processing' ? (stageName(generation) ?? strangeStatus(generation.remoteStatus)) : null) ??
    GENERATION_LABELS[state];
  if (state === 'processing' || state === 'failed') return { word, figure, fraction };
  return { word, figure, fraction: state === 'complete' || state === 'downloading' || state === 'stored' ? 1 : 0 };
}

/** The stage as the service names it; null when it names none. */
function stageName(generation: GenerationView): string | null {
  const current =
    generation.stages.find((stage) => stage.status === 'processing') ??
    generation.stages.findLast((stage) => stage.progress > 0 && stage.progress < 1);
  return current?.name ?? null;
}
