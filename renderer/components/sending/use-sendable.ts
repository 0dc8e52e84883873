/** What of finished recordings can be sent to another service. */

import { useQueue, useSession } from '../../state/desk-context.ts';

/** Whether one of them is restored, delivered or in review, and a service is there that it wasn't restored at. */
export function useSendable(jobIds: readonly string[]): boolean {
  const connections = useSession((state) => state.connections);
  return useQueue(({ jobs }) =>
    jobIds.some((id) => {
      const job = jobs.get(id);
      if ((job?.state.kind !== 'done' && job?.state.kind !== 'in-review') || job.excerpt !== null) return false;
      return connections.some(({ id: connectionId, kind }) => kind !== 'built-in' && connectionId !== job.connectionId);
    }),
  );
}
