/** What can be done with the whole queue: remove what is finished. */

import { Button } from '@mantine/core';
import { IconPlaylistX } from '@tabler/icons-react';
import { useQueue } from '../../../state/desk-context.ts';
import { useQueueActions } from '../actions/queue-actions.ts';
import { QUEUE } from '../strings.ts';
import classes from './list-bar.module.css';

export function ClearFinished() {
  const finished = useQueue(({ counts }) => counts.done + counts.cancelled);
  const { clearFinished } = useQueueActions();
  if (finished === 0) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      className={classes.command}
      title={QUEUE.clearNote}
      leftSection={<IconPlaylistX size={15} stroke={1.8} />}
      onClick={clearFinished}
    >
      <span className={classes.words}>{QUEUE.clearFinished}</span>
    </Button>
  );
}
