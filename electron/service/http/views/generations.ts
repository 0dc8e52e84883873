/** A generation and its progress as polling clients see them. */

import type { JobStage } from '../../../../shared/service-api/answers.ts';
import type { FoundGeneration } from '../../store/records.ts';
import { JOB_STAGES, type JobStageName, JUST_STARTED, type RunProgress } from '../../work/generations/progress.ts';

/** Where each stage begins and ends in the engine's work, 0 to 1. Only the displayed progress of a stage depends on it. */
const STAGE_SPANS: Readonly<Record<JobStageName, readonly [from: number, to: number]>> = {
  preparing: [0, 0],
  analyzing: [0, 0.06],
  restoring: [0.06, 0.99],
  encoding: [0.99, 1],
};

/** The share of the whole that preparing takes. */
const PREPARING_SHARE = 0.02;

export function generationView({ generationId, projectId, model, status }: FoundGeneration) {
  return { generationId, apiProjectId: projectId, modelKey: model, status };
}

export interface ProgressView {
  /** 0 to 1. */
  readonly progress: number;
  readonly stages: JobStage[];
}

/** @param live null when it is not running */
export function progressView(generation: FoundGeneration, live: RunProgress | null): ProgressView {
  switch (generation.status) {
    case 'queued':
      return { progress: 0, stages: JOB_STAGES.map((name) => ({ name, status: 'queued', progress: 0 })) };
    case 'complete':
      return { progress: 1, stages: JOB_STAGES.map((name) => ({ name, status: 'complete', progress: 1 })) };
    case 'processing':
      return runningView(live ?? JUST_STARTED);
    case 'failed':
      return failedView(generation);
  }
}

function runningView(live: RunProgress): ProgressView {
  const whole = live.stage === 'preparing' ? 0 : PREPARING_SHARE + (1 - PREPARING_SHARE) * live.fraction;
  return { progress: round(whole), stages: stagesAround(live.stage, 'processing', stageProgress(live)) };
}

function failedView(generation: FoundGeneration): ProgressView {
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

function stageProgress({ stage, fraction }: RunProgress): number {
  const [from, to] = STAGE_SPANS[stage];
  return to === from ? 0 : round(Math.min(1, Math.max(0, (fraction - from) / (to - from))));
}

function round(fraction: number): number {
  return Math.round(fraction * 1000) / 1000;
}
