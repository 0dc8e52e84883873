/** What a preset changes in a chain, in numbers. The sentences for people are beside its name, in shared/domain. */

import { type SamplingPreset, samplingPresetOf } from '../../../shared/domain/models.ts';

export interface Tuning {
  /** Amplitude that the mask leaves of what it takes for noise alone: a trace of the room keeps pauses from sounding switched off. */
  readonly floor: number;
  /** Hz; null for no cut. */
  readonly lowCut: number | null;
  readonly highCut: number | null;
  /** Damage below these rates is left alone, on average over the recording: plosives of some voices come as suddenly as clicks. */
  readonly clicksASecond: number;
  readonly clippedSamplesASecond: number;
  /** T60 in seconds from which reverberation is taken back; null for never. Speech in a dry room dies away more quickly by itself. */
  readonly shortestReverberation: number | null;
}

const USUAL: Tuning = {
  floor: 0.05,
  lowCut: null,
  highCut: null,
  clicksASecond: 2.5,
  clippedSamplesASecond: 2,
  shortestReverberation: 0.33,
};

const CHANGES: Readonly<Record<SamplingPreset, Partial<Tuning>>> = {
  podcast: { floor: 0.025, lowCut: 70 },
  interview: { floor: 0.1, shortestReverberation: 0.27 },
  phone: { lowCut: 150, highCut: 4000 },
  archive: { lowCut: 40, clicksASecond: 0.3, shortestReverberation: null },
  gentle: { floor: 0.25, shortestReverberation: null },
};

/** @param text `sampling.preset`, as the service was given it */
export function tuningOf(text: string | undefined): Tuning {
  const preset = samplingPresetOf(text);
  return preset === null ? USUAL : { ...USUAL, ...CHANGES[preset] };
}
