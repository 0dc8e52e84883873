/** How late each take is, so that differences compare the same moments. Asked once the room is quiet, and no sooner. */

import { useEffect } from 'react';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { idOfDifference } from '../playback/heard-takes.ts';
import type { Player } from '../playback/player.ts';

/** Opening the room comes first. */
const QUIET_MS = 1000;

export function useLags(player: Player, takes: readonly TakeView[]): void {
  const { client } = useDesk();
  const original = takes.find(({ kind }) => kind === 'original');
  const canAsk = original?.playable === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a player belongs to its takes
  useEffect(() => {
    if (!canAsk) return;
    const stop = new AbortController();
    const { signal } = stop;
    const ask = async () => {
      for (const [index, take] of takes.entries()) {
        const difference = idOfDifference(takes, take);
        if (difference === null || !take.playable) continue;
        // Without an answer it is taken for being in time, as before.
        const answer = await client.listening.lag({ difference }, { signal }).catch(() => null);
        if (signal.aborted) return;
        if (answer !== null && answer.lag !== null) player.setLag(index, answer.lag, answer.sampleRate);
      }
    };
    const quiet = setTimeout(() => void ask(), QUIET_MS);
    return () => {
      clearTimeout(quiet);
      stop.abort();
    };
  }, [client, player, canAsk]);
}
