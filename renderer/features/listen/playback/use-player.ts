/** The player for the takes on the page. A new result keeps the position, the loop and how it is played. */

import { useEffect, useRef, useState } from 'react';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { createPlayer, type Player, type PlayerStart } from './player.ts';

/** Null until the player is created. */
export function usePlayer(takes: readonly TakeView[]): Player | null {
  const [player, setPlayer] = useState<Player | null>(null);
  const start = useRef<PlayerStart | null>(null);
  const ids = takes.map((take) => take.id).join('\n');
  const latest = useRef(takes);
  latest.current = takes;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same takes in a new answer need no new player
  useEffect(() => {
    const made = createPlayer(latest.current, start.current ?? firstStart(latest.current));
    setPlayer(made);
    return () => {
      const { take, heard, matched, loop, speed, volume, device } = made.store.getState();
      // Differences and previews have other indexes in the next player.
      const kept = heard[take]?.mix.length === 1 ? take : 0;
      start.current = { frame: made.frame(), take: kept, matched, loop, speed, volume, device };
      made.dispose();
      setPlayer(null);
    };
  }, [ids]);

  return player;
}

/** The first result, or the original if there is none. */
function firstStart(takes: readonly TakeView[]): PlayerStart {
  const result = takes.findIndex((take) => take.kind === 'result' && take.playable);
  return { frame: 0, take: Math.max(0, result), matched: true, loop: null, speed: 1, volume: 1, device: '' };
}
