/** Keyboard shortcuts of the comparison. */

import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type { Player } from '../playback/player.ts';
import { type ViewWindow, wholeOf, zoomed } from '../waves/view-window.ts';

export const STEP_SECONDS = 5;
export const ZOOM_STEP = 0.5;

interface ListenKeys {
  readonly player: Player;
  readonly takes: readonly TakeView[];
  readonly setView: (change: (view: ViewWindow) => ViewWindow) => void;
  readonly duration: number;
}

export function useListenKeys({ player, takes, setView, duration }: ListenKeys): void {
  const switchTakes = useSwitch(player, takes);
  const jump = (seconds: number) => () => player.seek(player.frame() + seconds * player.rate);
  const zoom = (factor: number) => () =>
    setView((view) => zoomed(view, duration, factor, player.frame() / player.rate));
  const choose = (index: number) => () => index < takes.length && player.select(index);
  useHotkeys([
    ['space', (event) => toggleByKey(event, player), { preventDefault: false }],
    ['X', switchTakes],
    ['ArrowLeft', jump(-STEP_SECONDS)],
    ['ArrowRight', jump(STEP_SECONDS)],
    ['Home', () => player.seek(0)],
    ['1', choose(0)],
    ['2', choose(1)],
    ['3', choose(2)],
    ['4', choose(3)],
    ['=', zoom(ZOOM_STEP)],
    ['[plus]', zoom(ZOOM_STEP)],
    ['shift+[plus]', zoom(ZOOM_STEP)],
    ['-', zoom(1 / ZOOM_STEP)],
    ['0', () => setView(() => wholeOf(duration))],
  ]);
}

/** Space plays or pauses, except on a control that has keyboard focus. */
function toggleByKey(event: KeyboardEvent, player: Player): void {
  if (document.activeElement?.matches('button:focus-visible, a:focus-visible, [role=menuitem]')) return;
  event.preventDefault();
  toggle(player);
}

export function toggle(player: Player): void {
  if (player.store.getState().playing) player.pause();
  else player.play();
}

/** Switches between the original and the last selected result. */
export function useSwitch(player: Player, takes: readonly TakeView[]): () => void {
  const result = useRef(Math.min(1, takes.length - 1));
  return () => {
    const { take } = player.store.getState();
    if (take !== 0) {
      result.current = take;
      player.select(0);
    } else {
      player.select(Math.min(result.current, takes.length - 1));
    }
  };
}
