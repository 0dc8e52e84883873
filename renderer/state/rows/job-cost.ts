/** What a job costs, as far as it is known: charged, held, or expected before it is sent. Pure. */

import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { GenerationView, JobView } from '../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { withRowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { isFinal } from '../../../shared/domain/job-state.ts';
import { type ModelId, priceOf } from '../../../shared/domain/models.ts';
import { expectedCost } from '../../../shared/domain/money.ts';

/** Micro-USD; `unknown` without a price; `measuring` until the length was counted in the file; null where nothing is paid. */
export type Cost = number | 'unknown' | 'measuring' | null;

/** What recordings that wait for Start would be started with. */
export interface Pricing {
  readonly preset: BatchPreset | null;
  readonly connections: readonly ConnectionView[];
  /** By job: the models whose earlier results are used instead of paying again. */
  readonly reused: ReadonlyMap<string, readonly ModelId[]>;
}

export interface ModelCost {
  readonly model: ModelId;
  readonly cost: Exclude<Cost, null>;
}

type Costed = Pick<JobView, 'generations' | 'state'>;

/** Charges, holds and what is not sent yet, together. Null if nothing is to be paid. */
export function costOf(job: Costed): Cost {
  return sumOf(countedOf(job).map(costOfGeneration));
}

/** Whether less may be charged in the end, because something is held or not sent yet. */
export function isCostOpen(job: Costed): boolean {
  return countedOf(job).some(({ charged, reused }) => !charged && !reused);
}

/** What a recording that waits for Start would cost with each of its models, by the rule of the quote. Empty for any other. */
export function expectedCosts(job: JobView, { connections, preset, reused }: Pricing): readonly ModelCost[] {
  if (job.started || job.state.kind !== 'queued' || preset === null) return [];
  const prices = connections.find(({ id }) => id === job.connectionId)?.prices;
  const before = reused.get(job.id) ?? [];
  return withRowSettings(preset, job.own).models.map((model) => ({
    model,
    cost: before.includes(model) ? 0 : expectedCost(job.countedSeconds, priceOf(prices, model)),
  }));
}

/** What a row shows, and is sorted by. */
export function shownCost(job: JobView, pricing: Pricing): Cost {
  return job.started ? costOf(job) : sumOf(expectedCosts(job, pricing).map(({ cost }) => cost));
}

function sumOf(costs: readonly Exclude<Cost, null>[]): Cost {
  if (costs.length === 0) return null;
  if (costs.includes('unknown')) return 'unknown';
  if (costs.includes('measuring')) return 'measuring';
  return costs.reduce<number>((sum, cost) => sum + Number(cost), 0);
}

function costOfGeneration({ amount, billableSeconds, state }: GenerationView): Exclude<Cost, null> {
  return amount ?? (state === 'ready' && billableSeconds === null ? 'measuring' : 'unknown');
}

/**
 * What was paid, what money is held for, and what will be started. A failed one is released, and an ended job starts nothing. What waits for
 * room under a cap isn't counted once another model was charged: nobody knows whether it will be.
 */
function countedOf({ generations, state: of }: Costed): readonly GenerationView[] {
  const isCapped =
    of.kind === 'waiting' && of.reason.code === 'costCapReached' && generations.some(({ charged }) => charged);
  return generations.filter(
    ({ charged, reused, state }) =>
      charged || reused || (state === 'ready' ? !isFinal(of) && !isCapped : state !== 'failed'),
  );
}
