/** What buttons and keys do to the player, with what a screen reader hears of it. */

import type { TakeView } from '../../../../shared/contract/views.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import type { Ear } from '../../../components/playback/heard-takes.ts';
import type { Player } from '../../../components/playback/player.ts';
import { announce, announceSettled } from '../../../state/page-stores.ts';
import { LISTEN, TRANSPORT } from '../strings.ts';

export function toggle(player: Player): void {
  if (player.store.getState().playing) player.pause();
  else player.play();
}

/** The name of what is heard at an index. */
function labelOf(player: Player, takes: readonly TakeView[], index: number): string {
  const chosen = player.store.getState().heard[index];
  const label = takes[chosen?.of ?? index]?.label ?? '';
  if (chosen?.kind === 'difference') return LISTEN.differenceOf(label);
  if (chosen?.kind === 'delivered') return LISTEN.deliveredOf(label);
  return chosen?.kind === 'preview' ? LISTEN.previewOf(label) : label;
}

export function chooseTake(player: Player, takes: readonly TakeView[], index: number): void {
  player.select(index);
  const { heard, take } = player.store.getState();
  const isHeard = take === index || (heard[take]?.kind === 'delivered' && heard[take].of === index);
  if (isHeard) announce(LISTEN.nowHeard(labelOf(player, takes, take)));
}

/** Between the original and the last result. */
export function switchTakes(player: Player, takes: readonly TakeView[]): void {
  const { take, result } = player.store.getState();
  chooseTake(player, takes, take === 0 ? result : 0);
}

/** Between the last result and what it removed. */
export function switchDifference(player: Player, takes: readonly TakeView[]): void {
  const { heard, take, result } = player.store.getState();
  if (heard[take]?.kind === 'difference') chooseTake(player, takes, result);
  else chooseTake(player, takes, differenceOf(player, result));
}

/** Index of the difference of a result; -1 if there is none. */
export function differenceOf({ store }: Player, result: number): number {
  return store.getState().heard.findIndex(({ kind, of }) => kind === 'difference' && of === result);
}

export function switchMatch(player: Player): void {
  const matched = !player.store.getState().matched;
  player.setMatched(matched);
  announce(matched ? TRANSPORT.matchIsOn : TRANSPORT.matchIsOff);
}

export function chooseEar(player: Player, ear: Ear): void {
  player.setEar(ear);
  announce(TRANSPORT.earIs[ear]);
}

export function seekTo(player: Player, frame: number): void {
  player.seek(frame);
  const seconds = (at: number) => formatDuration(at / player.rate);
  announceSettled(LISTEN.positionOf(seconds(player.frame()), seconds(player.lengthFrames)));
}

export function jumpBy(player: Player, seconds: number): void {
  seekTo(player, player.frame() + seconds * player.rate);
}

/** Moves the loop's start or end to the playhead. The other end stays if it can. */
export function markLoop(player: Player, end: 'from' | 'to'): void {
  const frame = player.frame();
  const { loop } = player.store.getState();
  if (end === 'from')
    player.setLoop({ from: frame, to: loop !== null && loop.to > frame ? loop.to : player.lengthFrames });
  else player.setLoop({ from: loop !== null && loop.from < frame ? loop.from : 0, to: frame });
  announceLoop(player);
}

export function announceLoop(player: Player): void {
  const { loop } = player.store.getState();
  const time = (frame: number) => formatDuration(frame / player.rate);
  announce(loop === null ? TRANSPORT.loopIsOff : TRANSPORT.loopIs(time(loop.from), time(loop.to)));
}
