/** Ends Cleartake, and starts it again where the host can: what waits for the next start happens now. */

import { useState } from 'react';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { RESTART } from './strings.ts';

/** `said` is null until Cleartake is closing. */
export function useRestart(): { readonly said: string | null; restart(): void } {
  const { client } = useDesk();
  const [said, setSaid] = useState<string | null>(null);
  return {
    said,
    restart: () =>
      void client.care
        .quit()
        .then(({ quits, restarts }) => quits && setSaid(restarts ? RESTART.restarting : RESTART.startAgain))
        .catch(showRefusal),
  };
}
