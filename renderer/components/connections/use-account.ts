/** Whether a service lets people look after their account here: only Cleartake services do, and the specification has no sign of it. */

import { useCallback } from 'react';
import { useDesk } from '../../state/desk-context.ts';
import { useAsked } from '../../state/use-asked.ts';

/** False until the service has answered. @param connectionId null asks nothing */
export function useHasAccount(connectionId: string | null): boolean {
  const { client } = useDesk();
  const ask = useCallback(
    async () => connectionId !== null && (await client.portal.account({ connectionId })).account !== null,
    [client, connectionId],
  );
  return useAsked(connectionId === null ? null : ask, { about: connectionId }).answer ?? false;
}
