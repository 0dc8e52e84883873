/** The progress of a running generation. */

import { type EngineProgress, RESTORE_STAGES } from '../../../../shared/engine-api/messages.ts';

/** Stages of a generation in order: probing the medium, then the engine's stages. */
export const JOB_STAGES = ['preparing', ...RESTORE_STAGES] as const;
export type JobStageName = (typeof JOB_STAGES)[number];

/** Kept in memory only: after a restart the generation starts over. */
export interface RunProgress {
  readonly stage: JobStageName;
  /** Of the engine's work, 0 to 1. */
  readonly fraction: number;
}

export const JUST_STARTED: RunProgress = { stage: 'preparing', fraction: 0 };

/** The progress after a report of the engine. It never decreases. */
export function advanceProgress(before: RunProgress, report: EngineProgress): RunProgress {
  const stage = report.stage === 'scanning' || report.stage === 'exporting' ? before.stage : report.stage;
  const fraction = Math.min(1, Math.max(before.fraction, report.fraction));
  return { stage, fraction };
}
