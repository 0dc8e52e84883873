/** The difference of a take: what its original has and it hasn't, frame by frame, once the take's delay is taken out. */

/**
 * Frames at another rate by which a take comes late. Player, pictures and exports agree on the place by this rule.
 * @param lag frames at the original's own rate
 * @param ofOriginal Hz @param sampleRate Hz
 */
export function lagAt(lag: number, ofOriginal: number, sampleRate: number): number {
  return Math.round((lag * sampleRate) / ofOriginal);
}

/** What a difference is made of, as ids of takes. */
export interface DifferenceParts {
  readonly original: string;
  readonly take: string;
}

const KIND = 'difference:';
/** Between the take and the job. */
const OF = '@';
const ORIGINAL = 'original:';

/** `difference:TAKE@JOB`: the original of the job less the take, which may be another job's result. */
export function differenceId({ original, take }: DifferenceParts): string {
  return `${KIND}${take}${OF}${original.slice(ORIGINAL.length)}`;
}

/** Null for what is no such id. */
export function partsOfDifference(id: string): DifferenceParts | null {
  const at = id.lastIndexOf(OF);
  if (!id.startsWith(KIND) || at < 0) return null;
  const take = id.slice(KIND.length, at);
  return /^(result|earlier):/.test(take) ? { original: `${ORIGINAL}${id.slice(at + OF.length)}`, take } : null;
}
