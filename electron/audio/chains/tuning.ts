/** The parameters of each preset. Their descriptions are in shared/domain. */

import { type SamplingPreset, samplingPresetOf } from '../../../shared/domain/models.ts';

export interface Tuning {
  /** Amplitude that the mask leaves of pure noise: a trace of the room keeps pauses from sounding dead. */
  readonly floor: number;
  /** Hz; null for no cut. */
  readonly lowCut: number | null;
  readonly highCut: number | null;
  /** Damage below these average rates is left alone: some voices' plosives are as sudden as clicks. */
  readonly clicksASecond: number;
  readonly clippedSamplesASecond: number;
}

const USUAL: Tuning = {
  floor: 0.05,
  lowCut: null,
  highCut: null,
  clicksASecond: 2.5,
  clippedSamplesASecond: 2,
};

const CHANGES: Readonly<Record<SamplingPreset, Partial<Tuning>>> = {
  podcast: { floor: 0.025, lowCut: 70 },
  interview: { floor: 0.1 },
  phone: { lowCut: 150, highCut: 4000 },
  archive: { lowCut: 40, clicksASecond: 0.3 },
  gentle: { floor: 0.25 },
};

/** @param text `sampling.preset` of the service's request */
export function tuningOf(text: string | undefined): Tuning {
  const preset = samplingPresetOf(text);
  return preset === null ? USUAL : { ...USUAL, ...CHANGES[preset] };
}
