/** Which card belongs to what is heard, and which take a command is about. */

import { useStore } from 'zustand';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type { HeardTake } from '../playback/heard-takes.ts';
import type { Player } from '../playback/player.ts';

/** Index of the card that what is heard belongs to. */
function cardOf(heard: readonly HeardTake[], take: number): number {
  return heard[take]?.of ?? take;
}

export function useActiveCard({ store }: Player): number {
  return useStore(store, ({ heard, take }) => cardOf(heard, take));
}

/** The take that is heard, or whose difference is. */
export function useHeardTake(player: Player, takes: readonly TakeView[]): TakeView | undefined {
  const active = useActiveCard(player);
  const result = useStore(player.store, (state) => state.result);
  return takes[active] ?? takes[result];
}

/** The same at this moment. */
export function heardNow({ store }: Player, takes: readonly TakeView[]): TakeView | undefined {
  const { heard, result, take } = store.getState();
  return takes[cardOf(heard, take)] ?? takes[result];
}
