/** Keyboard shortcuts of the comparison. */

import type { TakeView } from '../../../../shared/contract/views.ts';
import type { Player } from '../../../components/playback/player.ts';
import { useRoomHotkeys } from '../../../components/shortcuts/use-shortcuts.ts';
import { type ViewWindow, wholeOf, zoomed } from '../waves/view-window.ts';
import { chooseTake, jumpBy, markLoop, seekTo, switchDifference, switchMatch, switchTakes, toggle } from './choose.ts';

export const STEP_SECONDS = 5;
export const ZOOM_STEP = 0.5;
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** Keyboards without keys of their own for brackets report AltGr or Option as well. */
const BRACKET_MODIFIERS = ['', 'ctrl+alt+', 'alt+'] as const;

interface ListenKeys {
  readonly player: Player;
  readonly takes: readonly TakeView[];
  readonly setView: (change: (view: ViewWindow) => ViewWindow) => void;
  readonly duration: number;
}

export function useListenKeys({ player, takes, setView, duration }: ListenKeys): void {
  const zoom = (factor: number) => () =>
    setView((view) => zoomed(view, duration, factor, player.frame() / player.rate));
  const choose = (index: number) => () => index < takes.length && chooseTake(player, takes, index);
  useRoomHotkeys([
    ['space', (event) => toggleByKey(event, player), { preventDefault: false }],
    ['X', () => switchTakes(player, takes)],
    ['D', () => switchDifference(player, takes)],
    ['L', () => switchMatch(player)],
    ...BRACKET_MODIFIERS.flatMap((held): [string, () => void][] => [
      [`${held}[`, () => markLoop(player, 'from')],
      [`${held}]`, () => markLoop(player, 'to')],
    ]),
    ['ArrowLeft', () => jumpBy(player, -STEP_SECONDS)],
    ['ArrowRight', () => jumpBy(player, STEP_SECONDS)],
    ['Home', () => seekTo(player, player.store.getState().loop?.from ?? 0)],
    ...DIGITS.map((digit): [string, () => void] => [String(digit), choose(digit - 1)]),
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
