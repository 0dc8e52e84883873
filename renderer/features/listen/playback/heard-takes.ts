/** What can be listened to: the takes with samples of their own, and the mixes that the worklet makes of them. Pure. */

import type { TakeView } from '../../../../shared/contract/views.ts';
import type { Mix } from './sound/mix.ts';

export interface HeardTake {
  readonly id: string;
  readonly kind: TakeView['kind'] | 'difference' | 'preview';
  /** Sources are indexes of takes. */
  readonly mix: Mix;
  /** LUFS over the whole recording, as played in stereo; null when it is not known. */
  readonly loudness: number | null;
  /** dBTP; null when it is not known. */
  readonly truePeak: number | null;
}

/** One channel sounds from both loudspeakers: twice the energy of the file. */
const DOUBLED_LU = 10 * Math.log10(2);

/** The takes under their own indexes, then the difference of each result. */
export function heardTakes(takes: readonly TakeView[]): readonly HeardTake[] {
  return [...takes.map(asItIs), ...takes.flatMap((take, index) => differenceOf(takes, take, index))];
}

function asItIs({ id, kind, measures, channels }: TakeView, index: number): HeardTake {
  const { loudness = null, truePeak = null } = measures ?? {};
  return {
    id,
    kind,
    mix: [{ source: index, weight: 1, lag: 0 }],
    loudness: loudness === null || channels !== 1 ? loudness : loudness + DOUBLED_LU,
    truePeak,
  };
}

function differenceOf(takes: readonly TakeView[], { id, kind }: TakeView, index: number): HeardTake[] {
  const original = takes.findIndex((take) => take.kind === 'original');
  if (kind !== 'result' || original < 0) return [];
  const mix = [
    { source: original, weight: 1, lag: 0 },
    { source: index, weight: -1, lag: 0 },
  ];
  return [{ id: id.replace('result:', 'difference:'), kind: 'difference', mix, loudness: null, truePeak: null }];
}

/** Whether all that a take is made of can be read. */
export function isHearable(take: HeardTake, broken: ReadonlySet<number>): boolean {
  return take.mix.every(({ source }) => !broken.has(source));
}

/** @param decibels of the whole take */
export function amplified(mix: Mix, decibels: number): Mix {
  const factor = 10 ** (decibels / 20);
  return decibels === 0 ? mix : mix.map((part) => ({ ...part, weight: part.weight * factor }));
}

/** Index of the result that a take is, or is made of; null for the original. */
export function resultIn(heard: readonly HeardTake[], take: number): number | null {
  const sources = heard[take]?.mix.map(({ source }) => source) ?? [];
  return sources.find((source) => heard[source]?.kind !== 'original') ?? null;
}
