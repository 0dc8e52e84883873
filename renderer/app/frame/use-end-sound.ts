/** Plays the sound at the end of a batch, where the person wants it: once, when its summary arrives. */

import { useEffect } from 'react';
import { playEndSound } from '../../components/messages/end-sound.ts';
import { useDesk } from '../../state/desk-context.ts';

export function useEndSound(): void {
  const { queue, session } = useDesk();
  useEffect(
    () =>
      queue.subscribe((now, before) => {
        const ended = now.totals.lastRun?.finishedAt ?? null;
        // What had ended before the page was opened was heard, or missed, then.
        if (!before.loaded || ended === null || ended === before.totals.lastRun?.finishedAt) return;
        if (session.getState().preferences.soundsEnd) playEndSound();
      }),
    [queue, session],
  );
}
