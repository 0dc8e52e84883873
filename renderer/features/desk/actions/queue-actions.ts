/** Actions on the whole queue. */

import { useMemo } from 'react';
import { offerUndo } from '../../../components/messages/notices.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { announce } from '../../../state/page-stores.ts';
import { showArranged } from '../../../state/reorder.ts';
import { viewStore } from '../../../state/view-store.ts';
import { visibleInQueueOrder, visibleOf } from '../../../state/visible-rows.ts';
import { SORT } from '../strings.ts';
import { offerRestore } from './remove-jobs.tsx';

export interface QueueActions {
  pauseAll(): void;
  resumeAll(): void;
  /** Removes everything that is done or cancelled. */
  clearFinished(): void;
  /** The order of the rows that are shown becomes the queue's own. */
  keepOrder(): void;
}

export function useQueueActions(): QueueActions {
  const desk = useDesk();
  return useMemo(() => createQueueActions(desk), [desk]);
}

function createQueueActions(desk: PageDesk): QueueActions {
  const { queue } = desk.client;
  return {
    pauseAll: () => void queue.pauseAll().catch(showRefusal),
    resumeAll: () => void queue.resumeAll().catch(showRefusal),
    clearFinished() {
      queue
        .clearFinished()
        .then(({ jobIds }) => offerRestore(desk, jobIds))
        .catch(showRefusal);
    },
    keepOrder: () => void keepOrder(desk).catch(showRefusal),
  };
}

async function keepOrder(desk: PageDesk): Promise<void> {
  const earlier = visibleInQueueOrder(desk.queue.getState());
  await arrange(desk, visibleOf(desk));
  viewStore.setState({ sort: null });
  offerUndo(SORT.kept, async () => {
    await arrange(desk, earlier);
    announce(SORT.isBack);
  });
}

/** On the page at once, then on the desk. */
async function arrange(desk: PageDesk, jobIds: readonly string[]): Promise<void> {
  const change = showArranged(desk.queue, jobIds);
  try {
    await desk.client.queue.arrange({ jobIds: [...jobIds] });
    change.done();
  } catch (thrown) {
    change.undo();
    throw thrown;
  }
}
