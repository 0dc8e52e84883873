/** What can be done with the whole queue: keep the order of sorted rows, remove what is finished. */

import { Button } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { useQueue } from '../../../state/desk-context.ts';
import { viewStore } from '../../../state/view-store.ts';
import { useQueueActions } from '../actions/queue-actions.ts';
import { QUEUE, SORT } from '../strings.ts';

/** Only while rows are sorted by a column. */
export function KeepOrder() {
  const sorted = useStore(viewStore, ({ sort }) => sort !== null);
  const { keepOrder } = useQueueActions();
  if (!sorted) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      title={SORT.keepNote}
      leftSection={<IconPin size={15} stroke={1.8} />}
      onClick={keepOrder}
    >
      {SORT.keep}
    </Button>
  );
}

export function ClearFinished() {
  const finished = useQueue(({ counts }) => counts.done + counts.cancelled);
  const { clearFinished } = useQueueActions();
  return (
    <Button size="xs" disabled={finished === 0} title={QUEUE.clearNote} onClick={clearFinished}>
      {QUEUE.clearFinished}
    </Button>
  );
}
