/** The player for the takes on the page. A new take keeps the position, the loop, what is heard and how it is played. */

import { startTransition, useEffect, useRef, useState } from 'react';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { afterPaint } from '../after-paint.ts';
import { type KeptPlayer, keptOf, startOf } from './kept-player.ts';
import { createPlayer, type Player } from './player.ts';
import type { PlayerStart } from './player-state.ts';

/** Null until the player is created. @param begin what differs from the usual start */
export function usePlayer(takes: readonly TakeView[], begin: Partial<PlayerStart> = {}): Player | null {
  const [player, setPlayer] = useState<Player | null>(null);
  const kept = useRef<KeptPlayer | null>(null);
  // What can be played meanwhile is played by the next one only.
  const ids = takes.map(({ id, playable }) => `${id} ${playable}`).join('\n');
  const latest = useRef(takes);
  latest.current = takes;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same takes in a new answer need no new player
  useEffect(() => {
    const played = latest.current;
    const start = kept.current === null ? firstStart(played, begin) : startOf(played, kept.current);
    const made = createPlayer(played, start);
    // The first one brings the whole room: in parts, so that it doesn't block the page.
    if (kept.current === null) startTransition(() => setPlayer(made));
    else setPlayer(made);
    return () => {
      kept.current = keptOf(made, played);
      made.dispose();
      setPlayer(null);
    };
  }, [ids]);

  useEffect(() => (player === null ? undefined : afterPaint(player.open)), [player]);

  return player;
}

/** The first result, or the original if there is none. */
function firstStart(takes: readonly TakeView[], begin: Partial<PlayerStart>): PlayerStart {
  const result = takes.findIndex((take) => take.kind === 'result' && take.playable);
  const usual = { frame: 0, loop: null, speed: 1, volume: 1, device: '', playing: false, matched: true };
  return { ...usual, take: Math.max(0, result), delivered: new Set(), ...begin };
}
