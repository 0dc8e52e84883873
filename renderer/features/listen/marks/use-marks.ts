/** The marks of the takes on the page, and jumping to them. */

import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { formatPosition } from '../../../../shared/domain/units.ts';
import type { Player } from '../../../components/playback/player.ts';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { announce } from '../../../state/page-stores.ts';
import type { TakePictures } from '../pictures/pictures.ts';
import { MARKS } from '../strings.ts';
import { moved, type Sight } from '../waves/view-window.ts';
import { findMarks, type Mark, markFrom, marksInReview, pairOf } from './find-marks.ts';

interface MarksOptions {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  readonly pictures: TakePictures;
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
  const held = useMemo(() => marksInReview(job), [job]);
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

/** The takes, with what is known by now. */
function useClipping(takes: readonly TakeView[]): readonly TakeView[] {
  const { client } = useDesk();
  const [found, setFound] = useState<ReadonlyMap<string, readonly number[]>>(new Map());
  const unknown = takes.filter(isUnknown).map(({ id }) => id);
  const asked = unknown.join('\n');

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same takes in a new answer are not asked for again
  useEffect(() => {
    let stale = false;
    async function ask(): Promise<void> {
      for (const takeId of unknown) {
        if (stale) return;
        const { places } = await client.listening.clipping({ takeId });
        setFound((now) => new Map(now).set(takeId, places));
      }
    }
    // Without them there are fewer marks.
    ask().catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [client, asked]);

  return useMemo(() => takes.map((take) => withPlaces(take, found.get(take.id))), [takes, found]);
}

function isUnknown({ kind, measures, playable }: TakeView): boolean {
  if (measures === null || !playable || (kind !== 'original' && kind !== 'result')) return false;
  return measures.clippedSamples > 0 && measures.clippedPlaces === undefined;
}

function withPlaces(take: TakeView, places: readonly number[] | undefined): TakeView {
  if (places === undefined || take.measures === null || take.measures.clippedPlaces !== undefined) return take;
  return { ...take, measures: { ...take.measures, clippedPlaces: [...places] } };
}

export interface MarkPlace {
  readonly player: Player;
  readonly sight: Sight;
  readonly duration: number;
}

/** @param lead seconds that are heard before it */
export function goToMark({ player, sight, duration }: MarkPlace, mark: Mark, lead = 0): void {
  player.seek(Math.max(0, Math.floor((mark.second - lead) * player.rate)));
  sight.setState((now) => {
    const isInside = mark.second >= now.from && mark.second <= now.to;
    return isInside ? now : moved(now, duration, mark.second - (now.from + now.to) / 2);
  });
  announce(MARKS.at(mark.label, formatPosition(mark.second)));
}
