/** Throttles progress reports and keeps them from decreasing. */

import type { EngineProgress } from '../../../shared/engine-api/messages.ts';
import type { Clock } from '../../platform/time/clock.ts';

/** Short beside the time that a block of the slowest chain takes: both together stay below 200 ms. */
const INTERVAL_MS = 40;

export type ReportProgress = (progress: EngineProgress) => void;

/** The first report of each stage passes immediately. */
export function paced(report: ReportProgress, clock: Clock): ReportProgress {
  let stage: EngineProgress['stage'] | null = null;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let highest = 0;
  return (progress) => {
    highest = Math.max(highest, Math.min(1, progress.fraction));
    const now = clock.monotonic();
    if (progress.stage === stage && now - reportedAt < INTERVAL_MS) return;
    stage = progress.stage;
    reportedAt = now;
    report({ stage, fraction: highest });
  };
}
