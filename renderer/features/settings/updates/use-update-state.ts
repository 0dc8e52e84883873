/** What the host knows of newer versions, as long as the page shows it. */

import { useEffect, useState } from 'react';
import type { UpdateState } from '../../../../shared/domain/updates.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';

/** Null until the host has said it. */
export function useUpdateState(): UpdateState | null {
  const { client } = useDesk();
  const isConnected = useSession(({ link }) => link.kind === 'connected');
  const [state, setState] = useState<UpdateState | null>(null);

  useEffect(() => {
    if (!isConnected) return;
    const ended = new AbortController();
    async function follow(): Promise<void> {
      for await (const event of await client.updates.watch(undefined, { signal: ended.signal })) setState(event.state);
    }
    // Once the connection is back, the effect runs again.
    follow().catch(() => undefined);
    return () => ended.abort();
  }, [client, isConnected]);

  return state;
}
