/** What listeners' decisions say about the more expensive model: how often it was preferred, and what the rest of it cost. */

import type { ModelId } from '../models.ts';
import type { MicroUsd } from '../money.ts';

/** A recording of which a listener compared both models. */
export interface JudgedRecording {
  readonly jobId: string;
  readonly folder: string;
  /** Null when neither was better. */
  readonly preferred: ModelId | null;
  /** What each model cost, in micro-USD; null for an unknown price. */
  readonly costs: Readonly<Record<ModelId, MicroUsd | null>>;
}

/** What the decisions about one show come to. */
export interface ShowPreference {
  readonly folder: string;
  readonly model: ModelId;
  /** How often the more expensive model was preferred, of how many recordings. */
  readonly preferred: number;
  readonly of: number;
  /** What it cost where it was not preferred, in micro-USD. */
  readonly avoidable: MicroUsd;
}

/** By show; recordings for which both models cost the same say nothing about money and are left out. */
export function preferencesByShow(judged: readonly JudgedRecording[]): ShowPreference[] {
  const shows = new Map<string, ShowPreference>();
  for (const { costs, folder, preferred } of judged) {
    const model = costlier(costs);
    if (model === null) continue;
    const key = `${model} ${folder}`;
    const before = shows.get(key) ?? { folder, model, preferred: 0, of: 0, avoidable: 0 };
    const isPreferred = preferred === model;
    shows.set(key, {
      ...before,
      preferred: before.preferred + (isPreferred ? 1 : 0),
      of: before.of + 1,
      avoidable: before.avoidable + (isPreferred ? 0 : (costs[model] ?? 0)),
    });
  }
  return [...shows.values()];
}

function costlier(costs: JudgedRecording['costs']): ModelId | null {
  const [two, three] = [costs['service-2'], costs['service-3.5']];
  if (two === null || three === null || two === three) return null;
  return two > three ? 'service-2' : 'service-3.5';
}
