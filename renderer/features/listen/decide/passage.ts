/** The passage that a person means: the loop, or what is in view once they have zoomed in. */

import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import type { Passage } from '../../../../shared/domain/listening/verdict.ts';
import type { Player } from '../playback/player.ts';
import type { Loop } from '../playback/playhead-frame.ts';
import { isWhole, type Sight, type ViewWindow } from '../waves/view-window.ts';

/** Null for the whole recording. While someone zooms, it follows as there is time. */
export function usePassage(player: Player, sight: Sight, duration: number): Passage | null {
  const loop = useStore(player.store, (state) => state.loop);
  const view = useDeferredValue(useStore(sight));
  return passageOf(loop, player.rate, view, duration);
}

/** The same at this moment. */
export function passageNow(player: Player, sight: Sight, duration: number): Passage | null {
  return passageOf(player.store.getState().loop, player.rate, sight.getState(), duration);
}

function passageOf(loop: Loop | null, rate: number, view: ViewWindow, duration: number): Passage | null {
  if (loop !== null) return { startSeconds: loop.from / rate, endSeconds: loop.to / rate };
  if (isWhole(view, duration)) return null;
  return { startSeconds: Math.max(0, view.from), endSeconds: Math.min(duration, view.to) };
}
