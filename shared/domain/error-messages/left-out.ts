/** Words for what an import counts instead of naming it, for the desk's core and for pages that walk folders themselves. */

import { countOf } from '../units.ts';

/** Endings named in one line. */
const MOST_ENDINGS = 8;

export const LEFT_OUT = {
  /** @param byEnding how many there are of each ending; the empty ending is none */
  notRecordings: (byEnding: ReadonlyMap<string, number>) => {
    const sorted = [...byEnding].sort(
      ([ending, one], [otherEnding, other]) => other - one || (ending < otherEnding ? -1 : 1),
    );
    const kinds = sorted.slice(0, MOST_ENDINGS).map(([ending, of]) => `${of} ${ending || 'without an ending'}`);
    const more = sum(sorted.slice(MOST_ENDINGS).map(([, of]) => of));
    const all = [...kinds, ...(more > 0 ? [countOf(more, 'other')] : [])].join(', ');
    const count = sum([...byEnding.values()]);
    return `${countOf(count, 'file')} in this folder ${count === 1 ? 'isn’t a recording' : 'aren’t recordings'}: ${all}.`;
  },
  hidden: (count: number) => `${countOf(count, 'hidden file or folder', 'hidden files and folders')} in this folder.`,
} as const;

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
