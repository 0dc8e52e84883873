/** What in the queue still needs a connection. Pure. */

import type { JobView } from '../../../shared/contract/views.ts';
import { isFinal } from '../../../shared/domain/job-state.ts';
import { formatUsd, type MicroUsd } from '../../../shared/domain/money.ts';
import { NEEDED } from './strings.ts';

export interface ConnectionNeed {
  /** Started and not finished. */
  readonly begun: number;
  readonly notStarted: number;
  /** Holds in micro-USD, as far as prices are known. */
  readonly held: MicroUsd;
}

export function needOf(jobs: Iterable<JobView>, connectionId: string): ConnectionNeed {
  let [begun, notStarted, held] = [0, 0, 0];
  for (const job of jobs) {
    if (job.connectionId !== connectionId || isFinal(job.state)) continue;
    if (job.started) begun += 1;
    else notStarted += 1;
    for (const { amount, charged, state } of job.generations) {
      if (!charged && state !== 'ready' && state !== 'failed' && state !== 'stored') held += amount ?? 0;
    }
  }
  return { begun, notStarted, held };
}

/** One paragraph for each reason, with what to do. */
export function needWords({ begun, notStarted, held }: ConnectionNeed): readonly string[] {
  return [
    ...(begun > 0 ? [NEEDED.begun(begun)] : []),
    ...(held > 0 ? [NEEDED.held(formatUsd(held))] : []),
    ...(notStarted > 0 ? [NEEDED.notStarted(notStarted)] : []),
  ];
}
