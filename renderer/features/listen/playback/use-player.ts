/** The player for the takes on the page. A new result keeps the position. */

import { useEffect, useRef, useState } from 'react';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { createPlayer, type Player } from './player.ts';

/** Null until the player is created. */
export function usePlayer(takes: readonly TakeView[]): Player | null {
  const [player, setPlayer] = useState<Player | null>(null);
  const place = useRef({ frame: 0, take: firstToHear(takes) }).current;
  const ids = takes.map((take) => take.id).join('\n');
  const latest = useRef(takes);
  latest.current = takes;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same takes in a new answer need no new player
  useEffect(() => {
    const made = createPlayer(latest.current, place);
    setPlayer(made);
    return () => {
      place.frame = made.frame();
      place.take = made.store.getState().take;
      made.dispose();
      setPlayer(null);
    };
  }, [ids]);

  return player;
}

/** The first result, or the original if there is none. */
function firstToHear(takes: readonly TakeView[]): number {
  const result = takes.findIndex((take) => take.kind === 'result' && take.playable);
  return Math.max(0, result);
}
