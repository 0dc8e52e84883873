/** What a job costs, as far as it is known. Pure. */

import type { GenerationView, JobView } from '../../../shared/contract/views.ts';

type Costed = Pick<JobView, 'generations'>;

/** Charges and holds of a job together, in micro-USD; `unknown` if one price is unknown; null if nothing was sent. */
export function costOf(job: Costed): number | 'unknown' | null {
  const begun = begunOf(job);
  if (begun.length === 0) return null;
  let sum = 0;
  for (const { amount } of begun) {
    if (amount === null) return 'unknown';
    sum += amount;
  }
  return sum;
}

/** Whether the cost includes a hold, so that less may be charged in the end. */
export function isCostOpen(job: Costed): boolean {
  return begunOf(job).some(({ charged, reused }) => !charged && !reused);
}

function begunOf({ generations }: Costed): readonly GenerationView[] {
  return generations.filter(({ charged, reused, state }) => charged || reused || isOnItsWay(state));
}

/** Whether money is held for it: nothing before it is sent, and a failed one is released. */
function isOnItsWay(state: GenerationView['state']): boolean {
  return state !== 'ready' && state !== 'failed';
}
