/** The marks of the takes on the page, and jumping to them. */

import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { heldMarks } from '../review/held-marks.ts';
import { findMarks, type Mark, markFrom, pairOf } from './find-marks.ts';
import { goToMark, type MarkPlace } from './go-to-mark.ts';
import { useClipping } from './use-clipping.ts';

interface MarksOptions {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  readonly pictures: Pictures;
}

export interface Marks {
  readonly marks: readonly Mark[];
  jump(direction: 'next' | 'previous'): void;
  /** The next of these, or the first. */
  goToOne(marks: readonly Mark[]): void;
}

export function useMarks({ job, takes, pictures }: MarksOptions, place: MarkPlace): Marks {
  const differences = useStore(pictures.store, (state) => state.differences);
  const pair = useMemo(() => pairOf(takes), [takes]);
  const compared = pair?.join(' ') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same takes in a new answer need no new comparison
  useEffect(() => {
    if (pair !== null) pictures.compare(pair);
  }, [pictures, compared]);
  const held = useMemo(() => heldMarks(job), [job]);
  const known = useClipping(takes);
  const marks = useMemo(() => findMarks(known, differences ?? [], held), [known, differences, held]);

  const goTo = (mark: Mark): void => goToMark(place, mark);

  const now = (): number => place.player.frame() / place.player.rate;

  function jump(direction: 'next' | 'previous'): void {
    const mark = markFrom(marks, now(), direction);
    if (mark !== undefined) goTo(mark);
  }

  function goToOne(group: readonly Mark[]): void {
    const mark = markFrom(group, now(), 'next') ?? group[0];
    if (mark !== undefined) goTo(mark);
  }

  useShortcuts([
    ['N', () => jump('next')],
    ['P', () => jump('previous')],
  ]);
  return { marks, jump, goToOne };
}
