/** How far a generation is: the stages of its job and the whole, as polling clients see them. */

import { type EngineProgress, RESTORE_STAGES } from '../../../../shared/engine-api/messages.ts';
import type { JobStage } from '../../../../shared/service-api/answers.ts';
import type { FoundGeneration } from '../../store/records.ts';

/** Stages of a generation's job, in their order: the engine's own after finding out what the medium is. */
const JOB_STAGES = ['preparing', ...RESTORE_STAGES] as const;
type JobStageName = (typeof JOB_STAGES)[number];

/** The part of the whole that preparing stands for. */
const PREPARING_SHARE = 0.02;

/** Where in the engine's work each stage begins and ends, 0 to 1: only what is shown of a stage depends on it. */
const STAGE_SPANS: Readonly<Record<JobStageName, readonly [from: number, to: number]>> = {
  preparing: [0, 0],
  analysing: [0, 0.06],
  restoring: [0.06, 0.99],
  encoding: [0.99, 1],
};

/** Where a running generation is. Lives in memory: after a restart the generation begins anew. */
export interface LiveProgress {
  readonly stage: JobStageName;
  /** Of the engine's work, 0 to 1. */
  readonly fraction: number;
}

export const JUST_STARTED: LiveProgress = { stage: 'preparing', fraction: 0 };

/** The progress after a report of the engine; it never falls. */
export function advanceProgress(before: LiveProgress, report: EngineProgress): LiveProgress {
  const stage = report.stage === 'scanning' || report.stage === 'exporting' ? before.stage : report.stage;
  const fraction = Math.min(1, Math.max(before.fraction, report.fraction));
  return { stage, fraction };
}

export interface DescribedProgress {
  /** 0 to 1. */
  readonly progress: number;
  readonly stages: readonly JobStage[];
}

/** @param live null when it is not running */
export function describeProgress(generation: FoundGeneration, live: LiveProgress | null): DescribedProgress {
  switch (generation.status) {
    case 'queued':
      return { progress: 0, stages: JOB_STAGES.map((name) => ({ name, status: 'queued', progress: 0 })) };
    case 'complete':
      return { progress: 1, stages: JOB_STAGES.map((name) => ({ name, status: 'complete', progress: 1 })) };
    case 'processing':
      return describeRunning(live ?? JUST_STARTED);
    case 'failed':
      return describeFailed(generation);
  }
}

function describeRunning(live: LiveProgress): DescribedProgress {
  const whole = live.stage === 'preparing' ? 0 : PREPARING_SHARE + (1 - PREPARING_SHARE) * live.fraction;
  return { progress: round(whole), stages: stagesAround(live.stage, 'processing', ownProgress(live)) };
}

function describeFailed(generation: FoundGeneration): DescribedProgress {
  const failedIn = JOB_STAGES.find((name) => name === generation.errorDetails?.stage) ?? 'preparing';
  return { progress: 0, stages: stagesAround(failedIn, 'failed', 0) };
}

function stagesAround(current: JobStageName, status: string, progress: number): JobStage[] {
  const at = JOB_STAGES.indexOf(current);
  return JOB_STAGES.map((name, index) => {
    if (index < at) return { name, status: 'complete', progress: 1 };
    return index === at ? { name, status, progress } : { name, status: 'queued', progress: 0 };
  });
}

function ownProgress({ stage, fraction }: LiveProgress): number {
  const [from, to] = STAGE_SPANS[stage];
  return to === from ? 0 : round(Math.min(1, Math.max(0, (fraction - from) / (to - from))));
}

function round(fraction: number): number {
  return Math.round(fraction * 1000) / 1000;
}
