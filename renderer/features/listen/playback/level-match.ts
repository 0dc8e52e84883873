/**
 * Level match: every take as loud as the original over the loop or the whole recording (integrated loudness, BS.1770), so that a louder take is not
 * taken for a better one. Where that would push a peak beyond full scale, all are matched to a lower level instead. Pure.
 */

import type { HeardTake } from './heard-takes.ts';

/** dBTP that no matched take exceeds. */
const CEILING = -0.1;

/** The gain of each take in dB; null where the loudness is not known, which plays as it is. A difference gets the original's. */
export function matchedGains(takes: readonly HeardTake[]): readonly (number | null)[] {
  const known = takes.flatMap(({ loudness, truePeak }) => (loudness === null ? [] : [{ loudness, truePeak }]));
  const reference = takes.find(({ kind, loudness }) => kind === 'original' && loudness !== null) ?? known[0];
  if (reference === undefined || reference.loudness === null) return takes.map(() => null);
  // A take without a peak is only lowered.
  const highest = known.map(({ loudness, truePeak }) => loudness + Math.max(0, CEILING - (truePeak ?? CEILING)));
  const target = Math.min(reference.loudness, ...highest);
  const ofOriginal = target - reference.loudness;
  return takes.map(({ kind, loudness }) => {
    if (kind === 'difference') return ofOriginal;
    return loudness === null ? null : target - loudness;
  });
}
