/** The marks of the takes on the page, and jumping to them. */

import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { formatPosition } from '../../../../shared/domain/units.ts';
import { announce } from '../../../components/messages/announcer.ts';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Player } from '../playback/player.ts';
import { MARKS } from '../strings.ts';
import { moved, type ViewWindow } from '../waves/view-window.ts';
import { findMarks, type Mark, markFrom, pairOf } from './find-marks.ts';

interface MarksOptions {
  readonly takes: readonly TakeView[];
  readonly player: Player;
  readonly pictures: Pictures;
  readonly setView: (change: (view: ViewWindow) => ViewWindow) => void;
  readonly duration: number;
}

export interface Marks {
  readonly marks: readonly Mark[];
  jump(direction: 'next' | 'previous'): void;
  goTo(mark: Mark): void;
}

export function useMarks({ takes, player, pictures, setView, duration }: MarksOptions): Marks {
  const differences = useStore(pictures.store, (state) => state.differences);
  const pair = useMemo(() => pairOf(takes), [takes]);
  const compared = pair?.join(' ') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same takes in a new answer need no new comparison
  useEffect(() => {
    if (pair !== null) pictures.compare(pair);
  }, [pictures, compared]);
  const marks = useMemo(() => findMarks(takes, differences ?? []), [takes, differences]);

  function goTo(mark: Mark): void {
    player.seek(mark.second * player.rate);
    setView((now) => {
      const isInside = mark.second >= now.from && mark.second <= now.to;
      return isInside ? now : moved(now, duration, mark.second - (now.from + now.to) / 2);
    });
    announce(MARKS.at(mark.label, formatPosition(mark.second)));
  }

  function jump(direction: 'next' | 'previous'): void {
    const mark = markFrom(marks, player.frame() / player.rate, direction);
    if (mark !== undefined) goTo(mark);
  }

  useShortcuts([
    ['N', () => jump('next')],
    ['P', () => jump('previous')],
  ]);
  return { marks, jump, goTo };
}
