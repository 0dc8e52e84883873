/** Actions on the whole queue. */

import { useMemo } from 'react';
import { showRefusal } from '../../../components/messages/refusal.ts';
import type { Desk } from '../../../state/desk.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { offerUndo } from './undo.tsx';

export interface QueueActions {
  /** Removes everything that is done or cancelled. */
  clearFinished(): void;
}

export function useQueueActions(): QueueActions {
  const desk = useDesk();
  return useMemo(() => createQueueActions(desk), [desk]);
}

function createQueueActions(desk: Desk): QueueActions {
  return {
    clearFinished() {
      desk.client.queue
        .clearFinished()
        .then(({ jobIds }) => offerUndo(desk, jobIds))
        .catch(showRefusal);
    },
  };
}
